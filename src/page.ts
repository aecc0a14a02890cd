/** What both the npm package and the script-tag files give a page: the elements' classes and the page-wide functions. */
export { CardForm } from './elements/card-form/card-form.js';
export { Checkout } from './elements/checkout/checkout.js';
export { SavedCards } from './elements/saved-cards/saved-cards.js';
export { Installments } from './elements/installments/installments.js';
export { diagnose } from './controllers/diagnose-loader.js';
export { forgetOrder } from './controllers/guards-loader.js';
export { forgetCustomer } from './controllers/forget-customer.js';
export { BeforePayEvent } from './controllers/checkout-events.js';
export type { BalcaoEvents, BeforePayAnswer, BeforePayDetail, ProblemOperation } from './controllers/checkout-events.js';
export type { ResolveUnconfirmed } from './controllers/settings.js';
export type { ApprovedOutcome, Attempt, AttemptState, PaymentOutcome, Resolution } from './flow/attempt.js';
export { indexedDbCardStore, type IndexedDbCardStoreOptions } from './flow/indexed-db-card-store.js';
export { memoryCardStore } from './flow/memory-card-store.js';
export type { CardStore } from './flow/card-store.js';
export type { SavedCard } from './domain/card/saved-card.js';
export type { Language } from './i18n/language.js';
export type { TextKey, Texts } from './i18n/pt-br-whole.js';
