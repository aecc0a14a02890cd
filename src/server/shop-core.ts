import type { Closing } from './http/closing.js';
import type { ReportEvent } from './events.js';
import type { Limiter } from './http/limits.js';
import type { LedgerClock } from './ledger/clock.js';
import type { Ledger } from './ledger/ledger.js';
import type { Limits, ShopServerOptions } from './options.js';
import type { Deliveries } from './orders/deliveries.js';
import type { OrderService } from './orders/order-service.js';
import type { AttemptSearch } from './orders/attempt-search.js';
import type { PixService } from './orders/pix-service.js';
import type { ServiceLink } from './service-link.js';

/** The parts of a shop's server that its endpoints share. */
export interface ShopCore {
  options: ShopServerOptions;
  ledger: Ledger;
  link: ServiceLink;
  orders: OrderService;
  deliveries: Deliveries;
  pix: PixService;
  search: AttemptSearch;
  limiter: Limiter;
  limits: Limits;
  report: ReportEvent;
  clock: LedgerClock;
  closing: Closing;
  /** The time by `clock`, epoch ms. */
  now: () => number;
}
