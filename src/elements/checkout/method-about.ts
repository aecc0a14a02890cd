import { html, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import type { MethodName, ReadSettings, Settings } from '../../controllers/settings/settings.js';
import { createInstallmentPlans } from '../../domain/installments/plans.js';
import { presentFields } from '../../domain/present-fields.js';
import type { TextKey } from '../../i18n/pt-br-whole.js';
import { lateThemeStyles } from '../shared/styles/late-theme.styles.js';
import { adoptLate } from '../shared/styles/late-styles.js';
import { methodStyles } from './method.styles.js';

export { PageScheme } from '../shared/styles/page-scheme.js';
export { holdHeight } from './held-height.js';

/** What the line of a method is made of. */
export interface MethodAbout {
  method: MethodName;
  settings: ReadSettings;
  localize: LocalizeController;
  /** The element that it is rendered in, which gets its styles with the first line. */
  host: HTMLElement;
}

/** Renders what matters of a method, in one line. */
export function renderMethodAbout(about: MethodAbout): TemplateResult {
  adoptLate(about.host, lateThemeStyles, methodStyles);
  return html`<span part="method-line" .textContent=${describeMethod(about)}></span>`;
}

function describeMethod({ method, settings: { settings, problems }, localize }: MethodAbout): string {
  if (method === 'pix') return localize.text('methodPixAtOnce');
  return method === 'card' && !problems.length && settings.amountCents ? describeCard(settings, localize) : '';
}

/** How many installments there are, and how many of them are without interest whatever is chosen, as far as the page itself says it. */
function describeCard(settings: Settings, localize: LocalizeController): string {
  const { fees, feePayer, ...rest } = settings;
  const ofShop = feePayer === 'choice' ? 'customer' : feePayer;
  const plans = createInstallmentPlans({ ...rest, ...presentFields({ fees }), feePayer: ofShop });
  const withFee = plans.findIndex(({ whoPaysFee }) => whoPaysFee === 'customer');
  const most = plans.at(-1)?.installments ?? 1;
  const free = withFee < 0 ? most : (plans[withFee - 1]?.installments ?? 1);
  const key: TextKey = most === 1 ? 'methodCardOnce' : free === most ? 'methodCardFree' : free > 1 ? 'methodCardSome' : 'methodCardUpTo';
  return localize.text(key, { most, free });
}
