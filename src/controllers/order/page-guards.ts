import { createNotifier, createResolver } from '../../client/shop/shop-endpoints.js';
import { systemClock } from '../../client/system-clock.js';
import { CheckoutError } from '../../domain/errors.js';
import type { Attempt } from '../../domain/order/attempt.js';
import { IndexedDbLedger } from '../../flow/ledger/indexed-db-ledger.js';
import type { OrderGuard } from '../../flow/order/order-guard.js';
import { OrderGuards } from '../../flow/order/order-guards.js';
import { createPageActivity } from '../../flow/browser/page-activity.js';
import { ResilientLedger } from '../../flow/ledger/resilient-ledger.js';
import { BalcaoEvent } from '../page/checkout-events.js';
import { shareInPage } from '../page/page-registry.js';
import { getConfirmedNow } from './confirmed-clock.js';
import type { ResolveUnconfirmed } from '../../domain/order/resolution.js';
import type { Settings } from '../settings/settings.js';

const CHANNEL = 'balcao';

/** The guards of orders without an identifier, by the outermost element. A guard lives as long as that element. */
const unnamed = new WeakMap<object, OrderGuard>();

/** Returns the guards of this page, which are created when the first element needs them. */
function pageGuards(): OrderGuards {
  return shareInPage('guards', createPageGuards);
}

/** Creates a guard for the time during which the service of the order is unknown. It reads nothing, and no other element shares it. */
export function createIdleGuard(): OrderGuard {
  return pageGuards().get('', undefined);
}

/** Returns the guard of an order. If the order has no identifier, all parts of the outermost element share one guard. */
export function getGuard(outermost: object, baseUrl: string, orderId: string | undefined): OrderGuard {
  if (orderId !== undefined) return pageGuards().get(baseUrl, orderId);
  const guard = unnamed.get(outermost) ?? pageGuards().get(baseUrl, undefined);
  unnamed.set(outermost, guard);
  return guard;
}

/** Applies the shop's endpoints from these settings to a guard. If an endpoint fails, `host` dispatches `balcao-problem`. */
export function applyShopSettings(guard: OrderGuard, { resolveUnconfirmed, resolveUrl, notifyUrl }: Settings, host: EventTarget): void {
  const resolve = resolveUrl ? createLazyResolver(resolveUrl) : undefined;
  guard.setShop({ resolve: resolveUnconfirmed ?? resolve, notify: notifyUrl ? createReportingNotifier(notifyUrl, host) : undefined });
}

/** Removes the guard of an order without an identifier, so that the element's next payment is for a new order. */
export function dropUnnamedGuard(outermost: object): void {
  unnamed.delete(outermost);
}

/** Removes the records of an order, for every service and in every tab, so that the order can be paid again. */
export function eraseOrder(orderId: string): Promise<void> {
  return pageGuards().forgetOrder(orderId);
}

/**
 * Returns a resolver that parses the shop's address only when it is used. The settings checks report an invalid address, so applying the
 * settings must not throw.
 */
function createLazyResolver(url: string): ResolveUnconfirmed {
  return async (attempt, options) => createResolver(url)(attempt, options);
}

/** Returns a notifier that parses the shop's address only when it is used, and reports each failure to the page. */
function createReportingNotifier(url: string, host: EventTarget): (attempt: Attempt) => Promise<boolean> {
  return async (attempt) => {
    const isAcknowledged = await createNotifier(url)(attempt);
    if (!isAcknowledged) {
      const error = new CheckoutError('server', "The shop's notify-url has not taken note of an attempt: it must answer 2xx.");
      host.dispatchEvent(new BalcaoEvent('balcao-problem', { operation: 'notify', error }));
    }
    return isAcknowledged;
  };
}

function createPageGuards(): OrderGuards {
  return new OrderGuards({
    clock: systemClock,
    activity: createPageActivity(),
    store: new ResilientLedger({
      shared: new IndexedDbLedger(),
      clock: systemClock,
      isUnloaded: () => !document.defaultView,
      warn: (message) => console.warn(`Balcão: ${message}`),
    }),
    confirmedNow: getConfirmedNow,
    ...(navigator.locks && { locks: navigator.locks }),
    openChannel: () => new BroadcastChannel(CHANNEL),
  });
}
