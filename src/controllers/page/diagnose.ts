import { diagnoseService, type DiagnosisOptions } from '../../client/diagnose.js';
import { bad, good, warning, type Diagnosis, type DiagnosisFinding } from '../../client/diagnosis/finding.js';
import { isOwnOrigin, parsePageUrl } from '../../client/http/page-origin.js';
import { systemClock } from '../../client/system-clock.js';
import { presentFields } from '../../domain/present-fields.js';
import { loadFramePart } from '../order/order-service.js';
import { diagnoseFrame, type AskableMeeting, type FrameDiagnosis } from './diagnose-frame.js';
import { watchPagePolicy, type PagePolicy } from './page-policy.js';
import { isAccountList } from '../settings/account-list.js';
import { findSettings, type SettingsController } from '../settings/settings-controller.js';
import { checkAllSettings, listUnknownTexts, UNNAMED_ORDER } from '../settings/settings-problems.js';
import type { Settings } from '../settings/settings.js';

/** The options that select which parts of a service are diagnosed. */
type AskedService = Pick<DiagnosisOptions, 'baseUrl' | 'isServiceAsked' | 'isCharging'>;

let policy: PagePolicy | undefined;

/** Diagnoses an element's settings, and then the frame and the services that they name. Also writes the findings to the console. */
export async function diagnoseElement(element?: Element): Promise<Diagnosis> {
  await waitForMarkup();
  const settings = findSettings(element);
  const findings = settings
    ? await diagnoseSettings(settings)
    : [bad('settings', 'There is no Balcão element here that is registered and in the page.')];
  for (const { ok, isWarning, message } of findings) console[isWarning ? 'warn' : ok ? 'info' : 'error'](`Balcão: ${message}`);
  return { ok: findings.every(({ ok }) => ok), findings };
}

/** Waits until the page is parsed. Only then is the JSON of an element complete. */
async function waitForMarkup(): Promise<void> {
  if (document.readyState !== 'loading') return;
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
}

/** Diagnoses settings. If one of them is invalid, nothing is requested, since no payment would be sent either. */
async function diagnoseSettings(controller: SettingsController): Promise<DiagnosisFinding[]> {
  checkAllSettings();
  controller.sync();
  const { settings, problems } = controller.current;
  const faults = problems.map(({ message }) => bad('settings', message));
  if (!isSecureContext) faults.push(bad('settings', 'This page is not a secure context: serve it over https.'));
  const warnings = listUnknownTexts(controller.input.texts).map((message) => warning('settings', message));
  if (settings.orderId === undefined && !isAccountList(controller)) warnings.push(warning('settings', UNNAMED_ORDER));
  if (faults.length > 0) return [...faults, ...warnings];
  const { frameUrl, baseUrl, client } = settings;
  if (client && frameUrl === undefined)
    return [good('settings', 'The page brings a client of its own, so there is nothing else to look at.'), ...warnings];
  const frame = await meetAndDiagnose(settings);
  const services = frame ? listServices(settings, frame) : [{ baseUrl }];
  const findings: DiagnosisFinding[] = [];
  // In sequence: in parallel, each diagnosis would find the other's requests among those that the page's policy blocked.
  for (const service of services) findings.push(...(await diagnoseOne(controller, service)));
  const [first, ...others] = findings.filter(({ message }, index) => findings.findIndex((each) => each.message === message) === index);
  return [...(first ? [first] : []), ...warnings, ...(frame?.findings ?? []), ...others];
}

/** Diagnoses the frame of the card fields; `undefined` if the settings name none. */
async function meetAndDiagnose({ frameUrl, baseUrl, environment }: Settings): Promise<FrameDiagnosis | undefined> {
  if (frameUrl === undefined) return undefined;
  const meet = async (): Promise<AskableMeeting> => (await loadFramePart()).meetFrame(frameUrl, environment);
  return diagnoseFrame(meet, { frameUrl, baseUrl });
}

/**
 * Lists the services to check if there is a frame. The service that the page itself calls at `base-url` is checked, together with the
 * page's token source. If there is none, or if it is the shop's relay, which adds tokens by itself, the token source is checked for the
 * frame's service.
 */
function listServices({ baseUrl, client }: Settings, { service }: FrameDiagnosis): readonly AskedService[] {
  const isAsked = baseUrl !== '' && !client;
  const url = parsePageUrl(baseUrl);
  const isRelay = isAsked && url !== undefined && isOwnOrigin(url);
  const isSourceAsked = service !== undefined && (!isAsked || isRelay);
  return [...(isSourceAsked ? [{ baseUrl: service, isServiceAsked: false }] : []), ...(isAsked ? [{ baseUrl, isCharging: false }] : [])];
}

async function diagnoseOne(controller: SettingsController, service: AskedService): Promise<DiagnosisFinding[]> {
  const { tokenUrl, statusUrl, getToken, orderId, profile, environment } = controller.current.settings;
  const seen = (policy ??= watchPagePolicy(document, systemClock));
  const { findings } = await diagnoseService({
    ...service,
    wasBlocked: (url) => seen.wasBlocked(url),
    ...(orderId === undefined && keepsCardsAlone(controller) && { purpose: 'card-token' }),
    ...presentFields({ tokenUrl, statusUrl, getToken, orderId, profile, environment }),
  });
  return findings;
}

/** True if the element is a list of saved cards without a pay button. Such an account page may have no order to request a token for. */
function keepsCardsAlone({ host, current }: SettingsController): boolean {
  return host.localName === 'balcao-saved-cards' && !current.settings.hasPayButton;
}
