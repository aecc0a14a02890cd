import { isCheckoutError } from '../domain/errors.js';
import { presentFields } from '../domain/present-fields.js';
import { createService } from './create-service.js';
import { bad, good, warning, type Diagnosis, type DiagnosisFinding } from './diagnosis/finding.js';
import { fillStatusPath, judgePath, PROBE_ID, type PathProbe } from './diagnosis/service-path.js';
import { isOwnOrigin } from './http/page-origin.js';
import { canReach, sendRequest } from './http/send-request.js';
import { parseServiceUrl } from './http/service-url.js';
import { isSuccess } from './http/status-error.js';
import { waitAtMost } from './http/wait-at-most.js';
import { isEnvironment, type Environment } from './profile/environment.js';
import type { PaymentsClientOptions, Service, ServiceCall } from './service.js';
import { fillShopUrl } from './shop/shop-status.js';
import { parseTokenAnswer } from './tokens/token-answer.js';
import { createTokenUrlSource, isTokenRefusal } from './tokens/token-url.js';
import type { GetToken, TokenPurpose } from './tokens/token.js';

/**
 * The settings to diagnose, as a client receives them. `tokenUrl` may replace `getToken`. `statusUrl` and `orderId` are those of an
 * element.
 */
export type DiagnosisOptions = Omit<PaymentsClientOptions, 'isOnline'> & {
  tokenUrl?: string;
  statusUrl?: string;
  /** The order for which a token is requested. Default: none. */
  orderId?: string;
  /** The purpose of the requested token: `card-token` for a page that takes no payment. Default `pix-status`. */
  purpose?: 'pix-status' | 'card-token';
  /**
   * True if requests are sent to the service itself; default `true`. A page whose cards are charged in a frame need not reach the service.
   */
  isServiceAsked?: boolean;
  /** True if the page itself charges cards at the service; default `true`. False if a frame charges them. */
  isCharging?: boolean;
};

/** A token source that stores the environment of its tokens. */
interface WatchedSource {
  getToken: GetToken;
  environment?: Environment | undefined;
}

/**
 * Diagnoses why payments would not work. It checks the settings, the token endpoint, CORS, the page's policy, and whether a payments
 * service is at the base URL at all. It requests one token for `purpose` from the token source. The service and the shop's `statusUrl`
 * receive only `GET` requests, so nothing is charged or created. With `isServiceAsked: false`, the service receives no request. Never
 * rejects.
 *
 * @example
 * ```js
 * import { diagnoseService } from 'balcao/client';
 *
 * const { ok, findings } = await diagnoseService({
 *   baseUrl: 'https://payments.example/',
 *   tokenUrl: 'https://shop.example/token',
 * });
 * for (const { message } of findings) console.log(message);
 * ok; // true
 * ```
 */
export async function diagnoseService(options: DiagnosisOptions): Promise<Diagnosis> {
  const findings: DiagnosisFinding[] = [];
  try {
    const source = watchSource(options);
    const service = createService({ ...options, ...presentFields({ getToken: source?.getToken }) });
    findings.push(good('settings', 'The settings can be used.'));
    // The content type makes the browser send a preflight for both headers of a charge.
    const call: ServiceCall = { purpose: 'pix-status', method: 'GET', path: fillStatusPath(service.profile), contentType: true };
    const { orderId, purpose = call.purpose, isServiceAsked = true } = options;
    const token = await service
      .getToken({ ...call, purpose }, presentFields({ orderId }))
      .catch((error: unknown) => explainToken(error, options, purpose));
    if (typeof token === 'object') findings.push(token);
    else {
      findings.push(...describeToken(token, source?.environment, options));
      if (isServiceAsked) findings.push(...(await checkService(service, call, token, options)));
    }
    if (options.statusUrl !== undefined) findings.push(await checkStatusUrl(options.statusUrl, options.wasBlocked));
  } catch (error) {
    findings.push(bad('settings', describe(error)));
  }
  return { ok: findings.every(({ ok }) => ok), findings };
}

/** Wraps the token source, to read the environment from its answers. No other code sees the whole answer. */
function watchSource({ getToken, tokenUrl }: DiagnosisOptions): WatchedSource | undefined {
  const source = getToken ?? (tokenUrl === undefined ? undefined : createTokenUrlSource(tokenUrl));
  if (!source) return undefined;
  const watched: WatchedSource = {
    async getToken(request) {
      const answer = await source(request);
      const read = parseTokenAnswer(answer);
      if (read && 'token' in read) {
        const { environment: said } = read;
        watched.environment = said !== undefined && isEnvironment(said) ? said : undefined;
      }
      return answer;
    },
  };
  return watched;
}

/**
 * Reports that there is a token, or that no token is needed. Warns if `environment` is set, but nothing names the service's environment.
 */
function describeToken(token: string | undefined, said: Environment | undefined, options: DiagnosisOptions): DiagnosisFinding[] {
  const { environment: wanted, profile } = options;
  const found = said === undefined ? 'There is a token.' : `There is a token, of "${said}" by its answer.`;
  const finding = good('token', token === undefined ? "The shop's server adds the token." : found);
  if (wanted === undefined || (said ?? profile?.environment) !== undefined) return [finding];
  const unknown = `environment="${wanted}" checks nothing: neither profile.environment nor the token answer says which service this is.`;
  return [finding, warning('settings', unknown)];
}

/** Creates the finding for a token that could not be obtained. */
async function explainToken(error: unknown, options: DiagnosisOptions, purpose: TokenPurpose): Promise<DiagnosisFinding> {
  const { tokenUrl, orderId, wasBlocked } = options;
  if (tokenUrl !== undefined && (await wasBlocked?.(tokenUrl))) return bad('policy', 'The CSP (connect-src) blocks the token endpoint.');
  if (isTokenRefusal(error)) {
    const asked = `It was asked for purpose "${purpose}" ${orderId === undefined ? 'without an order' : `and order "${orderId}"`}`;
    return warning('token', `${describe(error)} ${asked}. Without a token, the service could not be checked.`);
  }
  const isClosed = isCheckoutError(error) && error.code === 'order-closed';
  return { check: 'token', ok: isClosed, message: describe(error) };
}

/** Checks the service. If the service is there, also checks whether its preflight allows the key of a charge. */
async function checkService(
  service: Service,
  call: ServiceCall,
  token: string | undefined,
  options: DiagnosisOptions,
): Promise<DiagnosisFinding[]> {
  const answer = await checkPath(service, call, token, options);
  return answer.ok ? [answer, ...(await checkKeyHeader(service, call, token)), ...warnOfRepeats(service, options)] : [answer];
}

/**
 * Warns of charges that a browser may repeat by itself. A page sees nothing of preflights, so it does not know whether the service prevents
 * this.
 */
function warnOfRepeats({ profile, baseUrl }: Service, { isCharging = true, purpose }: DiagnosisOptions): DiagnosisFinding[] {
  if (!isCharging || purpose === 'card-token' || profile.idempotency || isOwnOrigin(baseUrl)) return [];
  const cause = 'A browser may send a charge again by itself, where the connection breaks that its preflight came on';
  const effect = 'without a key (profile.idempotency) the card is then charged twice, and this page cannot tell';
  const fix = 'Name the key of the service, or let your own server charge (relay). Whether the service closes that connection';
  return [warning('service', `${cause}; ${effect}. ${fix}, no page can see: balcao doctor --origin says it.`)];
}

/** Queries a Pix charge that does not exist. Most problems show in whether the response can be read, and in its content. */
async function checkPath(
  service: Service,
  call: ServiceCall,
  token: string | undefined,
  { statusUrl, purpose = 'pix-status' }: DiagnosisOptions,
): Promise<DiagnosisFinding> {
  const { profile, baseUrl } = service;
  try {
    const response = await service.exchange(call, token);
    const ask: PathProbe['ask'] = (path) => service.exchange({ ...call, path }, token).catch(() => undefined);
    const isStatusAsked = purpose === 'pix-status' && statusUrl === undefined && !profile.pixStatus.query;
    return await judgePath({ response, profile, basePath: baseUrl.pathname, isStatusAsked, ask });
  } catch (error) {
    const code = isCheckoutError(error) && error.code;
    // No money depends on this, so a sign of the policy is enough.
    if (code === 'blocked-by-page' || (code === 'network' && (await service.wasBlocked(call))))
      return bad('policy', `The CSP (connect-src) blocks ${baseUrl.origin}.`);
    return bad('service', code === 'network' ? await explainNetworkError(service, call) : describe(error));
  }
}

/**
 * Checks whether the service's preflight allows the header of `profile.idempotency`. It sends `GET` requests to the path of the charge. If
 * no response of that path can be read, with or without the header, the path of the Pix status decides.
 */
async function checkKeyHeader(service: Service, call: ServiceCall, token: string | undefined): Promise<DiagnosisFinding[]> {
  const { idempotency, paths } = service.profile;
  if (!idempotency || 'field' in idempotency || isOwnOrigin(service.baseUrl)) return [];
  const { header } = idempotency;
  const key = { header, text: PROBE_ID };
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

/** Explains why no response of the service can be read: it cannot be reached, or it refuses the preflight or the page's origin. */
async function explainNetworkError(service: Service, call: ServiceCall): Promise<string> {
  const isReached = await service.wait(() => canReach(service.baseUrl), call.purpose).catch(() => false);
  if (!isReached) return 'The service cannot be reached: is base-url right?';
  return service.exchange({ ...call, contentType: false }, undefined).then(
    () => 'The service refuses the preflight: its OPTIONS answer must allow the headers Authorization and Content-Type.',
    () => 'The service answers without Access-Control-Allow-Origin for this page (CORS), or redirects.',
  );
}

/** Queries the shop's `status-url` about a Pix charge that does not exist. Rejects with `invalid-config` for a URL that cannot be used. */
async function checkStatusUrl(statusUrl: string, wasBlocked?: (url: string) => Promise<boolean> | boolean): Promise<DiagnosisFinding> {
  const url = parseServiceUrl(fillShopUrl(statusUrl, PROBE_ID), 'statusUrl');
  const response = await waitAtMost((signal) => sendRequest({ url, method: 'GET', signal })).catch(() => undefined);
  if (!response) {
    if (await wasBlocked?.(url.href)) return bad('policy', 'The CSP (connect-src) blocks status-url.');
    return bad('shop', 'status-url cannot be read: address, CORS for this page, a redirect, or no response within 15 seconds.');
  }
  const { status, body, text = '' } = response;
  if (status === 404 && text.trimStart().startsWith('<')) return bad('shop', 'status-url responds 404 with HTML: is its address right?');
  // A shop may respond as it likes about a charge that it does not know.
  if (!isSuccess(response))
    return warning(
      'shop',
      `status-url responds ${status} to a Pix charge that does not exist. If it does so to one of yours, check its address.`,
    );
  return body === undefined
    ? bad('shop', `status-url responds ${status} without JSON: is its address right?`)
    : good('shop', `status-url responds ${status}.`);
}

function describe(error: unknown): string {
  return isCheckoutError(error) ? error.message : 'The settings cannot be used.';
}
