import { parseWords } from '../../client/diagnosis/service-path.js';
import { defaultProfile } from '../../client/profile/default-profile.js';
import { NO_IDENTIFIER, type Examination } from './examination.js';
import { formatReply, type ProbeAuthorization, type Reply, type ServiceResponse } from './probe.js';

/** A path that no service has. */
const NO_PATH = 'balcao-doctor/no-such-path';

/** The operations whose paths contain no identifier. */
const OPERATIONS = ['processPayment', 'tokenizeCard', 'generatePixQrCode'] as const;

const BASE_PATH_TODO = 'Look at the path of --base-url: the operations lie directly below it, as in BASE/card/processPayment.';

/**
 * The result of the search for the payments service at the base URL. `unsure`: a server responds, but not so that the paths can be seen.
 */
type Presence = 'absent' | 'unsure' | 'present';

/**
 * Looks for the payments service at the base URL. The service is there if its paths respond differently from a path that cannot exist.
 * Sends `OPTIONS` too, because some services respond 404 to a `GET` on a path that takes a `POST`.
 */
export async function checkService(examination: Examination): Promise<Presence> {
  const { service, report } = examination;
  const nothing = await service.send({ method: 'GET', path: NO_PATH });
  const isHere = checkReach(examination, nothing);
  if (nothing.kind === 'silence' || !isHere) return 'absent';
  const options = await service.send({ method: 'OPTIONS', path: NO_PATH });
  const missing: string[] = [];
  for (const operation of OPERATIONS) {
    const path = defaultProfile.paths[operation];
    const isThere =
      differs({ reply: await service.send({ method: 'GET', path }), path }, { reply: nothing, path: NO_PATH }) ||
      differs({ reply: await service.send({ method: 'OPTIONS', path }), path }, { reply: options, path: NO_PATH });
    if (!isThere) missing.push(path);
  }
  if (missing.length === 0) {
    report.ok('paths', `It has ${OPERATIONS.map((operation) => defaultProfile.paths[operation]).join(', ')}.`);
    return 'present';
  }
  if (missing.length < OPERATIONS.length) {
    report.bad('paths', `It has no ${missing.join(', ')}.`, 'If these operations have other paths, set profile.paths.');
    return 'present';
  }
  if (nothing.status !== 404) {
    report.unknown('paths', `It responds ${nothing.status} to every path, also to one that cannot exist.`);
    return 'present';
  }
  if (typeof nothing.body === 'object') return 'unsure';
  report.bad('paths', 'It responds 404 to every path, and not in JSON: what is there is not the payments service.', BASE_PATH_TODO);
  return 'absent';
}

/** Reports that none of the paths was found. Called if nothing else showed that the service is there. */
export function reportNoPaths({ report }: Examination): void {
  report.bad('paths', 'It responds 404 to every path: none of those of the payments service is there.', BASE_PATH_TODO);
}

/**
 * Reports whether a server responds, and returns whether it may be the payments service. `nothing` is the reply for a path that cannot
 * exist.
 */
function checkReach({ service, report }: Examination, nothing: Reply): boolean {
  if (nothing.kind === 'silence') {
    report.bad('service', `The service cannot be reached: ${nothing.reason}.`, 'Look at --base-url and at the network.');
  } else if (nothing.status >= 300 && nothing.status < 400) {
    report.bad(
      'service',
      `The service redirects${describeTarget(nothing, service.baseUrl)}.`,
      'Give the address behind the redirect as --base-url: a redirect is never followed, since it would take the token along.',
    );
  } else if (nothing.status < 300) {
    report.bad('service', `It responds ${nothing.status} to a path that cannot exist: this is not the payments service.`, BASE_PATH_TODO);
  } else if (nothing.status >= 500) {
    report.bad(
      'service',
      `The service does not work now: it responds ${formatReply(nothing)}.`,
      'Try again later, or look at the path of --base-url.',
    );
  } else {
    report.ok('service', `A server responds at ${service.baseUrl.href}.`);
    return true;
  }
  return false;
}

/** A reply, and the requested path, which the reply may repeat in its message. */
interface Seen {
  reply: Reply;
  path: string;
}

/** Returns whether two replies differ in more than the requested path. */
function differs(one: Seen, other: Seen): boolean {
  if (one.reply.kind === 'silence' || other.reply.kind === 'silence') return false;
  return one.reply.status !== other.reply.status || parseWords(one.reply, one.path).text !== parseWords(other.reply, other.path).text;
}

/** Returns the address of a redirect as the end of a sentence; empty if the response has none. */
function describeTarget({ headers }: ServiceResponse, baseUrl: URL): string {
  try {
    const { origin, pathname } = new URL(headers.get('Location') ?? '', baseUrl);
    return ` to ${origin}${pathname}`;
  } catch {
    return '';
  }
}

const STATUS_TODO =
  "Ask your provider for the path of the Pix status query and give it as --status-path 'PATH/{qrCodeId}'. --write shows it for certain.";

/** The result of `checkToken`: the token is `refused`, the path is `missing`, or the path exists and the token may be `good`. */
type TokenCheck = 'refused' | 'missing' | 'good';

/**
 * Requests the status of a Pix charge that does not exist: without a token, and with the token in both documented forms. Compares each
 * reply with the one for a path that cannot exist. Sets the form in which Pix accepts the token.
 */
export async function checkToken(examination: Examination): Promise<TokenCheck> {
  const { service, report, statusPath } = examination;
  const path = statusPath.replace('{qrCodeId}', NO_IDENTIFIER);
  const ask = async (authorization: ProbeAuthorization): Promise<{ reply: Reply; isThere: boolean; isLocked: boolean }> => {
    const reply = await service.send({ method: 'GET', path, authorization });
    const nothing = await service.send({ method: 'GET', path: NO_PATH, authorization });
    return { reply, isThere: differs({ reply, path }, { reply: nothing, path: NO_PATH }), isLocked: isLocked(reply) };
  };
  const [none, bearer, bare] = [await ask('none'), await ask('bearer'), await ask('jwt')];
  if (bearer.isLocked && bare.isLocked) {
    report.bad('token', `The service refuses the token: ${formatReply(bearer.reply)}.`, 'Put a token that is valid now in BALCAO_TOKEN.');
    return 'refused';
  }
  if (![none, bearer, bare].some(({ isThere }) => isThere)) {
    report.unknown('pix-status', `GET ${statusPath} responds like a path that does not exist: ${formatReply(bearer.reply)}.`, STATUS_TODO);
    report.unknown('token', 'Without that path reading does not show whether the token is good.');
    return 'missing';
  }
  report.ok('pix-status', `The status of a Pix charge is asked at GET ${statusPath}.`);
  if (!none.isLocked) {
    report.unknown('token', 'That path needs no token, so reading does not show whether the token is good.');
  } else if (bearer.isLocked) {
    examination.pixAuthorization = 'jwt';
    report.ok('token', 'Pix takes the token bare: "Authorization: TOKEN".');
  } else {
    report.ok('token', `The token is accepted: "Authorization: Bearer TOKEN"${bare.isLocked ? '' : ', and bare as well'}.`);
  }
  return 'good';
}

function isLocked(reply: Reply): boolean {
  return reply.kind === 'response' && (reply.status === 401 || reply.status === 403);
}
