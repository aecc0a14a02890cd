import { cleanServiceMessage } from '../../client/http/service-message.js';
import type { CardData } from '../../domain/payment.js';
import type { Reply, ServiceResponse } from './exchange.js';

/**
 * What a response to a request that makes something means. Only after `refused` and `unauthorized` may another form be tried: nothing was
 * made. After `unclear` it may have been, or the service asks to be left alone.
 */
export type Verdict = 'accepted' | 'refused' | 'unauthorized' | 'unclear';

/** With these the service says that it did nothing. Not 408 and 409: another try may be under way. */
const REFUSALS: readonly number[] = [400, 402, 404, 405, 406, 410, 413, 415, 422];

/** Judges a response by its status, and by `success` where its body has it. */
export function judgeReply(reply: Reply): Verdict {
  if (reply.kind === 'silence') return 'unclear';
  const { status } = reply;
  if (status >= 200 && status < 300) return readField(reply.body, 'success') === false ? 'refused' : 'accepted';
  if (status === 401 || status === 403) return 'unauthorized';
  return REFUSALS.includes(status) ? 'refused' : 'unclear';
}

/** A field of a body; `undefined` where it has none. */
export function readField(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? new Map<string, unknown>(Object.entries(body)).get(name) : undefined;
}

/** Whether an identifier can stand in a path: `.` and `..` would lead elsewhere. */
export function isSegment(identifier: string): boolean {
  return !/^\.{0,2}$/.test(identifier);
}

/** Says what came back: the status, and the service's own words without any digits of the card or the token. */
export function describeReply(reply: Reply, card?: CardData): string {
  if (reply.kind === 'silence') return reply.reason;
  const message = cleanServiceMessage(readField(reply.body, 'message'), card);
  return message === undefined ? String(reply.status) : `${reply.status} "${message}"`;
}

/** The names of a body's fields, so that a developer sees what came without anything that may be secret. */
export function describeFields(body: unknown): string {
  const names = typeof body === 'object' && body !== null ? Object.keys(body).slice(0, 20) : [];
  const safe = names.map((name) => cleanServiceMessage(name)).filter((name) => name !== undefined);
  return safe.length > 0 ? `its fields are ${safe.join(', ')}` : 'it is no JSON object';
}

/** The verbs that a 405 or a response to `OPTIONS` names in `Allow`. */
export function listAllowed({ headers }: ServiceResponse): string[] {
  return (headers.get('Allow') ?? '')
    .split(',')
    .map((verb) => verb.trim().toUpperCase())
    .filter((verb) => verb !== '');
}
