import { systemClock } from '../client/system-clock.js';
import { CheckoutError } from '../domain/errors.js';
import { withTimeLimit } from '../domain/time-limit.js';
import { createNotifyEndpoint, createResolveEndpoint } from './endpoints/attempt-endpoints.js';
import { createBoletoEndpoints } from './endpoints/boleto-endpoint.js';
import { createCardsEndpoints } from './endpoints/cards-endpoint.js';
import { createFeesEndpoint } from './endpoints/fees-endpoint.js';
import { createStatusEndpoint, createStreamEndpoint } from './endpoints/pix-status-endpoints.js';
import { createTokenEndpoint } from './endpoints/token-endpoint.js';
import { createWebhookEndpoints } from './endpoints/webhook-endpoint.js';
import { isBroken, nameSqlState } from './broken-code.js';
import { Closing } from './http/closing.js';
import { createReport, warnProcess } from './events.js';
import { createAddressHasher } from './http/client-address.js';
import type { Endpoint } from './http/endpoint.js';
import { createLimiter, completeLimits } from './http/limits.js';
import { createBusyRefusal, respondBroken } from './http/response.js';
import { createRouter } from './http/router.js';
import { LedgerClock } from './ledger/clock.js';
import type { WaitingWork, WorkKind } from './ledger/ledger.js';
import { checkOptions } from './option-checks.js';
import type { LostPayment, PersonResolution, ShopServerOptions } from './options.js';
import { AttemptSearch } from './orders/attempt-search.js';
import { Deliveries } from './orders/deliveries.js';
import { OrderService } from './orders/order-service.js';
import { PixService } from './orders/pix-service.js';
import { createCardRelays } from './relay/card-endpoints.js';
import { ChargeService } from './relay/charge-service.js';
import { createPaymentRelay } from './relay/payment-endpoint.js';
import { createPixRelay, createPixStatusRelay } from './relay/pix-endpoints.js';
import { ServiceLink } from './service-link.js';
import { createServiceRequests, type ServiceRequest, type ShopService } from './service-request.js';
import { guardFunctions } from './shop-functions.js';
import type { ShopCore } from './shop-core.js';
import { type ResolveAnswer, Staff, type Unresolved } from './staff.js';
import { Sweeper, type SweepReport } from './sweep.js';
import { callInTime } from './time-limits.js';
import { attachProviders, createProviders, type Providers } from './tokens/providers.js';
import type { ProviderHealth, TokenProvider } from './tokens/token-provider.js';

/** The default of `sweepEveryMs`, ms. */
const SWEEP_EVERY_MS = 60_000;

/** The longest interval of queries about Pix codes, ms: a code that is due is asked about within it. */
const PIX_EVERY_MS = 5000;

/** The default of `limitMs` of `close`, ms: Kubernetes ends a process 30 seconds after it was asked to end. */
const CLOSE_LIMIT_MS = 25_000;

/** The longest time of a timer, ms: one that is longer ends at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The parts of the limit in which `close` waits: for what is under way, then for its last requests. The rest is for closing what it can close. */
const WAITING_PART = 0.9;
const REFUSING_PART = 0.05;

/** The time after which waiting work counts as late, ms: two sweeps. */
const LATE_MS = 120_000;

/** The pause after a failed start, in which requests are refused, ms. The next request then tries again. */
const RESTART_PAUSE_MS = 1000;

/** The warning at the start of a shop whose card payments nothing but a person can end. */
const WAITING =
  'Card payments with a token in the page wait for a person, the approved ones too: give records with certainty "exact", or pageTokens: false.';

/** The state of the server. */
export interface ShopHealth {
  /** `ready`: orders can be paid. `degraded`: not all orders can be paid, or work is waiting. `down`: no order can be paid. */
  status: 'ready' | 'degraded' | 'down';
  database: 'up' | 'down';
  /** `restored`: the database is an older copy of itself, and no order can be paid until `reconcile`. */
  ledger: 'trusted' | 'restored' | 'unknown';
  tokens: { card: ProviderHealth; pix: ProviderHealth };
  /** The number of results of attempts that this process knows and the database has not accepted yet. */
  unwritten: number;
  /** The number of payments whose `orders.deliver` has not succeeded yet. */
  deliveries: number;
  /**
   * The work that waits, by kind, with the time since which the oldest piece waits and the number of pieces that have failed. The status is
   * not `ready` if anything has failed, or has waited for more than two minutes.
   */
  waiting: readonly WaitingWork<WorkKind | 'unwritten'>[];
}

/** The shop's server: a handler of the requests below `basePath`, with functions for the shop's staff and for other programs. */
export interface ShopServer {
  /** Responds to a request. Never rejects. */
  (request: Request): Promise<Response>;
  /** The path before the endpoints. `toNodeListener` passes on every other path. */
  readonly basePath: string;
  /** Prepares the database. The first request does so too, but a call at the start of a process reports errors at once. */
  start(): Promise<void>;
  /**
   * Lists the attempts and payments that wait for a person, oldest first: at most 500 of each, and `unconfirmed` attempts before `replaced`
   * ones.
   */
  unresolved(): Promise<Unresolved>;
  /** Records a person's finding about an attempt (`attemptId`) or a payment (`paymentId`). */
  resolve(id: string, resolution: PersonResolution): Promise<ResolveAnswer>;
  /** Records the payments that a restored copy of the database lacks, and trusts the database from then on. */
  reconcile(found: { payments: readonly LostPayment[] }): Promise<void>;
  /** Repairs the state after a crash, a lost connection or a closed page. It runs by itself every minute (`sweepEveryMs`). */
  sweep(): Promise<SweepReport>;
  /** Checks the state of the server, for a load balancer and for people. Never rejects. */
  health(): Promise<ShopHealth>;
  /** Deletes the saved cards of a customer (LGPD, art. 18). Orders have no customer in the ledger. */
  forgetCustomer(customer: string): Promise<void>;
  /**
   * Deletes ended orders whose last change is before this instant (epoch ms). An order that waits for a person stays. Resolves with the
   * number of deleted orders.
   */
  removeBefore(instant: number): Promise<number>;
  /** The service, for its other operations. */
  readonly service: ShopService;
  /**
   * Closes the server: new charges are refused at once, those under way are waited for, and their results are written. Then everything is
   * refused, and the ledger is closed. Resolves after `limitMs` at the latest (default: 25 seconds), whatever the shop's functions do, and
   * never rejects. A second call joins the first one.
   */
  close(options?: { limitMs?: number }): Promise<void>;
}

/**
 * Creates a shop's server. Throws a `CheckoutError` `invalid-config` for invalid settings. Nothing is sent or written before `start` or a
 * request.
 *
 * @example
 * const orders = new Map([['1042', { id: '1042', amountCents: 14990 }]]);
 * const shop = createShopServer({
 *   service: { baseUrl: 'https://service.example/' },
 *   tokens: async () => ({ token: process.env.SERVICE_TOKEN, expiresIn: 3600 }),
 *   orders: {
 *     find: (orderId) => orders.get(orderId),
 *     deliver: async ({ orderId, kind }) => console.log(orderId, kind),
 *   },
 *   ledger: memoryLedger(),
 *   publicOrigin: 'https://loja.example',
 * });
 * const response = await shop(
 *   new Request('https://loja.example/shop/token', {
 *     method: 'POST',
 *     headers: { Origin: 'https://loja.example' },
 *     body: JSON.stringify({ purpose: 'card-payment', orderId: '1042', attemptId: 'a-1', amount: '149.90' }),
 *   }),
 * );
 * console.log(response.status, (await response.json()).token); // 200 'a-token'
 * await shop.close();
 */
export function createShopServer(given: ShopServerOptions): ShopServer {
  checkOptions(given);
  const report = createReport({
    onEvent: given.onEvent?.bind(given),
    warn: warnProcess,
    secrets: given.webhookSecret === undefined ? [] : [given.webhookSecret],
  });
  const options = guardFunctions(given, report);
  const { ledger, basePath = '/shop/', publicOrigin, sweepEveryMs = SWEEP_EVERY_MS } = options;
  const clock = new LedgerClock(ledger, options.now);
  const { now } = clock;
  const limits = completeLimits(options.limits);
  const limiter = createLimiter({ ledger, limits, report, now });
  const providers = createProviders(options.tokens);
  const link = new ServiceLink(options, providers, clock);
  const closing = new Closing();
  const deliveries = new Deliveries({ ledger, orders: options.orders, report, clock });
  const orders = new OrderService({ ledger, orders: options.orders, report, clock, deliveries, repairsItself: sweepEveryMs > 0 });
  const search = new AttemptSearch({ records: options.records, ledger, orders, report, now });
  const { asksPixStatus = true, pageTokens = true } = options;
  const asks = { asksStatus: asksPixStatus, boletoStatus: options.orders.boletoStatus, isAdopting: pageTokens };
  const pix = new PixService({ ledger, link, orders, limiter, report, now, ...asks });
  const core: ShopCore = { options, ledger, link, orders, deliveries, pix, search, limiter, limits, report, clock, closing, now };
  const charges = new ChargeService(core);
  const staff = new Staff(core);
  const requestService = createServiceRequests(link, { report, now: options.now ?? systemClock.now });
  const sweeper = new Sweeper(core);
  const stream = createStreamEndpoint(core);
  const endpoints: Endpoint[] = [
    createTokenEndpoint(core),
    createNotifyEndpoint(core),
    createResolveEndpoint(core),
    createStatusEndpoint(core),
    stream.endpoint,
    ...createWebhookEndpoints(core),
    ...createCardsEndpoints(core),
    createFeesEndpoint(options),
    ...createBoletoEndpoints(core),
    createPaymentRelay(core, charges),
    createPixRelay(core),
    createPixStatusRelay(core),
    ...createCardRelays(core),
    ...attachProviders(providers, { ledger, publicOrigin, basePath, now, report }),
  ];
  const guarded = endpoints.map((endpoint) => closing.guard(endpoint));
  const hashAddress = createAddressHasher(ledger, now);
  const respond = createRouter(guarded, { ...options, basePath, hashAddress, now: options.now ?? systemClock.now, report });

  const timers: ReturnType<typeof setInterval>[] = [];
  const repeat = (work: () => void, everyMs: number): void => {
    const timer = setInterval(work, everyMs);
    // In Node, the timer must not keep a process alive that has nothing else to do.
    if (typeof timer === 'object' && 'unref' in timer) timer.unref();
    timers.push(timer);
  };
  const sweepQuietly = (): Promise<unknown> =>
    sweeper
      .sweep()
      .catch((error: unknown) =>
        report({ type: 'failure', operation: 'sweep', message: `The sweep did not end${nameSqlState(error)}. It is tried again.`, error }),
      );
  const begin = async (): Promise<void> => {
    await ledger.start();
    await clock.refresh();
    if (ledger.warning !== undefined) report({ type: 'warning', message: ledger.warning });
    if (pageTokens && options.records?.certainty !== 'exact') report({ type: 'warning', message: WAITING });
    if (sweepEveryMs === 0 || closing.isClosing) return;
    repeat(() => void sweepQuietly(), sweepEveryMs);
    // The sweep reports what fails.
    repeat(() => void sweeper.queryPix().catch(() => undefined), Math.min(PIX_EVERY_MS, sweepEveryMs));
  };
  let starting: Promise<void> | undefined;
  const start = async (): Promise<void> => {
    if (closing.isClosed) throw new CheckoutError('aborted', 'This server is closed.');
    starting ??= begin().catch((error: unknown) => {
      setTimeout(() => (starting = undefined), RESTART_PAUSE_MS);
      throw error;
    });
    await starting;
  };

  const writeResults = async (): Promise<void> => {
    await orders.unwritten.writeAll();
    await charges.waitForCharges();
    await orders.unwritten.writeAll();
  };
  /** Waits for everything that is under way, and writes what only this process knows. */
  const drain = async (): Promise<void> => {
    await starting?.catch(() => undefined);
    const repairs = Promise.all([sweeper.stop(), deliveries.stop()]);
    // No result waits for the request of a slow client.
    await Promise.all([closing.waitForRequests(), writeResults()]);
    await writeResults();
    await repairs;
  };
  const release = async (): Promise<void> => {
    await Promise.allSettled([providers.card, providers.pix].map(async (provider) => provider.close?.()));
    await ledger.close();
  };
  let closed: Promise<void> | undefined;
  const close = async (limitMs: number): Promise<void> => {
    closing.begin();
    for (const timer of timers) clearInterval(timer);
    stream.close();
    const isDrained = await endsWithin(drain(), limitMs * WAITING_PART);
    const left = `${closing.requestCount} requests, ${charges.underWayCount} charges, ${orders.unwritten.count} results that are not written`;
    if (!isDrained) report({ type: 'failure', operation: 'close', message: `Not everything ended in time. Left behind: ${left}.` });
    closing.end();
    orders.unwritten.stop();
    // The requests that began while charges were waited for. One that hangs must not keep the ledger open.
    if (isDrained) await endsWithin(closing.waitForRequests(), limitMs * REFUSING_PART);
    await endsWithin(release(), limitMs * (1 - WAITING_PART - REFUSING_PART));
  };

  return Object.assign(
    (request: Request): Promise<Response> =>
      closing.run(request, async () => {
        try {
          if (!closing.isClosed) await start();
        } catch (error) {
          report({ type: 'failure', operation: 'start', message: `The ledger did not start${nameSqlState(error)}.`, error });
          if (isBroken(error)) return respondBroken({ sent: false });
          return createBusyRefusal(RESTART_PAUSE_MS / 1000, { sent: false, message: 'The shop cannot do this now.' }).toResponse();
        }
        return respond(request);
      }),
    {
      basePath,
      start,
      // A program of the shop's staff may call these functions before any request.
      unresolved: () => start().then(() => staff.unresolved()),
      resolve: (id: string, resolution: PersonResolution) => start().then(() => staff.resolve(id, resolution)),
      reconcile: (found: { payments: readonly LostPayment[] }) => start().then(() => staff.reconcile(found)),
      sweep: () => start().then(() => sweeper.sweep()),
      health: () => checkHealth(core, providers),
      forgetCustomer: (customer: string) => start().then(() => ledger.forgetCustomer(customer)),
      removeBefore: (instant: number) => start().then(() => ledger.removeBefore(instant, now())),
      service: { request: (request: ServiceRequest) => closing.waitFor(start().then(() => requestService(request))) },
      close: ({ limitMs = CLOSE_LIMIT_MS }: { limitMs?: number } = {}) =>
        (closed ??= close(limitMs >= 0 ? Math.min(limitMs, LONGEST_TIMER_MS) : CLOSE_LIMIT_MS)),
    },
  );
}

/** Waits for work, at most this long. Resolves with `true` if it succeeded. */
function endsWithin(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  return withTimeLimit(work, systemClock, limitMs).then(
    () => true,
    () => false,
  );
}

/** Checks everything that a payment needs. Never rejects. */
async function checkHealth({ ledger, orders, closing, now }: ShopCore, { card, pix }: Providers): Promise<ShopHealth> {
  const { count: unwritten, since } = orders.unwritten;
  const tokens = { card: await checkProvider(card), pix: await checkProvider(pix) };
  const known: ShopHealth['waiting'] = unwritten > 0 ? [{ work: 'unwritten', count: unwritten, since, failing: unwritten }] : [];
  try {
    if (closing.isClosed) throw new CheckoutError('aborted', 'This server is closed.');
    await ledger.ping();
    const state = (await ledger.distrust()) ?? 'trusted';
    const waiting = [...known, ...(await ledger.listWaiting(now()))];
    const deliveries = waiting.find(({ work }) => work === 'deliveries')?.count ?? 0;
    const isLate = waiting.some(({ since: at, failing }) => failing > 0 || at < now() - LATE_MS);
    const isReady = state === 'trusted' && tokens.card === 'ready' && tokens.pix === 'ready' && !isLate;
    const status = closing.isClosing ? 'down' : isReady ? 'ready' : 'degraded';
    return { status, database: 'up', ledger: state, tokens, unwritten, deliveries, waiting };
  } catch {
    return { status: 'down', database: 'down', ledger: 'unknown', tokens, unwritten, deliveries: 0, waiting: known };
  }
}

async function checkProvider(provider: TokenProvider): Promise<ProviderHealth> {
  return callInTime('health', () => provider.health?.() ?? 'ready').catch(() => 'failing');
}
