/** Where the worker is, and what it answers, below the page's folder. */
export const WORKER_FILE = 'worker.js';
/** The shop's endpoints. */
export const SHOP_FOLDER = 'shop/';
/** The sandbox. The page steers it here, and pays by the shop's relay. */
export const SANDBOX_FOLDER = 'sandbox/';
