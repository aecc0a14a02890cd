import type { AttemptRecord, Decision, OrderRecord } from './order-record.js';
import { deriveAvailability, findHolder, isEnded, planQuestion, putAttempt } from './order-state.js';

/** An attempt that wants to charge. */
export type WantedAttempt = Pick<AttemptRecord, 'attemptId' | 'method' | 'via' | 'session' | 'amountCents' | 'mayChargeUntil' | 'sentAt'>;

/** Whether an attempt may charge. `isNew` is false where the same attempt of the same session asked again. */
export type OpenAnswer =
  | { status: 'granted'; isNew: boolean; replaced?: string }
  | { status: 'paid' }
  | { status: 'closed' }
  /** Somebody else may be charging, or nobody knows. `holder` is the attempt that it waits for. */
  | { status: 'busy'; retryAfterMs: number; holder?: AttemptRecord }
  /** The order has had as many attempts within an hour as it may have. */
  | { status: 'limited'; retryAfterMs: number }
  /** This attempt was sent, or has ended: it never charges again. */
  | { status: 'used'; attempt: AttemptRecord };

/** How long whoever finds an order busy is told to wait at least, and at most, ms. */
const SHORTEST_WAIT_MS = 5000;
const LONGEST_WAIT_MS = 120_000;

/** The same for the session whose own attempt it waits for: the notice of its page, which lets it go on, is on its way. */
const OWN_WAIT_MS = 2000;

/** The time in which attempts are counted, ms. */
const HOUR_MS = 3_600_000;

/** After these words of its page the same session may go on with another attempt: its page knows that nothing was charged. */
const OVER_FOR_PAGE: readonly string[] = ['declined', 'failed'];

/**
 * Opens an attempt, if nobody else may charge the order. The same attempt of the same session is granted again as long as it only has a
 * token. A session whose own page says that its attempt was declined or failed hands the order over to its next attempt: that frees nothing
 * for anybody else.
 *
 * @param mostPerHour How many attempts the order may have within an hour: counted by its own rows, so that who finds it busy counts for nothing.
 */
export function openAttempt(order: OrderRecord, wanted: WantedAttempt, now: number, mostPerHour = Infinity): Decision<OpenAnswer> {
  const known = order.attempts.find(({ attemptId }) => attemptId === wanted.attemptId);
  const stand = deriveAvailability(order);
  if (stand.status === 'paid' || stand.status === 'short') {
    return { result: { status: stand.status === 'paid' ? 'paid' : 'closed' }, order };
  }
  if (stand.status === 'unclear') return { result: { status: 'busy', retryAfterMs: LONGEST_WAIT_MS }, order };
  if (known) return repeat(order, known, wanted, now);
  const holder = stand.status === 'held' ? stand.holder : undefined;
  if (holder && !isHandedOver(holder, wanted)) return { result: describeBusy(holder, wanted, now), order };
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

/** What a shopper who is not to charge now reads in `Retry-After`. */
function describeBusy(holder: AttemptRecord, { session }: Pick<WantedAttempt, 'session'>, now: number): OpenAnswer {
  const isOwnNews =
    holder.session === session && holder.via === 'token' && holder.state === 'open' && (holder.told?.state ?? 'open') === 'open';
  if (isOwnNews) return { status: 'busy', retryAfterMs: OWN_WAIT_MS, holder };
  const leftMs = (holder.mayChargeUntil ?? Infinity) - now;
  const waitMs = holder.state === 'unconfirmed' ? LONGEST_WAIT_MS : Math.min(Math.max(leftMs, SHORTEST_WAIT_MS), LONGEST_WAIT_MS);
  return { status: 'busy', retryAfterMs: waitMs, holder };
}

/** Whether the session that may charge goes on with another attempt, after its page's own word that this one is over. The relay needs no such word: it knows. */
export function isHandedOver(holder: AttemptRecord, { session, via }: Pick<WantedAttempt, 'session' | 'via'>): boolean {
  const isOver = holder.told !== undefined && OVER_FOR_PAGE.includes(holder.told.state);
  return isOver && holder.via === 'token' && via === 'token' && holder.session === session && holder.state !== 'sent';
}

function repeat(order: OrderRecord, known: AttemptRecord, wanted: WantedAttempt, now: number): Decision<OpenAnswer> {
  const holder = findHolder(order);
  if (known.session !== wanted.session) {
    return { result: holder ? describeBusy(holder, wanted, now) : { status: 'busy', retryAfterMs: LONGEST_WAIT_MS }, order };
  }
  const isSame = known.via === 'token' && wanted.via === 'token' && known.state === 'open' && known.attemptId === order.holder;
  const isUsable = isSame && known.amountCents === wanted.amountCents;
  if (!isUsable)
    return {
      result: isEnded(known) || known.via === 'relay' ? { status: 'used', attempt: known } : describeBusy(known, wanted, now),
      order,
    };
  return { result: { status: 'granted', isNew: false }, order: putAttempt(order, withLaterEnd(known, wanted)) };
}

/**
 * Two tokens may be out, of one attempt, or of one and of what it replaces, whose end its page alone has told: the later end counts, and
 * none where one of them has none.
 */
function withLaterEnd(
  { mayChargeUntil: end, ...known }: AttemptRecord,
  { mayChargeUntil: other }: Pick<AttemptRecord, 'mayChargeUntil'>,
): AttemptRecord {
  return end === undefined || other === undefined ? known : { ...known, mayChargeUntil: Math.max(end, other) };
}
