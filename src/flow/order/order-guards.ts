import type { GuardPorts } from './guard-ports.js';
import { MemoryLedger } from '../ledger/memory-ledger.js';
import { OrderGuard } from './order-guard.js';
import { createOrderKey } from '../../domain/order/order-key.js';
import { announceChange } from '../browser/tab-channel.js';

/** The guards of a page. All elements of the same order at the same service share one guard. */
export class OrderGuards {
  readonly #ports: GuardPorts;
  readonly #guards = new Map<string, OrderGuard>();

  constructor(ports: GuardPorts) {
    this.#ports = ports;
  }

  /** Returns the guard of an order. Without an `orderId`, returns a new guard at each call, with its own ledger in memory. */
  get(baseUrl: string, orderId: string | undefined): OrderGuard {
    if (orderId === undefined) {
      const { clock, activity, newAttemptId } = this.#ports;
      return new OrderGuard({ clock, activity, newAttemptId, store: new MemoryLedger() });
    }
    const orderKey = createOrderKey(baseUrl, orderId);
    const guard = this.#guards.get(orderKey) ?? new OrderGuard(this.#ports, orderKey);
    this.#guards.set(orderKey, guard);
    return guard;
  }

  /** Frees an order of the shop at every service: removes its records, and makes this page and the other tabs read the ledger again. */
  async forgetOrder(orderId: string): Promise<void> {
    await this.#ports.store.forget(orderId, crypto.randomUUID());
    await Promise.all([...this.#guards.values()].filter((guard) => guard.orderId === orderId).map((guard) => guard.read()));
    announceChange(orderId, this.#ports.openChannel);
  }
}
