/**
 * The `balcao` entry: every public class, type and function. Importing it registers no element; importing `balcao/define` does.
 */
export { CardForm } from './elements/card-form/card-form.js';
export { Checkout } from './elements/checkout/checkout.js';
export { SavedCards } from './elements/saved-cards/saved-cards.js';
export { Pix } from './elements/pix/pix.js';
export { BoletoElement } from './elements/boleto/boleto.js';
export { Installments } from './elements/installments/installments.js';
export { diagnose } from './controllers/page/diagnose-loader.js';
export { forgetOrder } from './elements/forget-order.js';
export { forgetCustomer } from './controllers/saved-cards/forget-customer.js';
export { BeforePayEvent } from './controllers/page/checkout-events.js';
export type {
  BalcaoEvents,
  BeforePayAnswer,
  BeforePayDetail,
  BoletoDetail,
  CardChangedDetail,
  FieldDetail,
  MethodChangedDetail,
  PixDetail,
  ProblemDetail,
  ProblemOperation,
  SavedCardDetail,
} from './controllers/page/checkout-events.js';
export type { FieldName } from './controllers/page/field-names.js';
export type {
  ApprovedOutcome,
  CancelledOutcome,
  DeclinedOutcome,
  FailedOutcome,
  InvalidOutcome,
  PaymentOutcome,
  UnconfirmedOutcome,
} from './domain/order/outcome.js';
export { indexedDbCardStore, type IndexedDbCardStoreOptions } from './flow/card-stores/indexed-db-card-store.js';
export { memoryCardStore } from './flow/card-stores/memory-card-store.js';
export type { Methods } from './controllers/settings/settings.js';
export type { Language } from './i18n/language.js';
export type { TextKey, Texts } from './i18n/pt-br.js';
export type { BoletoCharge, PixCharge } from './domain/order/charge.js';
export * from './domain/index.js';
export * from './client/index.js';
