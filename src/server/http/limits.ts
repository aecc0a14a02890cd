import { CheckoutError } from '../../domain/errors.js';
import type { ReportEvent } from '../events.js';
import type { CardTrier, Ledger, LimitCount, TryCount, TryCounts, TryLimits } from '../ledger/ledger.js';
import type { Limits } from '../options.js';
import type { ReachedLimit } from '../orders/open-attempt.js';
import { createBusyRefusal, type HttpRefusal } from './response.js';

/** The default limits. */
export const DEFAULT_LIMITS: Readonly<Limits> = {
  chargesPerOrder: 10,
  declinesPerSession: 10,
  declinesPerAddress: 30,
  pixPerOrder: 10,
  streams: 1000,
  streamsPerSession: 8,
  streamsPerAddress: 100,
};

/** The name of a limit in events. */
type Limit = keyof Limits | 'pixClaimsPerOrder' | 'repeatsPerOrder';

/**
 * The limits that the ledger counts for all instances, within an hour from the first count. Attempts are counted by their rows instead, in
 * the transaction that opens one.
 */
type CountedLimit = 'pixPerOrder' | 'pixClaimsPerOrder';

/**
 * The number of times that a page may name one of its Pix codes. A page names a code once, and again if the service did not respond about
 * it.
 */
const CLAIMS_PER_PIX = 3;

/** The window of a counted limit, ms. */
const WINDOW_MS = 3_600_000;

/** The wait of a sender whose limit is reached by attempts that are under way, ms: most of them will not be declined. */
const UNDER_WAY_MS = 5000;

/**
 * Completes the shop's limits with the defaults. Throws `invalid-config` for an unknown limit, and for one that is no whole number above 0.
 */
export function completeLimits(given: Partial<Limits> = {}): Limits {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(DEFAULT_LIMITS, name));
  if (unknown !== undefined) throw new CheckoutError('invalid-config', `limits.${unknown} is unknown.`);
  // An instance of a class may have them as getters.
  const values = Object.keys(DEFAULT_LIMITS).map((name): [string, unknown] => [name, Reflect.get(given, name)]);
  for (const [name, value] of values) {
    if (value !== undefined && (!Number.isSafeInteger(value) || Number(value) < 1))
      throw new CheckoutError('invalid-config', `limits.${name} must be a whole number above 0.`);
  }
  const present = values.filter(([, value]) => value !== undefined);
  return { ...DEFAULT_LIMITS, ...Object.fromEntries(present) };
}

/**
 * A counter of limited actions. A refusal is an `HttpRefusal` with status 429 and the rest of the hour as `Retry-After`. It is not counted
 * itself.
 */
export type Limiter = ReturnType<typeof createLimiter>;

/** Creates a limiter with its counts in the ledger: all instances share them, and a restart does not lose them. */
export function createLimiter({
  ledger,
  limits,
  report,
  now,
}: {
  ledger: Pick<Ledger, 'count' | 'readCount' | 'discount'>;
  limits: Limits;
  report: ReportEvent;
  /** The time, epoch ms. */
  now: () => number;
}) {
  const maxima: Readonly<Record<CountedLimit, number>> = {
    pixPerOrder: limits.pixPerOrder,
    pixClaimsPerOrder: limits.pixPerOrder * CLAIMS_PER_PIX,
  };
  const keyOf = (limit: CountedLimit, subject: string): string => `${limit} ${subject}`;
  const add = (limit: CountedLimit, subject: string): Promise<LimitCount> => ledger.count(keyOf(limit, subject), WINDOW_MS, now());
  /** Reports that a limit was reached, and creates the refusal. `leftMs` is the time until the limit ends. */
  const refuse = (limit: Limit, leftMs: number): HttpRefusal => {
    report({ type: 'limited', limit, retryAfterMs: leftMs });
    // A page that requests a token reads `closed: 'busy'` as "try again later", and closes nothing.
    return createBusyRefusal(leftMs / 1000, { status: 429, message: 'Too many within an hour.' });
  };
  const check = async (limit: CountedLimit, subject: string): Promise<void> => {
    const { count, leftMs } = await ledger.readCount(keyOf(limit, subject), now());
    if (count >= maxima[limit]) throw refuse(limit, leftMs);
  };
  const undo = (limit: CountedLimit, subject: string): Promise<void> => ledger.discount(keyOf(limit, subject), now());
  const claim = async (limit: CountedLimit, subject: string): Promise<void> => {
    await check(limit, subject);
    // Other requests may have counted since the check. The new count decides, so simultaneous requests cannot exceed the limit.
    const { count, leftMs } = await add(limit, subject);
    if (count <= maxima[limit]) return;
    await undo(limit, subject);
    throw refuse(limit, leftMs);
  };
  return {
    refuse,
    /** Counts a Pix code. Rejects if the order has reached its limit. */
    countPix: (orderId: string) => claim('pixPerOrder', orderId),
    /** Counts a Pix charge that a page claims for the order. The limit is three times the number of codes that the order may have. */
    countPixClaim: (orderId: string) => claim('pixClaimsPerOrder', orderId),
    /** Returns the limits of a sender's tries: an attempt counts from its opening on, and stays counted if its card was declined. */
    limitTries: (trier: CardTrier): TryLimits => ({
      ...trier,
      since: now() - WINDOW_MS,
      mostPerSession: limits.declinesPerSession,
      mostPerAddress: limits.declinesPerAddress,
    }),
    /** Finds the limit that a sender has reached. */
    findReached: ({ session, address }: TryCounts, at: number): ReachedLimit | undefined => {
      const find = (limit: 'declinesPerSession' | 'declinesPerAddress', tries: TryCount): ReachedLimit | undefined => {
        const { declined, underWay, firstAt = at } = tries;
        if (declined >= limits[limit]) return { limit, retryAfterMs: firstAt + WINDOW_MS - at };
        return declined + underWay >= limits[limit] ? { limit, retryAfterMs: UNDER_WAY_MS } : undefined;
      };
      return find('declinesPerSession', session) ?? find('declinesPerAddress', address);
    },
  };
}
