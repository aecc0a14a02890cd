/** A row of a schedule: from the end of the row before until `untilMs`, ask every `everyMs`. */
export interface PollRow {
  untilMs: number;
  everyMs: number;
}

/** When the status of a Pix charge is asked, as a table. All in ms. The last row of each list also applies to all time after it. */
export interface PollSchedule {
  /** How long after the creation of a charge its status is asked for the first time. */
  firstMs: number;
  /** When it is asked after the shopper returned to the page, from 0 on. */
  afterReturnMs: readonly number[];
  /** How often by the age of the charge. */
  byAge: readonly PollRow[];
  /** How often by the time since its expiry. The first row is the grace. */
  afterExpiry: readonly PollRow[];
  /** How often while the shop's stream is open, which itself says when to ask. */
  streamingMs: number;
}

/**
 * Asks often when payments are likely: right after a shopper on a phone returns from the bank's app, and in the first minutes. Hardly
 * anybody pays within 10 s. After the expiry a payment of the last second may still arrive; a later one is rare, but it is money.
 */
export const BALANCED_SCHEDULE: PollSchedule = {
  firstMs: 11_000,
  afterReturnMs: [0, 1000, 2000, 3500, 5500, 8500],
  byAge: [
    { untilMs: 90_000, everyMs: 3000 },
    { untilMs: 240_000, everyMs: 6500 },
    { untilMs: 600_000, everyMs: 15_000 },
    { untilMs: Infinity, everyMs: 30_000 },
  ],
  afterExpiry: [
    { untilMs: 60_000, everyMs: 10_000 },
    { untilMs: 3_600_000, everyMs: 60_000 },
    { untilMs: Infinity, everyMs: 300_000 },
  ],
  streamingMs: 30_000,
};

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
export function computePollDelay(schedule: PollSchedule, moment: PollMoment, random: () => number): number {
  const jitter = 1 + JITTER * (2 * random() - 1);
  const { lifeMs, failureCount } = moment;
  const delayMs = Math.min(findRegularDelay(schedule, moment) * jitter, findReturnDelay(schedule, moment), lifeMs > 0 ? lifeMs : Infinity);
  const backoffMs = failureCount && Math.min(FIRST_BACKOFF_MS * 2 ** (failureCount - 1), LONGEST_BACKOFF_MS) * jitter;
  return Math.max(delayMs, backoffMs);
}

function findRegularDelay({ firstMs, byAge, afterExpiry, streamingMs }: PollSchedule, { ageMs, lifeMs, isStreaming }: PollMoment): number {
  if (lifeMs <= 0) return findEvery(afterExpiry, -lifeMs);
  if (isStreaming) return streamingMs;
  // A device whose clock was put back would otherwise wait until the age is positive again.
  return ageMs < firstMs ? firstMs - Math.max(0, ageMs) : findEvery(byAge, ageMs);
}

/** When to ask after a return. Not while a stream is open, which reports the same, nor after the grace period, when one question is enough. */
function findReturnDelay({ afterReturnMs, afterExpiry }: PollSchedule, { sinceReturnMs, lifeMs, isStreaming }: PollMoment): number {
  if (sinceReturnMs === undefined || isStreaming || -lifeMs > (afterExpiry[0]?.untilMs ?? 0)) return Infinity;
  return (afterReturnMs.find((atMs) => atMs > sinceReturnMs) ?? Infinity) - Math.max(0, sinceReturnMs);
}

function findEvery(rows: readonly PollRow[], timeMs: number): number {
  return (rows.find(({ untilMs }) => timeMs < untilMs) ?? rows.at(-1))?.everyMs ?? Infinity;
}
