/**
 * The code that is lazy-loaded after the first paint: payments, the views of their outcomes, the lazy-loaded part of each element, and the
 * element of installments.
 */
export { PaymentController } from '../controllers/payment/payment-controller.js';
export { createSavedCardDraft } from '../controllers/payment/payment-draft.js';
export { eraseOrder } from '../controllers/order/page-guards.js';
export { CardFormLate } from './card-form/card-form.late.js';
export { Installments } from './installments/installments.js';
export { CheckoutLate } from './checkout/checkout.late.js';
export { drawMarks } from './shared/marks/draw-marks.js';
export { OutcomeView } from './shared/outcome/outcome-view.js';
export { waitForElement } from './shared/wait-for-element.js';

/** Loads the element of boletos. */
export const loadBoleto = async (): Promise<CustomElementConstructor> => (await import('./boleto/boleto.js')).BoletoElement;
