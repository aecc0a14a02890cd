import { createNotifier, createResolver } from '../../client/shop/shop-endpoints.js';
import { systemClock } from '../../client/system-clock.js';
import { CheckoutError } from '../../domain/errors.js';
import type { Attempt } from '../../domain/order/attempt.js';
import { IndexedDbLedger } from '../../flow/ledger/indexed-db-ledger.js';
import type { OrderGuard } from '../../flow/order/order-guard.js';
import { OrderGuards } from '../../flow/order/order-guards.js';
import { browserPageActivity } from '../../flow/browser/page-activity.js';
import { ResilientLedger } from '../../flow/ledger/resilient-ledger.js';
import { BalcaoEvent } from '../page/checkout-events.js';
import { shareInPage } from '../page/page-registry.js';
import { getConfirmedNow } from './confirmed-clock.js';
import type { ResolveUnconfirmed } from '../../domain/order/resolution.js';
import type { Settings } from '../settings/settings.js';

const CHANNEL = 'balcao';

/** Guards of orders that have no identifier, by the outermost element: they live as long as it does. */
const unnamed = new WeakMap<object, OrderGuard>();

/** The guards of this page, made when the first element needs them. */
function pageGuards(): OrderGuards {
  return shareInPage('guards', createPageGuards);
}

/** Creates a guard for the time in which the order is unknown: it reads nothing, and nobody else uses it. */
export function createIdleGuard(): OrderGuard {
  return pageGuards().get('', undefined);
}

/** The guard of an order; of one without an identifier, the guard that all parts of the outermost element share. */
export function findGuard(outermost: object, baseUrl: string, orderId: string | undefined): OrderGuard {
  if (orderId !== undefined) return pageGuards().get(baseUrl, orderId);
  const guard = unnamed.get(outermost) ?? pageGuards().get(baseUrl, undefined);
  unnamed.set(outermost, guard);
  return guard;
}

/** Sets the shop's endpoints that these settings name. `host` dispatches `balcao-problem` where one fails. */
export function applyShopSettings(guard: OrderGuard, { resolveUnconfirmed, resolveUrl, notifyUrl }: Settings, host: EventTarget): void {
  const resolve = resolveUrl ? createLazyResolver(resolveUrl) : undefined;
  guard.setShop({ resolve: resolveUnconfirmed ?? resolve, notify: notifyUrl ? createReportingNotifier(notifyUrl, host) : undefined });
}

/** Lets the next payment of an element without an `order-id` be a new order. */
export function dropUnnamedGuard(outermost: object): void {
  unnamed.delete(outermost);
}

/** Frees an order at every service, in every tab. */
export function eraseOrder(orderId: string): Promise<void> {
  return pageGuards().forgetOrder(orderId);
}

/** Asks the shop's endpoint. An invalid address is reported by the check of the settings; here, only the first question throws. */
function createLazyResolver(url: string): ResolveUnconfirmed {
  return async (attempt, options) => createResolver(url)(attempt, options);
}

/** Notifies the shop's endpoint, created as late. Reports each failure to the page. */
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
    activity: browserPageActivity(),
    store: new ResilientLedger({
      shared: new IndexedDbLedger(),
      clock: systemClock,
      warn: (message) => console.warn(`Balcão: ${message}`),
    }),
    confirmedNow: getConfirmedNow,
    ...(navigator.locks && { locks: navigator.locks }),
    openChannel: () => new BroadcastChannel(CHANNEL),
  });
}
