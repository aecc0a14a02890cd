/** The payments service of the long tests: the sandbox over HTTP, with what a shop's access to its records would say. */
import { createServer } from 'node:http';
import { getDay } from '../../../src/domain/boleto/banking-days.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { toNodeListener } from '../../../src/server/index.ts';
import { listen } from '../../support/listen.mjs';
import { createBank } from '../support/boletos.mjs';
import { AMOUNT_CENTS } from './shop-settings.mjs';

export const CARD = { holderName: 'MARIA SILVA', expirationDate: '12/39', number: '4111111111111111', securityCode: '123' };

const DAY_MS = 86_400_000;

/** Says of a charge that its answer is lost: the connection breaks. */
export const LOST = Symbol('lost');

const createLostResponse = () => new Response(new ReadableStream({ pull: (controller) => controller.error(new Error('lost')) }));

/** @typedef {Awaited<ReturnType<typeof startService>>} Service */

/** @typedef {(owner: { attemptId?: string | null, orderId: string | null } | undefined) => unknown} Hook */

/**
 * @param {{ isIdempotent?: boolean }} [options] Whether it knows a repeated charge by its key.
 */
export async function startService({ isIdempotent = false } = {}) {
  const bank = createBank({ dueDate: getDay(Date.now() + 3 * DAY_MS) });
  const sandbox = createSandbox({ basePath: '/service/', magic: false, idempotency: isIdempotent ? 'header' : 'none' });
  /**
   * Whose a token is.
   *
   * @type {Map<string | undefined, { attemptId: string | null, orderId: string | null }>}
   */
  const owners = new Map();
  /** @type {{ attemptId?: string | null, orderId?: string | null, identifier: string }[]} */
  const charges = [];
  /** @type {(string | null)[]} */
  const deliveries = [];
  /**
   * Called when a charge has come and is not carried out, when it is and nothing is said yet, and when a boleto is asked for. What is to be said
   * is lost where `afterCharge` resolves with `LOST`.
   *
   * @type {{ beforeCharge?: Hook | undefined, afterCharge?: Hook | undefined, beforeBoleto?: Hook | undefined }}
   */
  const hooks = {};

  /** @param {Request} request */
  async function charge(request) {
    const owner = owners.get(request.headers.get('Authorization')?.replace('Bearer ', ''));
    await service.beforeCharge?.(owner);
    const response = await sandbox(request);
    const { identifier } = await response.clone().json();
    const isNew = identifier !== undefined && !charges.some((known) => known.identifier === identifier);
    if (response.status === 200 && isNew) charges.push({ ...owner, identifier });
    return (await service.afterCharge?.(owner)) === LOST ? createLostResponse() : response;
  }

  /** @param {Request} request */
  async function handle(request) {
    const { pathname, searchParams } = new URL(request.url);
    switch (pathname) {
      case '/issue': {
        const issued = sandbox.issueToken();
        owners.set(issued.token, { attemptId: searchParams.get('attemptId'), orderId: searchParams.get('orderId') });
        return Response.json(issued);
      }
      case '/find': {
        const found = charges.find(({ attemptId }) => attemptId === searchParams.get('attemptId'));
        return Response.json(found ? { status: 'charged', identifier: found.identifier } : { status: 'not-charged' });
      }
      case '/deliver':
        deliveries.push(searchParams.get('paymentId'));
        return Response.json({});
      case '/boleto': {
        const [id, key] = [searchParams.get('orderId') ?? '', searchParams.get('key') ?? ''];
        await service.beforeBoleto?.({ orderId: id });
        const { signal } = request;
        return Response.json(await bank.orders.boleto({ id, amountCents: AMOUNT_CENTS }, { key, request, signal }));
      }
      case '/boleto-status':
        return Response.json(bank.findStatus(searchParams.get('chargeId') ?? ''));
      case '/service/card/processPayment':
        return charge(request);
      default:
        return sandbox(request);
    }
  }

  const listener = toNodeListener(handle);
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  // Whoever sends must not meet the end of a connection that it keeps, however slow this machine is.
  server.keepAliveTimeout = 600_000;
  const origin = `http://127.0.0.1:${await listen(server)}`;

  const service = Object.assign(hooks, {
    origin,
    /** The sandbox itself. */
    sandbox,
    /** The shop's bank, which makes boletos. */
    bank,
    /**
     * The charges of an order.
     *
     * @param {string} orderId
     */
    chargesOf: (orderId) => charges.filter((known) => known.orderId === orderId),
    /**
     * How often a payment was delivered.
     *
     * @param {string} paymentId
     */
    countDeliveries: (paymentId) => deliveries.filter((known) => known === paymentId).length,
    /**
     * Charges with a page's token, as the page does. Returns the identifier.
     *
     * @param {string} token
     */
    async chargeAsPage(token) {
      const response = await handle(
        new Request(`${origin}/service/card/processPayment`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ amount: 149.9, installments: 1, whoPaysFee: 'merchant', card: CARD }),
        }),
      );
      const { identifier, message } = await response.json();
      if (identifier === undefined) throw new Error(`The service has not charged: ${response.status} ${message}`);
      return identifier;
    },
    async close() {
      server.close();
      server.closeAllConnections();
    },
  });
  return service;
}
