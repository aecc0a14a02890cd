/**
 * The module for a script tag, `dist/balcao.js`: registers every element and sets one global, `Balcao`. If the file is loaded twice, the
 * first global stays: the elements use its memory of what is being paid.
 *
 * The classic script `dist/balcao.min.js` is the same. Both have only the pure functions that the first load needs in any case; `balcao/domain` and
 * `dist/balcao.all.min.js` have all of them.
 */
import '../elements/checkout/define.js';
import { BeforePayEvent } from '../controllers/page/checkout-events.js';
import { diagnose } from '../controllers/page/diagnose-loader.js';
import { forgetOrder } from '../elements/forget-order.js';
import { forgetCustomer } from '../controllers/saved-cards/forget-customer.js';
import { CheckoutError, isCheckoutError } from '../domain/errors.js';
import { formatReais, parseAmount } from '../domain/money.js';
import { CardForm } from '../elements/card-form/card-form.js';
import { Checkout } from '../elements/checkout/checkout.js';
import { createLazyHttpCardStore, createLazyIndexedDbCardStore, createLazyMemoryCardStore } from './lazy-card-stores.js';
import { createLazyClient } from './lazy-client.js';

/**
 * The global, for pages without modules: `Balcao.forgetOrder('42')`. Lists the exports name by name, because the bundler would turn a
 * namespace import into an object with getters.
 */
const balcao = {
  BeforePayEvent,
  CardForm,
  Checkout,
  CheckoutError,
  createPaymentsClient: createLazyClient,
  diagnose,
  forgetCustomer,
  forgetOrder,
  formatReais,
  httpCardStore: createLazyHttpCardStore,
  indexedDbCardStore: createLazyIndexedDbCardStore,
  isCheckoutError,
  memoryCardStore: createLazyMemoryCardStore,
  parseAmount,
};

export {
  BeforePayEvent,
  CardForm,
  Checkout,
  CheckoutError,
  createLazyClient as createPaymentsClient,
  diagnose,
  forgetCustomer,
  forgetOrder,
  formatReais,
  createLazyHttpCardStore as httpCardStore,
  createLazyIndexedDbCardStore as indexedDbCardStore,
  isCheckoutError,
  createLazyMemoryCardStore as memoryCardStore,
  parseAmount,
};

/** The type of the global. */
export type BalcaoGlobal = typeof balcao;

declare global {
  var Balcao: BalcaoGlobal | undefined;
}

globalThis.Balcao ??= balcao;
