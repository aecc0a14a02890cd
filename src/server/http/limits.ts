import { CheckoutError } from '../../domain/errors.js';
import type { ReportEvent } from '../events.js';
import type { Ledger, LimitCount } from '../ledger/ledger.js';
import type { Limits } from '../options.js';
import { createBusyRefusal, type HttpRefusal } from './response.js';

/** The limits of a shop that sets none. */
export const DEFAULT_LIMITS: Readonly<Limits> = {
  chargesPerOrder: 10,
  declinesPerSession: 10,
  declinesPerAddress: 30,
  pixPerOrder: 10,
  streams: 1000,
  streamsPerSession: 8,
};

/** Every limit by its name in events. */
type Limit = keyof Limits | 'pixClaimsPerOrder' | 'repeatsPerOrder';

/** The limits that the ledger counts, over all instances: each within an hour from its first. Charges are counted by the rows of their order. */
type CountedLimit = Exclude<Limit, 'streams' | 'streamsPerSession' | 'chargesPerOrder'>;

/** A page names each of its Pix codes once, and again where the service did not say whether it knows it: this often for each code. */
const CLAIMS_PER_PIX = 3;

const WINDOW_MS = 3_600_000;

/** Completes the limits of a shop. Throws `invalid-config` for one that is unknown or no whole number above 0. */
export function completeLimits(given: Partial<Limits> = {}): Limits {
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(DEFAULT_LIMITS, name)) throw new CheckoutError('invalid-config', `limits.${name} is unknown.`);
    if (value !== undefined && (!Number.isSafeInteger(value) || value < 1))
      throw new CheckoutError('invalid-config', `limits.${name} must be a whole number above 0.`);
  }
  const present = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...DEFAULT_LIMITS, ...Object.fromEntries(present) };
}

/** The sender of cards: the hash of a session, and of an address where that is known. */
interface CardTrier {
  session: string;
  address: string | undefined;
}

/** Counts what may be done only so often. A refusal is the `HttpRefusal` 429 with the end of the hour as `Retry-After`, and is not counted itself. */
export type Limiter = ReturnType<typeof createLimiter>;

/** Creates a limiter whose counts are in the ledger: the same for all instances, and not lost at a restart. */
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
  /** The refusal of what a limit blocks for so long, ms; its event is sent. */
  const refuse = (limit: Limit, leftMs: number): HttpRefusal => {
    report({ type: 'limited', limit, retryAfterMs: leftMs });
    // A page that asked for a token takes `closed: 'busy'` for "try again later", and closes nothing.
    return createBusyRefusal(leftMs / 1000, { status: 429, message: 'Too many within an hour.' });
  };
  const check = async (limit: CountedLimit, subject: string): Promise<void> => {
    const { count, leftMs } = await ledger.readCount(keyOf(limit, subject), now());
    if (count >= maxima[limit]) throw refuse(limit, leftMs);
  };
  const undo = (limit: CountedLimit, subject: string): Promise<void> => ledger.discount(keyOf(limit, subject), now());
  const claim = async (limit: CountedLimit, subject: string): Promise<void> => {
    await check(limit, subject);
    // Others may have counted since: of requests that arrive at once, the count itself lets through no more than the limit.
    const { count, leftMs } = await add(limit, subject);
    if (count <= maxima[limit]) return;
    await undo(limit, subject);
    throw refuse(limit, leftMs);
  };
  return {
    refuse,
    /** Counts a token that an attempt which has one gets again; rejects like the charges of its order, in a separate count. */
    countRepeat: (orderId: string) => claim('repeatsPerOrder', orderId),
    /** Counts a Pix code; rejects where the order has had all of its codes. */
    countPix: (orderId: string) => claim('pixPerOrder', orderId),
    /** Counts a Pix charge that a page says is the order's; rejects after three times as many as the order may have codes. */
    countPixClaim: (orderId: string) => claim('pixClaimsPerOrder', orderId),
    /** Counts a charge as declined before it is sent; rejects where there were too many. Returns a function that undoes the count. */
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
    /** Rejects where the session, or the address, has had too many cards declined. Counts nothing. */
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
