import { html, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import { readPixPriceCents } from '../../controllers/pix/pix-price.js';
import type { MethodName, ReadSettings, Settings } from '../../controllers/settings/settings.js';
import type { SavedCard } from '../../domain/card/saved-card.js';
import { createInstallmentPlans } from '../../domain/installments/plans.js';
import { formatReais } from '../../domain/money.js';
import { presentFields } from '../../domain/present-fields.js';
import { brandNames } from '../../i18n/brand-names.js';
import type { TextKey } from '../../i18n/pt-br-whole.js';
import { PIX_ARMS } from '../shared/marks/pix-arms.js';
import { renderMark } from '../shared/marks/render-mark.js';
import { adoptLate } from '../shared/styles/late-styles.js';
import { methodStyles } from './method.styles.js';

export { HeldHeight } from './held-height.js';

/** What the line of a method is made of. */
export interface MethodAbout {
  method: MethodName;
  settings: ReadSettings;
  /** The saved card that would be paid with. */
  card: SavedCard | undefined;
  localize: LocalizeController;
  /** The element that it is rendered in, which gets its styles with the first line. */
  host: HTMLElement;
}

/** Renders the mark of a method, and what matters of it in one line. */
export function renderMethodAbout(about: MethodAbout): TemplateResult {
  adoptLate(about.host, methodStyles);
  return html`<span part="method-mark">${drawMethod(about)}</span><span part="method-line" .textContent=${describeMethod(about)}></span>`;
}

function drawMethod({ method, card }: MethodAbout): TemplateResult {
  if (method === 'pix') return html`<svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true" class="pix">${PIX_ARMS}</svg>`;
  return renderMark((method === 'saved-cards' && card?.brand) || 'unknown');
}

function describeMethod({ method, card, settings: { settings, problems }, localize }: MethodAbout): string {
  if (method === 'saved-cards') return card ? `${brandNames[card.brand]} •••• ${card.last4}`.trim() : '';
  if (problems.length || !settings.amountCents) return '';
  return method === 'card' ? describeCard(settings, localize) : describePix(settings, localize);
}

/** The shop's price by Pix where it is lower, else that a Pix is quick. */
function describePix(settings: Settings, localize: LocalizeController): string {
  const priceCents = readPixPriceCents(settings);
  const savingCents = settings.amountCents - priceCents;
  if (!savingCents) return localize.text('methodPixAtOnce');
  return localize.text('methodPixPrice', { amount: formatReais(priceCents), saving: formatReais(savingCents) });
}

/** How many installments there are, and how many of them from the first on are without interest. */
interface PlanCounts {
  most: number;
  free: number;
}

/** Plans cost a search for their rates, and the settings are the same object until something changes. */
const countsOf = new WeakMap<Settings, PlanCounts>();

function describeCard(settings: Settings, localize: LocalizeController): string {
  const counts = countsOf.get(settings) ?? countPlans(settings);
  countsOf.set(settings, counts);
  const { most, free } = counts;
  const key: TextKey = most === 1 ? 'methodCardOnce' : free === most ? 'methodCardFree' : free > 1 ? 'methodCardSome' : 'methodCardUpTo';
  return localize.text(key, { most, free });
}

/** Counts the plans whatever the shopper chooses, as far as the page itself says it. */
function countPlans(settings: Settings): PlanCounts {
  const { fees, feePayer, ...rest } = settings;
  const ofShop = feePayer === 'choice' ? 'customer' : feePayer;
  const plans = createInstallmentPlans({ ...rest, ...presentFields({ fees }), feePayer: ofShop });
  const withFee = plans.findIndex(({ whoPaysFee }) => whoPaysFee === 'customer');
  const most = plans.at(-1)?.installments ?? 1;
  return { most, free: withFee < 0 ? most : (plans[withFee - 1]?.installments ?? 1) };
}
