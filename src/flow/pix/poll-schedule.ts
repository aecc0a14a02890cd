/** A row of a schedule: from the end of the row before until `untilMs`, ask every `everyMs`. */
interface PollRow {
  untilMs: number;
  everyMs: number;
}

/** How long after the creation of a charge its status is asked for the first time, ms: hardly anybody pays sooner. */
const FIRST_MS = 11_000;

/** When it is asked after the shopper returned to the page, ms: often, since a shopper on a phone returns from the bank's app. */
const AFTER_RETURN_MS = [0, 1000, 2000, 3500, 5500, 8500] as const;

/** How often by the age of the charge: often in the first minutes, when payments are likely. */
const BY_AGE: readonly PollRow[] = [
  { untilMs: 90_000, everyMs: 3000 },
  { untilMs: 240_000, everyMs: 6500 },
  { untilMs: 600_000, everyMs: 15_000 },
  { untilMs: Infinity, everyMs: 30_000 },
];

/** How long after the expiry a payment of the last second may still arrive, ms; a later one is rare, but it is money. */
export const GRACE_MS = 60_000;

/** How often by the time since the expiry. */
const AFTER_EXPIRY: readonly PollRow[] = [
  { untilMs: GRACE_MS, everyMs: 10_000 },
  { untilMs: 3_600_000, everyMs: 60_000 },
  { untilMs: Infinity, everyMs: 300_000 },
];

/** How often while the shop's stream is open, which itself says when to ask, ms. */
const STREAMING_MS = 30_000;

/** How far the jitter moves a question, as a fraction of its delay, so that pages that began together do not ask together. */
const JITTER = 0.05;
const FIRST_BACKOFF_MS = 2000;
const LONGEST_BACKOFF_MS = 60_000;

/** What the next question depends on. */
export interface PollMoment {
  /** Since the charge was created, ms. */
  ageMs: number;
  /** Until the charge expires, ms; negative afterwards. */
  lifeMs: number;
  /** Since the shopper returned to the page, ms; `undefined` before the first return. */
  sinceReturnMs: number | undefined;
  /** Whether the shop's stream is open. */
  isStreaming: boolean;
  /** How many questions in a row had no answer. */
  failureCount: number;
}

/** How long to wait before the next question, in ms. A question is due at the expiry, whatever the table says. */
export function computePollDelay(moment: PollMoment, random: () => number): number {
  const jitter = 1 + JITTER * (2 * random() - 1);
  const { lifeMs, failureCount } = moment;
  const delayMs = Math.min(findRegularDelay(moment) * jitter, findReturnDelay(moment), lifeMs > 0 ? lifeMs : Infinity);
  const backoffMs = failureCount && Math.min(FIRST_BACKOFF_MS * 2 ** (failureCount - 1), LONGEST_BACKOFF_MS) * jitter;
  return Math.max(delayMs, backoffMs);
}

function findRegularDelay({ ageMs, lifeMs, isStreaming }: PollMoment): number {
  if (lifeMs <= 0) return findEvery(AFTER_EXPIRY, -lifeMs);
  if (isStreaming) return STREAMING_MS;
  // A device whose clock was put back would otherwise wait until the age is positive again.
  return ageMs < FIRST_MS ? FIRST_MS - Math.max(0, ageMs) : findEvery(BY_AGE, ageMs);
}

/** When to ask after a return. Not while a stream is open, which reports the same, nor after the grace period, when one question is enough. */
function findReturnDelay({ sinceReturnMs, lifeMs, isStreaming }: PollMoment): number {
  // A clock that was put back has the return in the future: asking at once until then would be a storm of questions.
  if (sinceReturnMs === undefined || sinceReturnMs < 0 || isStreaming || -lifeMs > GRACE_MS) return Infinity;
  return (AFTER_RETURN_MS.find((atMs) => atMs > sinceReturnMs) ?? Infinity) - sinceReturnMs;
}

function findEvery(rows: readonly PollRow[], timeMs: number): number {
  return rows.find(({ untilMs }) => timeMs < untilMs)?.everyMs ?? Infinity;
}
