import type { AttemptRecord, Decision, OrderRecord } from './order-record.js';
import { deriveAvailability, findHolder, isEnded, planSearch, putAttempt } from './order-state.js';

/** The attempt of a request to charge. */
export type WantedAttempt = Pick<
  AttemptRecord,
  'attemptId' | 'method' | 'via' | 'session' | 'address' | 'amountCents' | 'mayChargeUntil' | 'sentAt'
>;

/** The result of a request to charge. `isNew` is false if the same session has requested the same attempt before. */
export type OpenResult =
  | { status: 'granted'; isNew: boolean; replaced?: string }
  | { status: 'paid' }
  | { status: 'closed' }
  /** The order cannot be charged now. `holder` is the attempt that may be charging it, if there is one. */
  | { status: 'busy'; retryAfterMs: number; holder?: AttemptRecord }
  /** A limit within an hour was reached: of the order's attempts, unless another one is named. */
  | ({ status: 'limited' } & ReachedLimit)
  /** This attempt was already sent or has ended: it never charges again. */
  | { status: 'used'; attempt: AttemptRecord };

/** A limit that was reached. */
export interface ReachedLimit {
  limit?: 'repeatsPerOrder' | 'declinesPerSession' | 'declinesPerAddress';
  retryAfterMs: number;
}

/** The shortest and the longest wait for a busy order, ms. */
const SHORTEST_WAIT_MS = 5000;
const LONGEST_WAIT_MS = 120_000;

/** The wait of a session for its own attempt, ms: its page is about to send the report that lets the session continue. */
const OWN_WAIT_MS = 2000;

/** The time in which attempts are counted, ms. */
const HOUR_MS = 3_600_000;

/** The reported states after which the same session may continue with another attempt: its page knows that nothing was charged. */
const OVER_FOR_PAGE: readonly string[] = ['declined', 'failed'];

/**
 * Opens an attempt, if no other attempt may charge the order. The same attempt of the same session is granted again while it only has a
 * token. If a session's page reports that its attempt was declined or failed, the session's next attempt takes over the order. Other
 * sessions still cannot charge it.
 *
 * @param mostPerHour The most attempts of the order within an hour, and the most further tokens of its attempts. Only stored attempts count:
 * a request that finds the order busy stores none. What the relay did not send counts for nothing.
 * @param reached The limit of tries that the sender has reached.
 */
export function openAttempt(
  order: OrderRecord,
  wanted: WantedAttempt,
  now: number,
  mostPerHour = Infinity,
  reached?: ReachedLimit,
): Decision<OpenResult> {
  const known = order.attempts.find(({ attemptId }) => attemptId === wanted.attemptId);
  // A repeated charge is told so before anything else: any other answer would not say that it was sent.
  if (known?.via === 'relay' && wanted.via === 'relay') return { result: { status: 'used', attempt: known }, order };
  const availability = deriveAvailability(order);
  if (availability.status === 'paid') return { result: { status: 'paid' }, order };
  if (availability.status === 'short') return { result: { status: 'closed' }, order };
  if (availability.status === 'unclear') return { result: { status: 'busy', retryAfterMs: LONGEST_WAIT_MS }, order };
  if (known) return repeat(order, known, wanted, { now, mostPerHour });
  const holder = availability.status === 'held' ? availability.holder : undefined;
  if (holder && !isHandedOver(holder, wanted)) return { result: createBusyResult(holder, wanted, now), order };
  const recent = order.attempts.filter((attempt) => now - attempt.openedAt < HOUR_MS && !isUnsent(attempt));
  if (recent.length >= mostPerHour) {
    const first = Math.min(...recent.map(({ openedAt }) => openedAt));
    return { result: { status: 'limited', retryAfterMs: first + HOUR_MS - now }, order };
  }
  if (reached) return { result: { status: 'limited', ...reached }, order };
  const freed = holder
    ? putAttempt(order, { ...holder, state: 'replaced', endedAt: now, endedBy: 'page', askAt: planSearch(holder, now) })
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

/** Creates the result for a request that may not charge now, with the time of `Retry-After`. */
function createBusyResult(holder: AttemptRecord, { session }: Pick<WantedAttempt, 'session'>, now: number): OpenResult {
  const isAwaitingReport =
    holder.session === session && holder.via === 'token' && holder.state === 'open' && (holder.told?.state ?? 'open') === 'open';
  if (isAwaitingReport) return { status: 'busy', retryAfterMs: OWN_WAIT_MS, holder };
  const leftMs = (holder.mayChargeUntil ?? Infinity) - now;
  const waitMs = holder.state === 'unconfirmed' ? LONGEST_WAIT_MS : Math.min(Math.max(leftMs, SHORTEST_WAIT_MS), LONGEST_WAIT_MS);
  return { status: 'busy', retryAfterMs: waitMs, holder };
}

/**
 * Returns whether a session may replace its own attempt, because its page reported that the attempt has ended. This exists for tokens
 * alone: the relay itself knows how its attempts ended.
 */
export function isHandedOver(holder: AttemptRecord, { session, via }: Pick<WantedAttempt, 'session' | 'via'>): boolean {
  const isOver = holder.told !== undefined && OVER_FOR_PAGE.includes(holder.told.state);
  return isOver && holder.via === 'token' && via === 'token' && holder.session === session && holder.state !== 'sent';
}

/** Returns whether the relay opened an attempt and did not send it. */
function isUnsent({ via, sentAt }: AttemptRecord): boolean {
  return via === 'relay' && sentAt === undefined;
}

/** Decides about an attempt that is already known. */
function repeat(
  order: OrderRecord,
  known: AttemptRecord,
  wanted: WantedAttempt,
  { now, mostPerHour }: { now: number; mostPerHour: number },
): Decision<OpenResult> {
  const holder = findHolder(order);
  if (known.session !== wanted.session) {
    return { result: holder ? createBusyResult(holder, wanted, now) : { status: 'busy', retryAfterMs: LONGEST_WAIT_MS }, order };
  }
  const isSame = known.via === 'token' && wanted.via === 'token' && known.state === 'open' && known.attemptId === order.holder;
  const isUsable = isSame && known.amountCents === wanted.amountCents;
  if (!isUsable)
    return {
      result: isEnded(known) || known.via === 'relay' ? { status: 'used', attempt: known } : createBusyResult(known, wanted, now),
      order,
    };
  const recent = order.attempts.flatMap(({ repeats }) => (repeats && now - repeats.since < HOUR_MS ? [repeats] : []));
  if (recent.reduce((sum, { count }) => sum + count, 0) >= mostPerHour) {
    const first = Math.min(...recent.map(({ since }) => since));
    return { result: { status: 'limited', limit: 'repeatsPerOrder', retryAfterMs: first + HOUR_MS - now }, order };
  }
  const before = recent.find((repeats) => repeats === known.repeats) ?? { count: 0, since: now };
  const repeated = { ...known, repeats: { ...before, count: before.count + 1 } };
  return { result: { status: 'granted', isNew: false }, order: putAttempt(order, withLaterEnd(repeated, wanted)) };
}

/**
 * Returns the attempt with the later end of two tokens, or without an end if one of them has none. There are two tokens if an attempt gets
 * a second one, or if it replaces an attempt whose end only a page has reported.
 */
function withLaterEnd(
  { mayChargeUntil: end, ...known }: AttemptRecord,
  { mayChargeUntil: other }: Pick<AttemptRecord, 'mayChargeUntil'>,
): AttemptRecord {
  return end === undefined || other === undefined ? known : { ...known, mayChargeUntil: Math.max(end, other) };
}
