import { diagnoseService } from '../../client/diagnose.js';
import { bad, good, warning, type Diagnosis, type DiagnosisFinding } from '../../client/diagnosis/finding.js';
import { systemClock } from '../../client/system-clock.js';
import { isCheckoutError } from '../../domain/errors.js';
import { presentFields } from '../../domain/present-fields.js';
import { watchPagePolicy, type PagePolicy } from './page-policy.js';
import { isAccountList } from '../settings/account-list.js';
import { findSettings, type SettingsController } from '../settings/settings-controller.js';
import { listUnknownTexts } from '../settings/settings-problems.js';
import { UNNAMED_ORDER } from '../settings/unnamed-order.js';

let policy: PagePolicy | undefined;

/** Looks at an element's settings and then at what they name; says what it finds in the console, too. */
export async function diagnoseElement(element?: Element): Promise<Diagnosis> {
  await waitForMarkup();
  const settings = findSettings(element);
  const findings = settings
    ? await diagnoseSettings(settings)
    : [bad('settings', 'There is no Balcão element here that is registered and in the page.')];
  for (const { ok, isWarning, message } of findings) console[isWarning ? 'warn' : ok ? 'info' : 'error'](`Balcão: ${message}`);
  return { ok: findings.every(({ ok }) => ok), findings };
}

/** What is in an element's JSON can be judged once all of it is there. */
async function waitForMarkup(): Promise<void> {
  if (document.readyState !== 'loading') return;
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
}

/** With a setting that cannot be used nothing is asked: no payment would be sent either. */
async function diagnoseSettings(controller: SettingsController): Promise<DiagnosisFinding[]> {
  try {
    await controller.load();
  } catch (error) {
    return [bad('settings', isCheckoutError(error) ? error.message : 'The settings cannot be looked at.')];
  }
  controller.sync();
  const { settings, problems } = controller.current;
  const faults = problems.map(({ message }) => bad('settings', message));
  if (!isSecureContext) faults.push(bad('settings', 'This page is not a secure context: serve it over https.'));
  const warnings = listUnknownTexts(controller.input.texts).map((message) => warning('settings', message));
  if (settings.orderId === undefined && !isAccountList(controller)) warnings.push(warning('settings', UNNAMED_ORDER));
  if (faults.length > 0) return [...faults, ...warnings];
  const { baseUrl, tokenUrl, statusUrl, getToken, orderId, profile, environment, client } = settings;
  if (client) return [good('settings', 'The page brings a client of its own, so there is nothing else to look at.'), ...warnings];
  const seen = (policy ??= watchPagePolicy(document, systemClock));
  const { findings } = await diagnoseService({
    baseUrl,
    wasBlocked: (url) => seen.wasBlocked(url),
    ...(orderId === undefined && keepsCardsAlone(controller) && { purpose: 'card-token' }),
    ...presentFields({ tokenUrl, statusUrl, getToken, orderId, profile, environment }),
  });
  const [first, ...others] = findings;
  return [...(first ? [first] : []), ...warnings, ...others];
}

/** Whether the element takes no payment: an account page with a list of cards has no order to ask a token for. */
function keepsCardsAlone({ host, current }: SettingsController): boolean {
  return host.localName === 'balcao-saved-cards' && !current.settings.hasPayButton;
}
