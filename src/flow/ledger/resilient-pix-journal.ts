import type { Clock } from '../../domain/clock.js';
import type { PixCharge } from '../../domain/pix/charge.js';
import { MemoryPixJournal, type PixJournal } from './pix-journal.js';
import { SharedOrMemory } from './shared-or-memory.js';

/** A shared journal whose failure never keeps a Pix code from the shopper: see {@link SharedOrMemory}. */
export class ResilientPixJournal implements PixJournal {
  readonly #memory = new MemoryPixJournal();
  readonly #journals: SharedOrMemory<PixJournal>;

  /** `shared` is the journal that all tabs share. */
  constructor(shared: PixJournal, clock: Clock) {
    // The attempts' journal fails together with this one and warns the developer.
    this.#journals = new SharedOrMemory<PixJournal>({ shared, memory: this.#memory, clock, onGivenUp: () => undefined });
  }

  put(orderKey: string, charge: PixCharge): Promise<PixCharge> {
    return this.#journals.run(
      (journal) => journal.put(orderKey, charge),
      (merged) => void this.#memory.add(orderKey, merged),
    );
  }

  read(orderKey: string): Promise<readonly PixCharge[]> {
    return this.#journals.run(
      (journal) => journal.read(orderKey),
      (charges) => {
        for (const charge of charges) this.#memory.add(orderKey, charge);
      },
      true,
    );
  }
}
