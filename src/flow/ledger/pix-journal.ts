import { mergeCharge, type PixCharge } from '../../domain/pix/charge.js';

/** Stores the Pix charges of an order, so that a reload and another tab find them again. */
export interface PixJournal {
  /** Writes a charge, unless the stored one is further on. Returns the charge as it is now stored. */
  put(orderKey: string, charge: PixCharge): Promise<PixCharge>;
  /** An order's charges, oldest first. */
  read(orderKey: string): Promise<readonly PixCharge[]>;
}

/** Sorts charges, oldest first. */
export function sortCharges(charges: readonly PixCharge[]): PixCharge[] {
  return [...charges].sort((one, other) => one.createdAt - other.createdAt);
}

/** A journal that lives as long as the page. */
export class MemoryPixJournal implements PixJournal {
  readonly #orders = new Map<string, Map<string, PixCharge>>();

  async put(orderKey: string, charge: PixCharge): Promise<PixCharge> {
    return this.add(orderKey, charge);
  }

  async read(orderKey: string): Promise<readonly PixCharge[]> {
    return sortCharges([...(this.#orders.get(orderKey)?.values() ?? [])]);
  }

  /** What {@link put} does, at once. */
  add(orderKey: string, charge: PixCharge): PixCharge {
    const charges = this.#orders.get(orderKey) ?? new Map<string, PixCharge>();
    const merged = mergeCharge(charges.get(charge.chargeId), charge);
    this.#orders.set(orderKey, charges.set(charge.chargeId, merged));
    return merged;
  }
}
