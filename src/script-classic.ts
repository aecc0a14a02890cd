/** The classic script, `dist/balcao.min.js`: as the module, with all of the pure functions on its global. */
import * as domain from './domain/index.js';
import './script.js';

if (globalThis.Balcao && !('parseBrCode' in globalThis.Balcao)) Object.assign(globalThis.Balcao, domain);
