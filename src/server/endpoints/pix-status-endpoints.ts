import { formatAmount } from '../../domain/money.js';
import { UNCLEAR } from '../../domain/pix/arrived-amount.js';
import type { Endpoint, EndpointCall } from '../http/endpoint.js';
import { createNotFound, createRefusal, respondJson, respondUnavailable, RESPONSE_RULES } from '../http/response.js';
import type { Limits } from '../options.js';
import type { PixRecord } from '../orders/order-record.js';
import { listChargePayments } from '../orders/pix-charges.js';
import type { ShopCore } from '../shop-core.js';
import { getPixPrice, requireOrder } from './guards.js';

/** The time after which a page may query again if the service did not respond, seconds. */
const WAIT_S = 3;

/**
 * Creates `GET status/{charge}?order=ORDER_ID`, which responds with `{ status, chargeId, paidAmount? }`, and for a boleto (`boleto:ID`) with
 * `paidAmounts`, too. The status is in Balcão's own words.
 */
export function createStatusEndpoint(core: ShopCore): Endpoint {
  return {
    name: 'status',
    methods: ['GET'],
    pattern: 'status/{charge}',
    origin: 'own',
    handle: async (call) => {
      const charge = await requireCharge(core, call);
      // A paid hybrid boleto stays paid, whatever becomes of the question about its other code.
      const knowledge = await core.pix.queryStatus(charge).then((asked) => (charge.status === 'paid' ? charge.status : asked));
      if (knowledge === 'unanswered') return respondUnavailable(WAIT_S);
      // 404 stops the page's polling: the shopper reads that the shop will confirm the payment.
      if (knowledge === 'unsupported' && core.options.asksPixStatus !== false) return createNotFound().toResponse();
      return respondJson(await convertCharge(core, charge.chargeId, charge.orderId));
    },
  };
}

/**
 * Returns the charge that a page names, if its order belongs to the sender. This is the order that the page names, else the order of a
 * known charge. Throws 404.
 */
async function requireCharge(core: ShopCore, { request, params, url, session }: EndpointCall): Promise<PixRecord> {
  const { charge: chargeId = '' } = params;
  const known = await core.ledger.findPixCharge(chargeId);
  const named = url.searchParams.get('order') || known?.orderId;
  if (!named) throw createNotFound();
  const order = await requireOrder(core, named, request);
  const charge = known ?? (await core.pix.adopt({ chargeId, orderId: order.id, session: await session(), dueCents: getPixPrice(order) }));
  if (charge?.orderId !== order.id) throw createNotFound();
  return charge;
}

/** Converts the ledger's data of a charge for the page. */
async function convertCharge({ ledger }: Pick<ShopCore, 'ledger'>, chargeId: string, orderId: string): Promise<object> {
  const order = await ledger.read(orderId);
  const charge = order.pix.find((known) => known.chargeId === chargeId);
  const payments = charge ? listChargePayments(order, charge) : [];
  // Without an amount the page would assume a payment of the whole price.
  const paidAmounts = payments.map(({ amountCents }) => (amountCents === undefined ? UNCLEAR : formatAmount(amountCents)));
  const [paidAmount] = paidAmounts;
  return { status: charge?.status ?? 'unknown', chargeId, ...(paidAmount && { paidAmount, ...(charge?.boleto && { paidAmounts }) }) };
}

/** The interval of a comment line, so that no proxy closes the stream as idle, ms. */
const HEARTBEAT_MS = 15_000;

/** The longest life of a stream, ms. Its page then opens another stream, and the owner of the order is checked again. */
const LONGEST_LIFE_MS = 30 * 60_000;

/** A stream that is open in this process. */
interface OpenStream {
  session: string;
  /** The address, or the order if the address is unknown: whoever keeps no cookie has a new session in each request. */
  visitor: string;
  end(): void;
}

/** The streams that are open in this process, oldest first. */
class OpenStreams {
  readonly #open = new Set<OpenStream>();

  /** Counts a stream, or refuses it with 429. Returns a function that undoes the count. */
  add(stream: OpenStream, limits: Limits): () => void {
    const { session, visitor } = stream;
    const isTooMany =
      this.#list((open) => open.session === session).length >= limits.streamsPerSession ||
      this.#list((open) => open.visitor === visitor).length >= limits.streamsPerAddress;
    if (isTooMany || (this.#open.size >= limits.streams && !this.#makeRoom(visitor)))
      throw createRefusal(429, 'Too many streams.', { 'Retry-After': '30' });
    this.#open.add(stream);
    return () => void this.#open.delete(stream);
  }

  endAll(): void {
    for (const { end } of [...this.#open]) end();
  }

  /** Ends the oldest stream of the visitor with the most streams. Returns `false` if `visitor` would then have no fewer than that one. */
  #makeRoom(visitor: string): boolean {
    const counts = new Map<string, number>();
    for (const open of this.#open) counts.set(open.visitor, (counts.get(open.visitor) ?? 0) + 1);
    const [[greediest, most] = ['', 0]] = [...counts].toSorted(([, a], [, b]) => b - a);
    if (most < (counts.get(visitor) ?? 0) + 2) return false;
    this.#list((open) => open.visitor === greediest)[0]?.end();
    return true;
  }

  #list(isWanted: (open: OpenStream) => boolean): readonly OpenStream[] {
    return [...this.#open].filter(isWanted);
  }
}

/**
 * Creates `GET stream/{charge}?order=ORDER_ID`, which sends a server-sent event for each change of a charge, on any instance. `close` ends
 * all open streams.
 */
export function createStreamEndpoint(core: ShopCore): { endpoint: Endpoint; close: () => void } {
  const open = new OpenStreams();
  const endpoint: Endpoint = {
    name: 'stream',
    methods: ['GET'],
    pattern: 'stream/{charge}',
    origin: 'own',
    handle: async (call) => {
      const charge = await requireCharge(core, call);
      const visitor = { session: await call.session(), visitor: (await call.address()) ?? `order ${charge.orderId}` };
      return respondStream(core, charge, (end) => open.add({ ...visitor, end }, core.limits), call.request.signal);
    },
  };
  return { endpoint, close: () => open.endAll() };
}

/** Responds with a stream that sends the status of a charge now and at each change, until it ends. `add` counts it. */
function respondStream(
  core: ShopCore,
  { chargeId, orderId }: PixRecord,
  add: (end: () => void) => () => void,
  signal: AbortSignal,
): Response {
  const encoder = new TextEncoder();
  let stop = (): void => undefined;
  const forget = add(() => stop());
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const send = (text: string): void => controller.enqueue(encoder.encode(`${text}\n\n`));
      // The stream subscribes before it sends the present state, so that it misses no change.
      const unsubscribe = core.ledger.subscribe(chargeId, () => void sendUpdate());
      const heartbeat = setInterval(() => send(': still here'), HEARTBEAT_MS);
      const life = setTimeout(() => stop(), LONGEST_LIFE_MS);
      let isOpen = true;
      let last = '';
      const sendUpdate = async (): Promise<void> => {
        // A message only makes the page query the status, so an empty message is enough if the ledger cannot be read now.
        const update = JSON.stringify(await convertCharge(core, chargeId, orderId).catch(() => ({})));
        if (isOpen && update !== last) send(`data: ${update}`);
        last = update;
      };
      stop = () => {
        if (!isOpen) return;
        isOpen = false;
        clearInterval(heartbeat);
        clearTimeout(life);
        unsubscribe();
        forget();
        try {
          controller.close();
        } catch {
          // The reader has already disconnected.
        }
      };
      signal.addEventListener('abort', () => stop(), { once: true });
      send('retry: 2000');
      // A page whose stream ends opens another one, which another instance may have.
      if (signal.aborted || core.closing.isClosing) stop();
      else void sendUpdate();
    },
    cancel: () => stop(),
  });
  return new Response(body, { headers: { ...RESPONSE_RULES, 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' } });
}
