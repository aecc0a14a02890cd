import type { Charge, ChargeMethod } from '../../domain/order/charge.js';
import type { WatchedCharge } from '../../flow/charges/watched-charges.js';
import type { Settings } from '../settings/settings.js';
import type { ElementStatusSource } from './status-source.js';

/** The circumstances in which a charge is created. */
export interface CreationContext {
  readonly settings: Settings;
  readonly signal: AbortSignal;
  /** The charges of the order in the ledger. */
  readonly others: readonly Charge[];
  /** The element's client and clock. */
  readonly source: Pick<ElementStatusSource, 'loadClient' | 'learnTime' | 'trueNow'>;
  /** Returns the facts that every charge has at its creation. */
  begin(): Pick<Charge, 'orderId' | 'amount' | 'createdAt' | 'status'>;
}

/** The differences between the methods whose charges a shopper pays elsewhere. `Shown` is a charge as its element shows it. */
export interface ChargeKind<Shown extends WatchedCharge> {
  readonly method: ChargeMethod;
  /** Returns the order's price by this method, cents. */
  getPriceCents(settings: Settings): number;
  /** Creates a charge, and verifies its codes. Rejects with a `CheckoutError`; the codes are then never shown. */
  create(context: CreationContext): Promise<Shown['charge']>;
  /**
   * Verifies a charge of this method again, since the ledger is stored on the device, where it may have been changed. Returns `undefined`
   * if it must not be shown.
   */
  verify(charge: WatchedCharge, settings: Settings): Shown | undefined;
}
