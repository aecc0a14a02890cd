/** The classic script, `dist/balcao.min.js`: registers every element and sets the one global, `Balcao`, with all that `balcao` exports. */
// First: where there are saved cards, they are read while the checkout is drawn.
import '../elements/saved-cards/define.js';
import '../elements/checkout/define.js';
import * as balcao from '../index.js';

// What is there already stays: its memory of what is being paid is the one that the elements use.
globalThis.Balcao = { ...balcao, ...globalThis.Balcao };
