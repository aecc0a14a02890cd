import { CheckoutError } from '../../domain/errors.js';
import type { ReportEvent } from '../events.js';
import type { Ledger, LimitCount } from '../ledger/ledger.js';
import type { Limits } from '../options.js';
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
 * The limits that the ledger counts for all instances, within an hour from the first count. The charges of an order are counted by its rows
 * instead.
 */
type CountedLimit = Exclude<Limit, 'streams' | 'streamsPerSession' | 'streamsPerAddress' | 'chargesPerOrder'>;

/**
 * The number of times that a page may name one of its Pix codes. A page names a code once, and again if the service did not respond about
 * it.
 */
const CLAIMS_PER_PIX = 3;

/** The window of a counted limit, ms. */
const WINDOW_MS = 3_600_000;

/**
 * Completes the shop's limits with the defaults. Throws `invalid-config` for an unknown limit, and for one that is no whole number above 0.
 */
export function completeLimits(given: Partial<Limits> = {}): Limits {
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(DEFAULT_LIMITS, name)) throw new CheckoutError('invalid-config', `limits.${name} is unknown.`);
    if (value !== undefined && (!Number.isSafeInteger(value) || value < 1))
      throw new CheckoutError('invalid-config', `limits.${name} must be a whole number above 0.`);
  }
  const present = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...DEFAULT_LIMITS, ...Object.fromEntries(present) };
}

/** The sender of a card: the hash of the session and, if it is known, the hash of the address. */
interface CardTrier {
  session: string;
  address: string | undefined;
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
    ...limits,
    pixClaimsPerOrder: limits.pixPerOrder * CLAIMS_PER_PIX,
    repeatsPerOrder: limits.chargesPerOrder,
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
    /**
     * Counts another token for an attempt that already has one. It has the same limit as the charges of the order, with a separate count.
     */
    countRepeat: (orderId: string) => claim('repeatsPerOrder', orderId),
    /** Counts a Pix code. Rejects if the order has reached its limit. */
    countPix: (orderId: string) => claim('pixPerOrder', orderId),
    /** Counts a Pix charge that a page claims for the order. The limit is three times the number of codes that the order may have. */
    countPixClaim: (orderId: string) => claim('pixClaimsPerOrder', orderId),
    /** Counts a charge as declined before it is sent. Rejects if too many were declined. Resolves with a function that undoes the count. */
    countTry: async ({ session, address }: CardTrier) => {
      await claim('declinesPerSession', session);
      try {
        if (address !== undefined) await claim('declinesPerAddress', address);
      } catch (error) {
        await undo('declinesPerSession', session);
        throw error;
      }
      return async () => {
        await undo('declinesPerSession', session);
        if (address !== undefined) await undo('declinesPerAddress', address);
      };
    },
    /** Rejects if too many cards of the session or of the address were declined. Counts nothing. */
    checkDeclines: async ({ session, address }: CardTrier) => {
      await check('declinesPerSession', session);
      if (address !== undefined) await check('declinesPerAddress', address);
    },
    /** Counts a declined card, and refuses nothing. */
    countDecline: async ({ session, address }: CardTrier) => {
      await add('declinesPerSession', session);
      if (address !== undefined) await add('declinesPerAddress', address);
    },
  };
}
