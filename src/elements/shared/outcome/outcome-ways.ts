import { nothing, type TemplateResult } from 'lit';
import { BalcaoEvent } from '../../../controllers/page/checkout-events.js';
import { getShadowHost } from '../../../controllers/page/shadow-host.js';
import { findChoiceScope } from '../../../controllers/page/exclusive-choice-controller.js';
import type { SettingsController } from '../../../controllers/settings/settings-controller.js';
import type { ErrorCode } from '../../../domain/errors.js';
import type { PaymentOutcome } from '../../../domain/order/outcome.js';
import type { Place } from './outcome-panel.js';
import { html } from '../html.js';

/** The codes of failures that every other way of paying would meet as well. */
const DEAD_ENDS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'offline',
  'order-closed',
  'insecure-page',
  'blocked-by-page',
  'invalid-config',
  'token-source',
]);

/** An element that pays with a card. */
type CardElement = HTMLElement & { reset(): void; readonly updateComplete: Promise<boolean> };

/** Renders the buttons for other ways of paying after a payment that was not made. */
export function renderWays(
  { host, localize }: Place,
  settings: SettingsController,
  outcome: Extract<PaymentOutcome, { status: 'declined' | 'failed' }>,
): TemplateResult | typeof nothing {
  if (!isCardElement(host) || (outcome.status === 'failed' && DEAD_ENDS.has(outcome.error.code))) return nothing;
  const hasPix = settings.current.settings.methods.includes('pix') && findPixPlace(host, settings) !== undefined;
  return html`<div class="ways">
    ${
      hasPix
        ? html`<button
            part="pay-with-pix-button"
            class="button"
            type="button"
            translate="no"
            @click=${() => payWithPix(host, settings)}
            .textContent=${localize.text('payPix')}
          ></button>`
        : nothing
    }
    <button
      part="use-other-card-button"
      class="button"
      type="button"
      translate="no"
      @click=${() => void useOtherCard(host)}
      .textContent=${localize.text('cardOther')}
    ></button>
  </div>`;
}

function isCardElement(host: HTMLElement): host is CardElement {
  return 'reset' in host && host.localName !== 'balcao-pix' && host.localName !== 'balcao-checkout';
}

/**
 * Finds the element in which the order can be paid by Pix: the checkout that lays out the methods, or a Pix element in a shop's own layout.
 */
function findPixPlace(host: HTMLElement, { outermost }: SettingsController): HTMLElement | undefined {
  if (isLaidOut(host, outermost.host)) return outermost.host;
  return findChoiceScope(host).querySelector<HTMLElement>('balcao-pix') ?? undefined;
}

/** Returns true for an element that the checkout around it has rendered, false for one of the shop's own layout. */
export function isLaidOut(host: HTMLElement, outermost: HTMLElement): boolean {
  return getShadowHost(host) === outermost && outermost.localName === 'balcao-checkout';
}

/**
 * Dispatches the event that the shopper wants to pay by Pix. A checkout around the element opens Pix. In a shop's own layout Pix gets the
 * focus.
 */
function payWithPix(host: HTMLElement, settings: SettingsController): void {
  const place = findPixPlace(host, settings);
  host.dispatchEvent(new BalcaoEvent('balcao-method-changed', { method: 'pix' }));
  if (place?.localName === 'balcao-pix') place.focus();
}

/** Empties the form and puts the focus on its first field. In a list of saved cards it presses the button that leads to a new card. */
async function useOtherCard(host: CardElement): Promise<void> {
  host.reset();
  await host.updateComplete;
  const other = host.shadowRoot?.querySelector<HTMLElement>('[part~="other-card"]');
  if (other) other.click();
  else host.focus();
}
