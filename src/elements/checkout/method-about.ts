import { isShopAsked } from '../../controllers/card/fee-table-controller.js';
import { findOffer } from '../../controllers/card/installments-controller.js';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import { readPixPriceCents } from '../../controllers/pix/pix-price.js';
import type { MethodName, ReadSettings, Settings } from '../../controllers/settings/settings.js';
import type { SavedCard } from '../../domain/card/saved-card.js';
import { createInstallmentPlans, type InstallmentPlan } from '../../domain/installments/plans.js';
import { formatReais } from '../../domain/money.js';
import { presentFields } from '../../domain/present-fields.js';
import { brandNames } from '../../i18n/brand-names.js';
import type { TextKey } from '../../i18n/pt-br-whole.js';
import { drawMark } from '../shared/marks/draw-marks.js';
import type { Mark } from '../shared/marks/drawings.js';
import type { MethodAbout } from './method-choice.js';

/** What the line of a method is made of. */
export interface MethodFacts {
  method: MethodName;
  settings: ReadSettings;
  /** The saved card that would be paid with. */
  card: SavedCard | undefined;
  localize: LocalizeController;
  /** The element that it is shown in. */
  host: HTMLElement;
}

/** The mark of a method, and what matters of it in one line. */
export function describeMethod(facts: MethodFacts): MethodAbout {
  return { mark: drawMark(findMark(facts)), line: formatLine(facts) };
}

function findMark({ method, card }: MethodFacts): Mark {
  if (method === 'pix') return 'pix';
  return (method === 'saved-cards' && card?.brand) || 'unknown';
}

function formatLine({ method, card, settings: { settings, problems }, localize, host }: MethodFacts): string {
  if (method === 'saved-cards') return card ? `${brandNames[card.brand]} •••• ${card.last4}`.trim() : '';
  if (problems.length || !settings.amountCents) return '';
  return method === 'card' ? describeCard(settings, localize, host) : describePix(settings, localize);
}

/** The shop's price by Pix where it is lower, else that a Pix is quick. */
function describePix(settings: Settings, localize: LocalizeController): string {
  const priceCents = readPixPriceCents(settings);
  const savingCents = settings.amountCents - priceCents;
  if (!savingCents) return localize.text('methodPixAtOnce');
  return localize.text('methodPixPrice', { amount: formatReais(priceCents), saving: formatReais(savingCents) });
}

/** Plans cost a search for their rates, and the settings are the same object until something changes. */
const plansOf = new WeakMap<Settings, readonly InstallmentPlan[]>();

/** How many installments there are, and how many of them from the first on are without interest. Nothing until the shop has said its terms. */
function describeCard(settings: Settings, localize: LocalizeController, checkout: HTMLElement): string {
  const plans = isShopAsked(settings) ? findOffer(checkout) : findPlans(settings);
  if (!plans) return '';
  const withFee = plans.findIndex(({ whoPaysFee }) => whoPaysFee === 'customer');
  const most = plans.at(-1)?.installments ?? 1;
  const free = withFee < 0 ? most : (plans[withFee - 1]?.installments ?? 1);
  const key: TextKey = most === 1 ? 'methodCardOnce' : free === most ? 'methodCardFree' : free > 1 ? 'methodCardSome' : 'methodCardUpTo';
  return localize.text(key, { most, free });
}

/** The plans whatever the shopper chooses, as far as the page itself says it. */
function findPlans(settings: Settings): readonly InstallmentPlan[] {
  const { fees, feePayer, ...rest } = settings;
  const payer = feePayer === 'choice' ? 'customer' : feePayer;
  const plans = plansOf.get(settings) ?? createInstallmentPlans({ ...rest, ...presentFields({ fees }), feePayer: payer });
  plansOf.set(settings, plans);
  return plans;
}
