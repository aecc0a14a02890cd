/**
 * The `balcao` entry: every class, type and function. Importing it registers nothing; `balcao/define` does.
 */
export * from './page.js';
export { Pix } from './elements/pix/pix.js';
export type { PixCharge } from './flow/pix-charge.js';
export * from './domain/index.js';
export * from './client/index.js';
