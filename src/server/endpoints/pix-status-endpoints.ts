import { formatAmount } from '../../domain/money.js';
import { UNCLEAR } from '../../domain/pix/arrived-amount.js';
import { createPixPaymentId } from '../../domain/pix/charge.js';
import type { Endpoint, EndpointCall } from '../http/endpoint.js';
import { createNotFound, createRefusal, respondJson, respondNotFound, respondUnavailable, RESPONSE_RULES } from '../http/response.js';
import type { Limits } from '../options.js';
import type { PixRecord } from '../orders/order-record.js';
import type { ShopCore } from '../shop-core.js';
import { findPixPrice, requireOrder } from './guards.js';

/** After how many seconds a page asks again where nobody could say. */
const WAIT_S = 3;

/** `GET status/{charge}?order=ORDER_ID` -> `{ status, chargeId, paidAmount? }`, the status in Balcão's own words. */
export function createStatusEndpoint(core: ShopCore): Endpoint {
  return {
    name: 'status',
    methods: ['GET'],
    pattern: 'status/{charge}',
    origin: 'own',
    handle: async (call) => {
      const charge = await requireCharge(core, call);
      const knowledge = charge.status === 'paid' ? charge.status : await core.pix.ask(charge);
      if (knowledge === 'unanswered') return respondUnavailable(WAIT_S);
      // 404 stops the page's asking: the shopper reads that the shop will confirm the payment.
      if (knowledge === 'unaskable' && core.options.asksPixStatus !== false) return respondNotFound();
      return respondJson(await describeCharge(core, charge.chargeId, charge.orderId));
    },
  };
}

/**
 * The charge that a page asks about, if its order is one of whoever asks: the order that the page names, or, where it names none, that of a known
 * charge. Throws 404.
 */
export async function requireCharge(core: ShopCore, { request, params, url, session }: EndpointCall): Promise<PixRecord> {
  const { charge: chargeId = '' } = params;
  const known = await core.ledger.findPixCharge(chargeId);
  const named = url.searchParams.get('order') || known?.orderId;
  if (!named) throw createNotFound();
  const order = await requireOrder(core, named, request);
  const charge = known ?? (await core.pix.adopt({ chargeId, orderId: order.id, session: await session(), dueCents: findPixPrice(order) }));
  if (charge?.orderId !== order.id) throw createNotFound();
  return charge;
}

/** What is written down of a charge, as a page reads it. */
export async function describeCharge({ ledger }: Pick<ShopCore, 'ledger'>, chargeId: string, orderId: string): Promise<object> {
  const { pix, payments } = await ledger.read(orderId);
  const status = pix.find((charge) => charge.chargeId === chargeId)?.status ?? 'unknown';
  const payment = payments.find(({ paymentId }) => paymentId === createPixPaymentId(chargeId));
  // Without an amount the page would take the payment for the whole.
  const paidAmount = payment?.amountCents === undefined ? UNCLEAR : formatAmount(payment.amountCents);
  return { status, chargeId, ...(payment && { paidAmount }) };
}

/** An empty comment line, now and then, so that no proxy closes the stream as idle, ms. */
const HEARTBEAT_MS = 15_000;

/** A stream ends after this time, ms: its page opens another one, and is asked anew whose order it is. */
const LONGEST_LIFE_MS = 30 * 60_000;

/** The streams that are open in this process. */
class OpenStreams {
  readonly #bySession = new Map<string, number>();
  readonly #ends = new Set<() => void>();

  /** Counts one, or refuses it with 429. The result counts it off again. */
  add(session: string, limits: Limits, end: () => void): () => void {
    const own = this.#bySession.get(session) ?? 0;
    if (own >= limits.streamsPerSession || this.#ends.size >= limits.streams)
      throw createRefusal(429, 'Too many streams.', { 'Retry-After': '30' });
    this.#bySession.set(session, own + 1);
    this.#ends.add(end);
    return () => {
      if (!this.#ends.delete(end)) return;
      const left = (this.#bySession.get(session) ?? 1) - 1;
      if (left > 0) this.#bySession.set(session, left);
      else this.#bySession.delete(session);
    };
  }

  endAll(): void {
    for (const end of [...this.#ends]) end();
  }
}

/**
 * `GET stream/{charge}?order=ORDER_ID`: server-sent events, one for each change of a charge, whatever instance learned of it. `close` ends
 * all that are open.
 */
export function createStreamEndpoint(core: ShopCore): { endpoint: Endpoint; close: () => void } {
  const { limits } = core;
  const open = new OpenStreams();
  const endpoint: Endpoint = {
    name: 'stream',
    methods: ['GET'],
    pattern: 'stream/{charge}',
    origin: 'own',
    handle: async (call) => {
      const { chargeId, orderId } = await requireCharge(core, call);
      return respondStream({ session: await call.session(), signal: call.request.signal, open, limits }, (changed) => ({
        describe: () => describeCharge(core, chargeId, orderId),
        unsubscribe: core.ledger.subscribe(chargeId, changed),
      }));
    },
  };
  return { endpoint, close: () => open.endAll() };
}

interface StreamParts {
  session: string;
  signal: AbortSignal;
  open: OpenStreams;
  limits: Limits;
}

/** What a stream is about: what there is to say now, and the end of listening. */
type Subscribe = (changed: () => void) => { describe: () => Promise<object>; unsubscribe: () => void };

function respondStream({ session, signal, open, limits }: StreamParts, subscribe: Subscribe): Response {
  const encoder = new TextEncoder();
  let stop = (): void => undefined;
  const forget = open.add(session, limits, () => stop());
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const send = (text: string): void => controller.enqueue(encoder.encode(`${text}\n\n`));
      // It listens before it says how things stand, so that nothing falls between.
      const { describe, unsubscribe } = subscribe(() => void tell());
      const heartbeat = setInterval(() => send(': still here'), HEARTBEAT_MS);
      const life = setTimeout(() => stop(), LONGEST_LIFE_MS);
      let isOpen = true;
      let said = '';
      const tell = async (): Promise<void> => {
        // A message only makes the page ask: where nothing can be read now, an empty one does too.
        const news = JSON.stringify(await describe().catch(() => ({})));
        if (isOpen && news !== said) send(`data: ${news}`);
        said = news;
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
          // Whoever read it has gone already.
        }
      };
      signal.addEventListener('abort', () => stop(), { once: true });
      send('retry: 2000');
      if (signal.aborted) stop();
      else void tell();
    },
    cancel: () => stop(),
  });
  return new Response(body, { headers: { ...RESPONSE_RULES, 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' } });
}
