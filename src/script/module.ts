/**
 * The script-tag files: registers every element and sets the one global, `Balcao`. Loaded twice, the first stays: its memory of what is
 * being paid is the one that the elements use.
 *
 * This is the module, `dist/balcao.js`. Of the pure functions it has those that the first input needs anyway; `balcao/domain` and the
 * classic script have all.
 */
import '../elements/checkout/define.js';
import { createLazyClient } from './lazy-client.js';
import * as page from './page.js';
import * as domain from './domain.js';

export * from './page.js';
export * from './domain.js';
export { createLazyClient as createPaymentsClient } from './lazy-client.js';

/** What a page without modules calls: `Balcao.forgetOrder('42')`. */
export type BalcaoGlobal = typeof page & typeof domain & { createPaymentsClient: typeof createLazyClient };

declare global {
  var Balcao: BalcaoGlobal | undefined;
}

globalThis.Balcao ??= { ...page, ...domain, createPaymentsClient: createLazyClient };
