import { CheckoutError } from '../../domain/errors.js';
import type { Report } from '../events.js';
import type { Ledger, LimitCount } from '../ledger/ledger.js';
import type { Limits } from '../options.js';
import { HttpRefusal } from './response.js';

/** What `Limits` says of each where a shop sets nothing. */
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

/** What the ledger counts, over all instances: each within an hour from its first. Charges are counted by the rows of their order. */
type CountedLimit = Exclude<Limit, 'streams' | 'streamsPerSession' | 'chargesPerOrder'>;

/** A page names each of its Pix codes once, and again where the service could not say whether it knows it: this often for each code. */
const CLAIMS_PER_PIX = 3;

const WINDOW_MS = 3_600_000;

/** The limits of a shop. Throws `invalid-config` for one that is unknown or no whole number above 0. */
export function readLimits(given: Partial<Limits> = {}): Limits {
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(DEFAULT_LIMITS, name)) throw new CheckoutError('invalid-config', `limits.${name} is unknown.`);
    if (value !== undefined && (!Number.isSafeInteger(value) || value < 1))
      throw new CheckoutError('invalid-config', `limits.${name} must be a whole number above 0.`);
  }
  const present = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...DEFAULT_LIMITS, ...Object.fromEntries(present) };
}

/** Who tries cards: the hash of a session, and of an address where that is known. */
export interface CardTrier {
  session: string;
  address: string | undefined;
}

/** Counts what may be done only so often. A refusal is the `HttpRefusal` 429, its `Retry-After` the end of the hour; it counts for nothing. */
export interface Limiter {
  /** The refusal of what a limit keeps away for so long, ms; its event is sent. */
  refuse(limit: Limit, leftMs: number): HttpRefusal;
  /** Counts a token that an attempt which has one gets again; rejects like the charges of its order, in a count of its own. */
  countRepeat(orderId: string): Promise<void>;
  /** Counts a Pix code; rejects where the order has had all of its own. */
  countPix(orderId: string): Promise<void>;
  /** Counts a charge of Pix that a page says is the order's; rejects after three times as many as the order may have codes. */
  countPixClaim(orderId: string): Promise<void>;
  /** Counts a charge as declined before it is sent; rejects where there were too many. Returns a function that takes it off again. */
  countTry(trier: CardTrier): Promise<() => Promise<void>>;
  /** Rejects where the session, or the address, has had too many cards declined. Counts nothing. */
  checkDeclines(trier: CardTrier): Promise<void>;
  /** Counts a card that was declined, and refuses nothing. */
  countDecline(trier: CardTrier): Promise<void>;
}

/** What a limiter works with. */
export interface LimiterParts {
  ledger: Pick<Ledger, 'count' | 'readCount' | 'discount'>;
  limits: Limits;
  report: Report;
  /** The time, epoch ms. */
  now: () => number;
}

/** A limiter whose counts are in the ledger: the same for all instances, and not lost at a restart. */
export function createLimiter({ ledger, limits, report, now }: LimiterParts): Limiter {
  const maxima: Readonly<Record<CountedLimit, number>> = {
    ...limits,
    pixClaimsPerOrder: limits.pixPerOrder * CLAIMS_PER_PIX,
    repeatsPerOrder: limits.chargesPerOrder,
  };
  const keyOf = (limit: CountedLimit, subject: string): string => `${limit} ${subject}`;
  const add = (limit: CountedLimit, subject: string): Promise<LimitCount> => ledger.count(keyOf(limit, subject), WINDOW_MS, now());
  const refuse = (limit: Limit, leftMs: number): HttpRefusal => {
    report({ type: 'limited', limit, retryAfterMs: leftMs });
    return createLimited(leftMs);
  };
  const check = async (limit: CountedLimit, subject: string): Promise<void> => {
    const { count, leftMs } = await ledger.readCount(keyOf(limit, subject), now());
    if (count >= maxima[limit]) throw refuse(limit, leftMs);
  };
  const takeBack = (limit: CountedLimit, subject: string): Promise<void> => ledger.discount(keyOf(limit, subject), now());
  const claim = async (limit: CountedLimit, subject: string): Promise<void> => {
    await check(limit, subject);
    // Others may have counted since: of those that come at once, the count itself lets no more through than there may be.
    const { count, leftMs } = await add(limit, subject);
    if (count <= maxima[limit]) return;
    await takeBack(limit, subject);
    throw refuse(limit, leftMs);
  };
  return {
    refuse,
    countRepeat: (orderId) => claim('repeatsPerOrder', orderId),
    countPix: (orderId) => claim('pixPerOrder', orderId),
    countPixClaim: (orderId) => claim('pixClaimsPerOrder', orderId),
    countTry: async ({ session, address }) => {
      await claim('declinesPerSession', session);
      if (address === undefined) return () => takeBack('declinesPerSession', session);
      try {
        await claim('declinesPerAddress', address);
      } catch (error) {
        await takeBack('declinesPerSession', session);
        throw error;
      }
      return async () => {
        await takeBack('declinesPerSession', session);
        await takeBack('declinesPerAddress', address);
      };
    },
    checkDeclines: async ({ session, address }) => {
      await check('declinesPerSession', session);
      if (address !== undefined) await check('declinesPerAddress', address);
    },
    countDecline: async ({ session, address }) => {
      await add('declinesPerSession', session);
      if (address !== undefined) await add('declinesPerAddress', address);
    },
  };
}

/** 429. A page that asked for a token takes `closed: 'busy'` for "try again later", and closes nothing. */
function createLimited(leftMs: number): HttpRefusal {
  const retryAfter = Math.max(1, Math.ceil(leftMs / 1000));
  const body = { closed: 'busy', retryAfter, message: 'Too many within an hour.' };
  return new HttpRefusal({ status: 429, body, headers: { 'Retry-After': String(retryAfter) } });
}
