import { nothing, type TemplateResult } from 'lit';
import { BalcaoEvent } from '../../../controllers/page/checkout-events.js';
import { getShadowHost } from '../../../controllers/page/shadow-host.js';
import { findChoiceScope } from '../../../controllers/page/exclusive-choice-controller.js';
import type { SettingsController } from '../../../controllers/settings/settings-controller.js';
import type { ErrorCode } from '../../../domain/errors.js';
import type { PaymentOutcome } from '../../../domain/order/outcome.js';
import type { Place } from './outcome-panel.js';
import { getPixPriceCents } from '../../../controllers/pix/pix-price.js';
import { formatReais } from '../../../domain/money.js';
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

/** A payment that was not made, and the best way of paying instead: it is the first button. By default none is better, and Pix is first. */
export interface Refusal {
  outcome: Extract<PaymentOutcome, { status: 'declined' | 'failed' }>;
  best?: 'pix' | 'card' | undefined;
}

/** Returns true if the order can be paid by Pix instead. */
export function hasPixWay(host: HTMLElement, settings: SettingsController): boolean {
  return isCardElement(host) && settings.current.settings.methods.includes('pix') && findPixPlace(host, settings) !== undefined;
}

/** Renders the buttons for other ways of paying after a payment that was not made. */
export function renderWays(place: Place, settings: SettingsController, { outcome, best }: Refusal): TemplateResult | typeof nothing {
  const { host } = place;
  if (outcome.status === 'failed' && DEAD_ENDS.has(outcome.error.code)) return nothing;
  if (!isCardElement(host)) return renderCardWay(place, settings);
  const pix = hasPixWay(host, settings)
    ? renderWay(
        'pay-with-pix-button',
        place.localize.text('payPix', { amount: formatReais(getPixPriceCents(settings.current.settings)) }),
        best === 'pix',
        () => payWithPix(host, settings),
      )
    : nothing;
  const card = renderWay('use-other-card-button', place.localize.text('cardOther'), best === 'card', () => void useOtherCard(host));
  return html`<div class="ways">${best === 'card' ? [card, pix] : [pix, card]}</div>`;
}

/** Renders the way from a Pix code that was not created to the form for a card in the same checkout. */
function renderCardWay({ host, localize }: Place, settings: SettingsController): TemplateResult | typeof nothing {
  const { outermost } = settings;
  if (!isLaidOut(host, outermost.host) || !settings.current.settings.methods.includes('card')) return nothing;
  const payByCard = (): void => void host.dispatchEvent(new BalcaoEvent('balcao-method-changed', { method: 'card' }));
  return html`<div class="ways">${renderWay('use-other-card-button', localize.text('payCard'), false, payByCard)}</div>`;
}

function renderWay(part: 'pay-with-pix-button' | 'use-other-card-button', label: string, isBest: boolean, go: () => void): TemplateResult {
  return html`<button
    part=${part}
    class="button ${isBest ? 'primary' : ''}"
    type="button"
    translate="no"
    @click=${go}
    .textContent=${label}
  ></button>`;
}

function isCardElement(host: HTMLElement): host is CardElement {
  return 'reset' in host && !['balcao-pix', 'balcao-boleto', 'balcao-checkout'].includes(host.localName);
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
