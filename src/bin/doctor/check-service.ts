import { parseWords } from '../../client/diagnosis/service-path.js';
import { defaultProfile } from '../../client/profile/default-profile.js';
import type { Examination } from './examination.js';
import { describeReply } from './judge-reply.js';
import type { Reply, ServiceResponse } from './exchange.js';

/** A path that no service has. */
export const NO_PATH = 'balcao-doctor/no-such-path';

/** The operations whose paths can be looked at without an identifier. */
const OPERATIONS = ['processPayment', 'tokenizeCard', 'generatePixQrCode'] as const;

const BASE_PATH_TODO = 'Look at the path of --base-url: the operations lie directly below it, as in BASE/card/processPayment.';

/** Whether the payments service is at the base URL: `unsure` where reading does not show its paths, though a service responds. */
export type Presence = 'absent' | 'unsure' | 'present';

/**
 * Looks for the payments service at the base URL: its paths respond in another way than a path that cannot exist. Some services respond
 * 404 to a `GET` where they take a `POST`, so `OPTIONS` is asked as well.
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

/** Says that none of the paths was found, where nothing else showed that the service is there. */
export function reportNoPaths({ report }: Examination): void {
  report.bad('paths', 'It responds 404 to every path: none of those of the payments service is there.', BASE_PATH_TODO);
}

/** Whether something responds that may be the service. */
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
      `The service does not work now: it responds ${describeReply(nothing)}.`,
      'Try again later, or look at the path of --base-url.',
    );
  } else {
    report.ok('service', `A server responds at ${service.baseUrl.href}.`);
    return true;
  }
  return false;
}

/** A response, and the path that it may repeat in its words. */
interface Seen {
  reply: Reply;
  path: string;
}

/** Whether two responses differ in more than the path that was asked for. */
export function differs(one: Seen, other: Seen): boolean {
  if (one.reply.kind === 'silence' || other.reply.kind === 'silence') return false;
  return one.reply.status !== other.reply.status || parseWords(one.reply, one.path).text !== parseWords(other.reply, other.path).text;
}

function describeTarget({ headers }: ServiceResponse, baseUrl: URL): string {
  try {
    const { origin, pathname } = new URL(headers.get('Location') ?? '', baseUrl);
    return ` to ${origin}${pathname}`;
  } catch {
    return '';
  }
}
