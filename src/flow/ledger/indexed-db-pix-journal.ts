import type { Clock } from '../../domain/clock.js';
import { isPixStatus } from '../../domain/pix/status.js';
import { isExpired } from './attempt-journal.js';
import { mergeCharge, type PixCharge } from '../../domain/pix/charge.js';
import { sortCharges, type PixJournal } from './pix-journal.js';
import { RecordDatabase } from './record-database.js';

/** Reads a record as a charge, field by field; `undefined` for anything else, and for one that is older than 90 days. */
function parsePixCharge(value: unknown, now: number): PixCharge | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { chargeId, number, amount, brCode, createdAt, expiresAt, status, late, duplicate }: Partial<Record<keyof PixCharge, unknown>> =
    value;
  if (typeof chargeId !== 'string' || typeof amount !== 'string' || typeof brCode !== 'string') return undefined;
  if (typeof createdAt !== 'number' || typeof expiresAt !== 'number' || isExpired({ startedAt: createdAt }, now)) return undefined;
  return {
    chargeId,
    ...(typeof number === 'number' && { number }),
    amount,
    brCode,
    createdAt,
    expiresAt,
    // A status that this version does not know is asked for again.
    status: isPixStatus(status) ? status : 'unknown',
    ...(late === true && { late }),
    ...(duplicate === true && { duplicate }),
  };
}

/** A journal that every tab and every reload of the origin shares. */
export class IndexedDbPixJournal implements PixJournal {
  readonly #clock: Clock;
  readonly #database: RecordDatabase<PixCharge>;

  /** `name` is the name of the database. */
  constructor(clock: Clock, name = 'balcao-pix') {
    this.#clock = clock;
    this.#database = new RecordDatabase(name, (value) => parsePixCharge(value, clock.now()));
  }

  put(orderKey: string, charge: PixCharge): Promise<PixCharge> {
    return this.#database.write(async (store) => {
      const key: [string, string] = [orderKey, charge.chargeId];
      const merged = mergeCharge(parsePixCharge(await store.get(key), this.#clock.now()), charge);
      await store.put(merged, key);
      return merged;
    });
  }

  async read(orderKey: string): Promise<readonly PixCharge[]> {
    return sortCharges(await this.#database.read(orderKey));
  }
}
