/** The calls of a client about Pix charges. A page that takes cards alone does not load them. */
export { generatePixQrCode } from './pix-charge.js';
export { getPixStatus } from './pix-status.js';
