import type { AttemptRecord, Decision, OrderRecord } from './order-record.js';
import { deriveAvailability, findHolder, isEnded, planQuestion, putAttempt } from './order-state.js';

/** An attempt that wants to charge. */
export type WantedAttempt = Pick<AttemptRecord, 'attemptId' | 'method' | 'via' | 'session' | 'amountCents' | 'mayChargeUntil' | 'sentAt'>;

/** The answer to an attempt that wants to charge. `isNew` is false where the same attempt of the same session asked again. */
export type OpenAnswer =
  | { status: 'granted'; isNew: boolean; replaced?: string }
  | { status: 'paid' }
  | { status: 'closed' }
  /** Another attempt may be charging. `holder` is the attempt that it waits for. */
  | { status: 'busy'; retryAfterMs: number; holder?: AttemptRecord }
  /** The order has had as many attempts within an hour as it may have. */
  | { status: 'limited'; retryAfterMs: number }
  /** This attempt was sent, or has ended: it never charges again. */
  | { status: 'used'; attempt: AttemptRecord };

/** The shortest and the longest wait for a busy order, ms. */
const SHORTEST_WAIT_MS = 5000;
const LONGEST_WAIT_MS = 120_000;

/** The wait of a session for its own attempt, ms: the report of its page, which lets it continue, is about to arrive. */
const OWN_WAIT_MS = 2000;

/** The time in which attempts are counted, ms. */
const HOUR_MS = 3_600_000;

/** After these reports of its page the same session may continue with another attempt: its page knows that nothing was charged. */
const OVER_FOR_PAGE: readonly string[] = ['declined', 'failed'];

/**
 * Opens an attempt, if no other may charge the order. The same attempt of the same session is granted again as long as it only has a
 * token. A session whose page reports that its attempt was declined or failed hands the order over to its next attempt: that releases nothing
 * for other sessions.
 *
 * @param mostPerHour The most attempts of the order within an hour: counted by its rows, so that an attempt that finds it busy does not count.
 */
export function openAttempt(order: OrderRecord, wanted: WantedAttempt, now: number, mostPerHour = Infinity): Decision<OpenAnswer> {
  const known = order.attempts.find(({ attemptId }) => attemptId === wanted.attemptId);
  const availability = deriveAvailability(order);
  if (availability.status === 'paid') return { result: { status: 'paid' }, order };
  if (availability.status === 'short') return { result: { status: 'closed' }, order };
  if (availability.status === 'unclear') return { result: { status: 'busy', retryAfterMs: LONGEST_WAIT_MS }, order };
  if (known) return repeat(order, known, wanted, now);
  const holder = availability.status === 'held' ? availability.holder : undefined;
  if (holder && !isHandedOver(holder, wanted)) return { result: createBusyAnswer(holder, wanted, now), order };
  const recent = order.attempts.filter(({ openedAt }) => now - openedAt < HOUR_MS);
  if (recent.length >= mostPerHour) {
    const first = Math.min(...recent.map(({ openedAt }) => openedAt));
    return { result: { status: 'limited', retryAfterMs: first + HOUR_MS - now }, order };
  }
  const freed = holder
    ? putAttempt(order, { ...holder, state: 'replaced', endedAt: now, endedBy: 'page', askAt: planQuestion(holder, now) })
    : order;
  const attempt: AttemptRecord = {
    ...wanted,
    orderId: order.orderId,
    state: wanted.via === 'relay' ? 'sent' : 'open',
    openedAt: now,
  };
  const opened = holder ? withLaterEnd(attempt, holder) : attempt;
  return {
    result: { status: 'granted', isNew: true, ...(holder && { replaced: holder.attemptId }) },
    order: { ...putAttempt(freed, opened), holder: opened.attemptId },
  };
}

/** The answer to an attempt that may not charge now, with the time of `Retry-After`. */
function createBusyAnswer(holder: AttemptRecord, { session }: Pick<WantedAttempt, 'session'>, now: number): OpenAnswer {
  const isAwaitingReport =
    holder.session === session && holder.via === 'token' && holder.state === 'open' && (holder.told?.state ?? 'open') === 'open';
  if (isAwaitingReport) return { status: 'busy', retryAfterMs: OWN_WAIT_MS, holder };
  const leftMs = (holder.mayChargeUntil ?? Infinity) - now;
  const waitMs = holder.state === 'unconfirmed' ? LONGEST_WAIT_MS : Math.min(Math.max(leftMs, SHORTEST_WAIT_MS), LONGEST_WAIT_MS);
  return { status: 'busy', retryAfterMs: waitMs, holder };
}

/** True where the session that may charge continues with another attempt, after its page reported that this one is over. The relay needs no report: it knows. */
export function isHandedOver(holder: AttemptRecord, { session, via }: Pick<WantedAttempt, 'session' | 'via'>): boolean {
  const isOver = holder.told !== undefined && OVER_FOR_PAGE.includes(holder.told.state);
  return isOver && holder.via === 'token' && via === 'token' && holder.session === session && holder.state !== 'sent';
}

function repeat(order: OrderRecord, known: AttemptRecord, wanted: WantedAttempt, now: number): Decision<OpenAnswer> {
  const holder = findHolder(order);
  if (known.session !== wanted.session) {
    return { result: holder ? createBusyAnswer(holder, wanted, now) : { status: 'busy', retryAfterMs: LONGEST_WAIT_MS }, order };
  }
  const isSame = known.via === 'token' && wanted.via === 'token' && known.state === 'open' && known.attemptId === order.holder;
  const isUsable = isSame && known.amountCents === wanted.amountCents;
  if (!isUsable)
    return {
      result: isEnded(known) || known.via === 'relay' ? { status: 'used', attempt: known } : createBusyAnswer(known, wanted, now),
      order,
    };
  return { result: { status: 'granted', isNew: false }, order: putAttempt(order, withLaterEnd(known, wanted)) };
}

/**
 * There may be two tokens, of one attempt, or of one and of the attempt that it replaces, whose end only its page has reported: the later end counts, and
 * none where one of them has none.
 */
function withLaterEnd(
  { mayChargeUntil: end, ...known }: AttemptRecord,
  { mayChargeUntil: other }: Pick<AttemptRecord, 'mayChargeUntil'>,
): AttemptRecord {
  return end === undefined || other === undefined ? known : { ...known, mayChargeUntil: Math.max(end, other) };
}
