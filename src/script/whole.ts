/** The one file with everything, `dist/balcao.all.min.js`: registers every element and sets one global, `Balcao`, with all exports of `balcao`. */
// Imported first, so that saved cards are read while the checkout is rendered.
import '../elements/saved-cards/define.js';
import '../elements/checkout/define.js';
import * as balcao from '../index.js';

// Exports that are there already stay: the elements use their memory of what is being paid.
globalThis.Balcao = { ...balcao, ...globalThis.Balcao };
