/** The file of the worker. All paths here are relative to the page's folder. */
export const WORKER_FILE = 'worker.js';
/** The folder of Balcão's endpoints in the shop. */
export const SHOP_FOLDER = 'shop/';
/** The folder of the shop's own endpoints. */
export const STORE_FOLDER = 'loja/';
/** The folder of the sandbox, at which the page controls it. The page pays through the shop's relay. */
export const SANDBOX_FOLDER = 'sandbox/';
