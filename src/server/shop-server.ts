import { systemClock } from '../client/system-clock.js';
import { createNotifyEndpoint, createResolveEndpoint } from './endpoints/attempt-endpoints.js';
import { createCardsEndpoints } from './endpoints/cards-endpoint.js';
import { createFeesEndpoint } from './endpoints/fees-endpoint.js';
import { createStatusEndpoint, createStreamEndpoint } from './endpoints/pix-status-endpoints.js';
import { createTokenEndpoint } from './endpoints/token-endpoint.js';
import { createWebhookEndpoint } from './endpoints/webhook-endpoint.js';
import { createReport, warnProcess } from './events.js';
import type { Endpoint } from './http/endpoint.js';
import { createLimiter, readLimits } from './http/limits.js';
import { respondUnavailable } from './http/response.js';
import { createRouter } from './http/router.js';
import { LedgerClock } from './ledger/clock.js';
import { checkOptions, type LostPayment, type PersonResolution, type ShopServerOptions } from './options.js';
import { AttemptSearch } from './orders/attempt-search.js';
import { OrderDesk } from './orders/order-service.js';
import { PixDesk } from './orders/pix-service.js';
import { createCardRelays } from './relay/card-endpoints.js';
import { ChargeDesk } from './relay/charge-service.js';
import { createPaymentRelay } from './relay/payment-endpoint.js';
import { createPixRelay, createPixStatusRelay } from './relay/pix-endpoints.js';
import { ServiceLink } from './service-link.js';
import type { ShopCore } from './shop-core.js';
import { type ResolveAnswer, Staff, type Unresolved } from './staff.js';
import { Sweeper, type SweepReport } from './sweep.js';
import { callInTime, limitTimes } from './time-limits.js';
import { attachProviders, createProviders, type Providers } from './tokens/providers.js';
import type { ProviderHealth } from './tokens/token-provider.js';

/** How often what a crash left behind is repaired, where the shop says nothing, ms. */
const SWEEP_EVERY_MS = 60_000;

/** After a start that failed, requests are refused this long before another try, ms. */
const RESTART_PAUSE_MS = 1000;

/** The shop's server: a handler of the requests below `basePath`, and what its people and its other programs may do. */
export interface ShopServer {
  /** Responds to a request. Never rejects. */
  (request: Request): Promise<Response>;
  /** Prepares the database. The first request does it too; at the start of a process it says at once what is wrong. */
  start(): Promise<void>;
  /** What waits for a person, `unconfirmed` attempts before `replaced` ones, oldest first, 500 of each list at most. */
  unresolved(): Promise<Unresolved>;
  /** Writes down what a person found out about an attempt (`attemptId`) or a payment (`paymentId`). */
  resolve(id: string, resolution: PersonResolution): Promise<ResolveAnswer>;
  /** Writes down the payments that a restored copy of the database lacks, and trusts it from then on. */
  reconcile(found: { payments: readonly LostPayment[] }): Promise<void>;
  /** Repairs what a crash, a lost connection or a page that went away left behind. It happens by itself every minute (`sweepEveryMs`). */
  sweep(): Promise<SweepReport>;
  /** How the server is, for a load balancer and for people. Never rejects. */
  health(): Promise<ShopHealth>;
  /** Forgets the saved cards of a customer (LGPD, art. 18). Orders have no customer in the ledger. */
  forgetCustomer(customer: string): Promise<void>;
  /** Deletes orders that ended, and changed last, before this instant (epoch ms). What waits for a person stays. Returns how many. */
  removeBefore(instant: number): Promise<number>;
  /** Ends streams, waits for charges that are under way, and closes the ledger. */
  close(): Promise<void>;
}

/** Makes a shop's server. Throws a `CheckoutError` `invalid-config` for settings that cannot be used. Nothing is sent or written before `start` or a request. */
export function createShopServer(given: ShopServerOptions): ShopServer {
  checkOptions(given);
  const report = createReport(given.onEvent, warnProcess);
  const options = limitTimes(given, report);
  const { ledger, basePath = '/shop/', publicOrigin, sweepEveryMs = SWEEP_EVERY_MS } = options;
  const clock = new LedgerClock(ledger, options.now);
  const { now } = clock;
  const limits = readLimits(options.limits);
  const limiter = createLimiter({ ledger, limits, report, now });
  const providers = createProviders(options.tokens);
  const link = new ServiceLink({ ...options.service, providers, clock, readPixAmount: options.readPixAmount });
  const orders = new OrderDesk({ ledger, orders: options.orders, report, clock });
  const search = new AttemptSearch({ records: options.records, orders, report, now });
  const { asksPixStatus = true, pageTokens = true } = options;
  const pix = new PixDesk({ ledger, link, orders, limiter, report, now, asksStatus: asksPixStatus, isAdopting: pageTokens });
  const core: ShopCore = { options, ledger, link, orders, pix, search, limiter, limits, report, clock, now };
  const desk = new ChargeDesk(core);
  const staff = new Staff(core);
  const sweeper = new Sweeper(core);
  const stream = createStreamEndpoint(core);
  const endpoints: Endpoint[] = [
    createTokenEndpoint(core),
    createNotifyEndpoint(core),
    createResolveEndpoint(core),
    createStatusEndpoint(core),
    stream.endpoint,
    ...(options.webhookSecret === undefined ? [] : [createWebhookEndpoint(core, options.webhookSecret)]),
    ...createCardsEndpoints({ ledger, customerOf: options.customerOf }),
    createFeesEndpoint({ getFees: options.getFees, orders: options.orders }),
    createPaymentRelay(core, desk),
    createPixRelay(core),
    createPixStatusRelay(core),
    ...createCardRelays(core),
    ...attachProviders(providers, { ledger, publicOrigin, basePath, now, report }),
  ];
  const respond = createRouter(endpoints, { ...options, basePath, now: options.now ?? systemClock.now, report });

  let starting: Promise<void> | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  const start = (): Promise<void> => {
    const begin = async (): Promise<void> => {
      await ledger.start();
      await clock.refresh();
    };
    starting ??= begin().then(
      () => {
        if (ledger.warning !== undefined) report({ type: 'warning', message: ledger.warning });
        if (sweepEveryMs > 0) timer = setInterval(() => void sweepQuietly(), sweepEveryMs);
        // In Node a timer must not keep a process alive that has nothing else to do.
        if (typeof timer === 'object' && 'unref' in timer) timer.unref();
      },
      (error: unknown) => {
        setTimeout(() => (starting = undefined), RESTART_PAUSE_MS);
        throw error;
      },
    );
    return starting;
  };
  const sweepQuietly = (): Promise<unknown> =>
    sweeper
      .sweep()
      .catch(() => report({ type: 'failure', operation: 'sweep', message: 'The database gave no answer. It is tried again.' }));

  return Object.assign(
    async (request: Request): Promise<Response> => {
      try {
        await start();
      } catch {
        report({ type: 'failure', operation: 'start', message: 'The ledger did not start: call start() to see why.' });
        return respondUnavailable(RESTART_PAUSE_MS / 1000);
      }
      return respond(request);
    },
    {
      start,
      // A program of the shop's people may ask before anything else has.
      unresolved: () => start().then(() => staff.unresolved()),
      resolve: (id: string, resolution: PersonResolution) => start().then(() => staff.resolve(id, resolution)),
      reconcile: (found: { payments: readonly LostPayment[] }) => start().then(() => staff.reconcile(found)),
      sweep: () => start().then(() => sweeper.sweep()),
      health: () => readHealth(core, providers),
      forgetCustomer: (customer: string) => start().then(() => ledger.forgetCustomer(customer)),
      removeBefore: (instant: number) => start().then(() => ledger.removeBefore(instant, now())),
      close: async () => {
        clearInterval(timer);
        stream.close();
        await desk.settleDown();
        // What this process alone knows would be lost with it.
        await orders.writeDown().catch(() => undefined);
        await Promise.allSettled([providers.card.close?.(), providers.pix.close?.()]);
        await ledger.close();
      },
    },
  );
}

/** How the server is. */
export interface ShopHealth {
  /** `ready`: orders can be paid. `degraded`: they cannot all, or something waits. `down`: nothing is given out. */
  status: 'ready' | 'degraded' | 'down';
  database: 'up' | 'down';
  /** `restored`: the database is an older copy of itself, and nothing opens until `reconcile`. */
  ledger: 'trusted' | 'restored' | 'unknown';
  tokens: { card: ProviderHealth; pix: ProviderHealth };
  /** Ends of attempts that this process knows and the database did not take yet. */
  unwritten: number;
  /** Payments whose `orders.deliver` has not ended well yet. */
  deliveries: number;
}

/** Looks at everything that a payment needs. Never rejects. */
export async function readHealth({ ledger, orders }: ShopCore, { card, pix }: Providers): Promise<ShopHealth> {
  const unwritten = orders.unwrittenCount;
  const tokens = { card: await ask(card), pix: await ask(pix) };
  try {
    await ledger.ping();
    const state = (await ledger.distrust()) ?? 'trusted';
    const deliveries = await ledger.countDeliveries();
    const isWaiting = unwritten > 0 || deliveries > 0;
    const isReady = state === 'trusted' && tokens.card === 'ready' && tokens.pix === 'ready' && !isWaiting;
    return { status: isReady ? 'ready' : 'degraded', database: 'up', ledger: state, tokens, unwritten, deliveries };
  } catch {
    return { status: 'down', database: 'down', ledger: 'unknown', tokens, unwritten, deliveries: 0 };
  }
}

async function ask(provider: Providers['card']): Promise<ProviderHealth> {
  return callInTime('health', () => provider.health?.() ?? 'ready').catch(() => 'failing');
}
