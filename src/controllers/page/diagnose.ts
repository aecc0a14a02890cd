import { diagnoseService } from '../../client/diagnose.js';
import type { Diagnosis, DiagnosisFinding } from '../../client/diagnosis/finding.js';
import { systemClock } from '../../client/system-clock.js';
import { presentFields } from '../../domain/present-fields.js';
import { watchPagePolicy, type PagePolicy } from './page-policy.js';
import { findSettings } from '../settings/settings-controller.js';
import { UNNAMED_ORDER } from '../settings/unnamed-order.js';
import type { ReadSettings } from '../settings/settings.js';

let policy: PagePolicy | undefined;

/** Looks at an element's settings and then at what they name; says what it finds in the console, too. */
export async function diagnoseElement(element?: Element): Promise<Diagnosis> {
  const diagnosis = await diagnoseSettings(findSettings(element)?.current);
  for (const { ok, message } of diagnosis.findings) console[ok ? 'info' : 'error'](`Balcão: ${message}`);
  return diagnosis;
}

/** With a setting that cannot be used nothing is asked: no payment would be sent either. */
async function diagnoseSettings(read: ReadSettings | undefined): Promise<Diagnosis> {
  if (!read) return createDiagnosis(false, ['There is no Balcão element here that is registered and in the page.']);
  const faults = read.problems.map(({ message }) => message);
  if (!isSecureContext) faults.push('This page is not a secure context: serve it over https.');
  if (faults.length > 0) return createDiagnosis(false, faults);
  const { baseUrl, tokenUrl, getToken, profile, client } = read.settings;
  if (client) return createDiagnosis(true, ['The page brings a client of its own, so there is nothing else to look at.']);
  const seen = (policy ??= watchPagePolicy(document, systemClock));
  const { ok, findings } = await diagnoseService({
    baseUrl,
    wasBlocked: (url) => seen.wasBlocked(url),
    ...presentFields({ tokenUrl, getToken, profile }),
  });
  return { ok, findings: read.settings.orderId === undefined ? findings.map(addUnnamedOrder) : findings };
}

/** An order without a name is no fault, but the developer should know. */
function addUnnamedOrder(finding: DiagnosisFinding): DiagnosisFinding {
  return finding.check === 'settings' ? { ...finding, message: `${finding.message} ${UNNAMED_ORDER}` } : finding;
}

function createDiagnosis(ok: boolean, messages: readonly string[]): Diagnosis {
  return { ok, findings: messages.map((message): DiagnosisFinding => ({ check: 'settings', ok, message })) };
}
