import { defaultProfile } from '../../client/profile/default-profile.js';
import { NO_IDENTIFIER, type Examination } from './examination.js';
import type { Reply, ServiceResponse } from './probe.js';

/** A request of the page, as its preflight describes it. */
interface PageRequest {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** The header names in lower case and sorted, as browsers send them. */
  headers: string[];
}

/** The methods that a page may use even if the preflight's response does not name them (Fetch, "CORS-safelisted method"). */
const FREE_METHODS: readonly string[] = ['GET', 'HEAD', 'POST'];

/** Checks whether pages of an origin may call the service. Sends the preflights that a browser would send, and a `GET`. */
export async function checkCors(examination: Examination, origin: string | undefined): Promise<void> {
  const { service, report } = examination;
  if (origin === undefined) {
    report.unknown('cors', 'Whether pages may call the service was not asked.', 'Give --origin https://your-shop.example to check CORS.');
    return;
  }
  if (origin === service.baseUrl.origin) {
    report.ok('cors', 'The page and the service have one origin: CORS does not matter.');
    return;
  }
  const refused: string[] = [];
  for (const request of listPageRequests(examination)) {
    const reply = await sendPreflight(examination, request, origin);
    const problem = judgePreflight(reply, request, origin);
    if (problem === undefined && request.path === defaultProfile.paths.processPayment) checkConnection(examination, reply);
    if (problem !== undefined) refused.push(`${request.method} ${request.path} (${problem})`);
  }
  if (refused.length > 0) {
    report.bad(
      'cors',
      `Pages of ${origin} may not call: ${refused.join('; ')}.`,
      `Have the service allow ${origin} with the headers Authorization and Content-Type, or let your server pass the requests on.`,
    );
  } else report.ok('cors', `The preflights let pages of ${origin} send every request.`);
  await checkReading(examination, origin);
}

/**
 * Checks that no charge reuses the connection of its preflight: if a reused connection breaks, browsers send the charge again by themselves
 * (RFC 9112, 9.3.1). The check sees HTTP/1.1 only, which is what the doctor speaks.
 */
function checkConnection({ report, service }: Examination, reply: Reply): void {
  const { idempotency } = report.profile.data;
  const isClosed = reply.kind === 'response' && parseList(reply, 'Connection').includes('close');
  if (idempotency) {
    report.ok('preflight', 'The service knows a repeated charge by its key: what a browser sends again by itself is charged once.');
  } else if (isClosed) {
    report.ok(
      'preflight',
      'OPTIONS closes its connection (HTTP/1.1): no charge rides on it, and no browser sends one again.',
      service.baseUrl.protocol === 'https:' ? HTTP_2_TODO : undefined,
    );
  } else {
    report.bad(
      'preflight',
      'OPTIONS keeps its connection (no "Connection: close"): where that breaks, a browser may send a charge again by itself, and charge twice.',
      DOOR_TODO,
    );
  }
}

const DOOR_TODO =
  'Have the service know a repeated charge by a key (profile.idempotency; --repeat looks), or charge through your server (relay), or have the service send "Connection: close" in responses to OPTIONS too.';

const HTTP_2_TODO =
  'If browsers reach the service by HTTP/2 or 3, "Connection: close" closes nothing there: only a key or your server (relay) keeps them from charging twice.';

/** Checks that pages may read the response itself, which a correct preflight does not prove. */
async function checkReading({ service, report, statusPath, pixAuthorization }: Examination, origin: string): Promise<void> {
  const path = statusPath.replace('{qrCodeId}', NO_IDENTIFIER);
  const reply = await service.send({ method: 'GET', path, authorization: pixAuthorization, headers: { Origin: origin } });
  if (reply.kind === 'response' && allowsOrigin(reply, origin)) report.ok('cors', `Pages of ${origin} may read the responses.`);
  else
    report.bad(
      'cors',
      `Pages of ${origin} may not read the responses.`,
      `Have the service send "Access-Control-Allow-Origin: ${origin}" with every response, errors too.`,
    );
}

/** Lists the requests of the checkout with their methods, paths and headers, as the found profile has them. */
function listPageRequests({ report, statusPath }: Examination): PageRequest[] {
  const { idempotency, deleteCard } = report.profile.data;
  const { processPayment, tokenizeCard, generatePixQrCode, deleteCard: deletePath } = defaultProfile.paths;
  const { method, id } = { ...defaultProfile.deleteCard, ...deleteCard };
  const key = idempotency && 'header' in idempotency ? [idempotency.header.toLowerCase()] : [];
  const withBody = ['authorization', 'content-type'];
  return [
    { method: 'POST', path: processPayment, headers: [...withBody, ...key].toSorted() },
    { method: 'POST', path: tokenizeCard, headers: withBody },
    { method: 'POST', path: generatePixQrCode, headers: withBody },
    id === 'body'
      ? { method, path: deletePath, headers: withBody }
      : { method, path: `${deletePath}/${NO_IDENTIFIER}`, headers: ['authorization'] },
    { method: 'GET', path: statusPath.replace('{qrCodeId}', NO_IDENTIFIER), headers: ['authorization'] },
  ];
}

function sendPreflight({ service }: Examination, { method, path, headers }: PageRequest, origin: string): Promise<Reply> {
  return service.send({
    method: 'OPTIONS',
    path,
    authorization: 'none',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': headers.join(','),
    },
  });
}

/**
 * Returns the reason why a browser would not send the request after this response to its preflight (Fetch, "CORS-preflight fetch");
 * `undefined` if the browser would send it.
 */
function judgePreflight(reply: Reply, { method, headers }: PageRequest, origin: string): string | undefined {
  if (reply.kind === 'silence') return reply.reason;
  if (reply.status < 200 || reply.status > 299) return `OPTIONS responds ${reply.status}`;
  if (!allowsOrigin(reply, origin)) return 'no Access-Control-Allow-Origin for it';
  const methods = parseList(reply, 'Access-Control-Allow-Methods');
  if (!FREE_METHODS.includes(method) && !methods.includes('*') && !methods.includes(method.toLowerCase())) {
    return `Access-Control-Allow-Methods lacks ${method}`;
  }
  const allowed = parseList(reply, 'Access-Control-Allow-Headers');
  // The wildcard does not cover `Authorization`.
  const lacking = headers.filter((name) => !allowed.includes(name) && (name === 'authorization' || !allowed.includes('*')));
  return lacking.length > 0 ? `Access-Control-Allow-Headers lacks ${lacking.join(', ')}` : undefined;
}

function allowsOrigin({ headers }: ServiceResponse, origin: string): boolean {
  const allowed = headers.get('Access-Control-Allow-Origin')?.trim();
  return allowed === '*' || allowed === origin;
}

/** Parses a header that is a list, in lower case. */
function parseList({ headers }: ServiceResponse, name: string): string[] {
  return (headers.get(name) ?? '').split(',').map((item) => item.trim().toLowerCase());
}
