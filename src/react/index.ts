'use client';
/** The `balcao/react` entry: a component for each element, with the names of its tag. */
import { logOnce } from '../controllers/page/log-once.js';
import { CardForm } from '../elements/card-form/card-form.js';
import type { BoletoElement } from '../elements/boleto/boleto.js';
import type { Checkout } from '../elements/checkout/checkout.js';
import { defineCheckout } from '../elements/checkout/define-checkout.js';
import type { Installments } from '../elements/installments/installments.js';
import type { Pix } from '../elements/pix/pix.js';
import type { SavedCards } from '../elements/saved-cards/saved-cards.js';
import { defineElement, defineInstallments, loadElement } from '../elements/shared/define-element.js';
import { createComponent } from './create-component.js';

/** Registers the elements as `balcao/define` does, unless the page has imported that as well. One that is in the page is loaded at once. */
function define(tag: string): void {
  if (!customElements.get('balcao-checkout')) {
    defineElement('balcao-card-form', CardForm);
    defineInstallments();
    defineCheckout();
  }
  // In a checkout the payment reports the error too.
  loadElement(tag).catch(() => logOnce('warn', `<${tag}> could not be loaded. Reload the page.`));
}

/** `<balcao-checkout>` as a component. */
export const BalcaoCheckout = /* @__PURE__ */ createComponent<Checkout>('balcao-checkout', define);

/** `<balcao-card-form>` as a component. */
export const BalcaoCardForm = /* @__PURE__ */ createComponent<CardForm>('balcao-card-form', define);

/** `<balcao-saved-cards>` as a component. */
export const BalcaoSavedCards = /* @__PURE__ */ createComponent<SavedCards>('balcao-saved-cards', define);

/** `<balcao-installments>` as a component. */
export const BalcaoInstallments = /* @__PURE__ */ createComponent<Installments>('balcao-installments', define);

/** `<balcao-pix>` as a component. */
export const BalcaoPix = /* @__PURE__ */ createComponent<Pix>('balcao-pix', define);

/** `<balcao-boleto>` as a component. */
export const BalcaoBoleto = /* @__PURE__ */ createComponent<BoletoElement>('balcao-boleto', define);
