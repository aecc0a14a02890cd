/** Where the worker is, and what it answers, below the page's folder. */
export const WORKER_FILE = 'worker.js';
/** Balcão's endpoints of the shop. */
export const SHOP_FOLDER = 'shop/';
/** The shop's own. */
export const STORE_FOLDER = 'loja/';
/** The sandbox. The page steers it here, and pays by the shop's relay. */
export const SANDBOX_FOLDER = 'sandbox/';
