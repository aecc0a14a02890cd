/**
 * The script-tag files: registers every element and sets the one global, `Balcao`. Loaded twice, the first stays: its memory of what is
 * being paid is the one that the elements use.
 *
 * This is the module, `dist/balcao.js`. Of the pure functions it has those that the first input needs anyway; `balcao/domain` and the
 * classic script have all.
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

/** What a page without modules calls: `Balcao.forgetOrder('42')`. Its exports name by name, of which the bundler makes no object with getters. */
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
