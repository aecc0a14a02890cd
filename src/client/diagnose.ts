import { isCheckoutError } from '../domain/errors.js';
import { isOwnOrigin } from './http/page-origin.js';
import { canReach } from './http/send-request.js';
import { Service, type PaymentsClientOptions, type ServiceCall } from './service.js';
import { createTokenUrlSource } from './tokens/token-url.js';

/** What is looked at. */
export type DiagnosisCheck = 'settings' | 'token' | 'service' | 'policy';

/** One thing that was looked at, in words for a developer. */
export interface DiagnosisFinding {
  check: DiagnosisCheck;
  ok: boolean;
  message: string;
}

/** What a diagnosis says: `ok` when no finding is bad. */
export interface Diagnosis {
  ok: boolean;
  findings: DiagnosisFinding[];
}

/** The settings to look at, as they are given to a client; `tokenUrl` in place of `getToken`. */
export type DiagnosisOptions = Omit<PaymentsClientOptions, 'isOnline'> & { tokenUrl?: string };

/** The identifier of no Pix charge, so that asking for it changes nothing. */
const NO_CHARGE = 'balcao-diagnosis';

/**
 * Finds out why payments would not work: the settings, the token endpoint, CORS and the page's policy. Asks the token source for
 * one token, for `pix-status`; the service gets `GET` requests alone, so nothing is charged or made. Never rejects.
 */
export async function diagnoseService(options: DiagnosisOptions): Promise<Diagnosis> {
  const findings: DiagnosisFinding[] = [];
  try {
    const service = createService(options);
    findings.push(good('settings', 'The settings can be used.'));
    // The content type makes the browser ask the service (preflight) for both headers that a charge carries.
    const path = service.profile.paths.pixStatus.replace('{qrCodeId}', NO_CHARGE);
    const call: ServiceCall = { purpose: 'pix-status', method: 'GET', path, contentType: true };
    const token = await service.getToken(call, {}).catch((error: unknown) => explainToken(error, options));
    if (typeof token === 'object') findings.push(token);
    else {
      const answer = await checkService(service, call, token);
      findings.push(good('token', token ? 'There is a token.' : "The shop's server adds the token."), answer);
      if (answer.ok) findings.push(...(await checkKeyHeader(service, call, token)));
    }
  } catch (error) {
    findings.push(bad('settings', describe(error)));
  }
  return { ok: findings.every(({ ok }) => ok), findings };
}

function createService({ tokenUrl, ...options }: DiagnosisOptions): Service {
  const getToken = options.getToken ?? (tokenUrl === undefined ? undefined : createTokenUrlSource(tokenUrl));
  return new Service({ ...options, ...(getToken && { getToken }) });
}

async function explainToken(error: unknown, { tokenUrl, wasBlocked }: DiagnosisOptions): Promise<DiagnosisFinding> {
  if (tokenUrl !== undefined && (await wasBlocked?.(tokenUrl))) return bad('policy', 'The CSP (connect-src) blocks the token endpoint.');
  const isClosed = isCheckoutError(error) && error.code === 'order-closed';
  return { check: 'token', ok: isClosed, message: describe(error) };
}

/** An answer that can be read is what counts: the path of the Pix status is a guess, so 404 is fine. */
async function checkService(service: Service, call: ServiceCall, token: string | undefined): Promise<DiagnosisFinding> {
  try {
    const { status } = await service.exchange(call, token);
    const message = `The service answers ${status}.`;
    return status === 401 || status >= 500 ? bad('service', message) : good('service', message);
  } catch (error) {
    const code = isCheckoutError(error) && error.code;
    // No money hangs on it here, so a sign is enough.
    if (code === 'blocked-by-page' || (code === 'network' && (await service.wasBlocked(call))))
      return bad('policy', `The CSP (connect-src) blocks ${service.baseUrl.origin}.`);
    return bad('service', code === 'network' ? await explainBreak(service, call) : describe(error));
  }
}

/**
 * Whether the preflight of a service that can be reached lets the header of `profile.idempotency` pass, at the path of the charge, by `GET`. Where no answer of that path can
 * be read, with the header or without, the path of the Pix status tells.
 */
async function checkKeyHeader(service: Service, call: ServiceCall, token: string | undefined): Promise<DiagnosisFinding[]> {
  const { idempotency, paths } = service.profile;
  if (!idempotency || 'field' in idempotency || isOwnOrigin(service.baseUrl)) return [];
  const { header } = idempotency;
  const key = { header, text: NO_CHARGE };
  const charge = { ...call, path: paths.processPayment };
  const canRead = (tried: ServiceCall): Promise<boolean> =>
    service.exchange(tried, token).then(
      () => true,
      () => false,
    );
  const isAllowed = (await canRead({ ...charge, key })) || (!(await canRead(charge)) && (await canRead({ ...call, key })));
  if (isAllowed) return [good('service', `The service's preflight allows the header ${header}.`)];
  const effect = 'no charge would be sent, and every payment would end unconfirmed';
  const fix = 'Its OPTIONS answer must allow the header, or profile.idempotency must go';
  return [bad('service', `The service's preflight refuses the header ${header} (profile.idempotency): ${effect}. ${fix}.`)];
}

async function explainBreak(service: Service, call: ServiceCall): Promise<string> {
  const isReached = await service.wait(() => canReach(service.baseUrl), call.purpose).catch(() => false);
  if (!isReached) return 'The service cannot be reached: is base-url right?';
  return service.exchange({ ...call, contentType: false }, undefined).then(
    () => 'The service refuses the preflight: its OPTIONS answer must allow the headers Authorization and Content-Type.',
    () => 'The service answers without Access-Control-Allow-Origin for this page (CORS), or redirects.',
  );
}

function good(check: DiagnosisCheck, message: string): DiagnosisFinding {
  return { check, ok: true, message };
}

function bad(check: DiagnosisCheck, message: string): DiagnosisFinding {
  return { check, ok: false, message };
}

function describe(error: unknown): string {
  return isCheckoutError(error) ? error.message : 'The settings cannot be used.';
}
