/** The payments service of the long tests: the sandbox over HTTP, with what a shop's access to its records would say. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { toNodeListener } from '../../../src/server/index.ts';

export const CARD = { holderName: 'MARIA SILVA', expirationDate: '12/39', number: '4111111111111111', securityCode: '123' };

/**
 * @param {{ isIdempotent?: boolean }} [options] Whether it knows a repeated charge by its key.
 */
export async function startService({ isIdempotent = false } = {}) {
  const sandbox = createSandbox({ basePath: '/service/', magic: false, idempotency: isIdempotent ? 'header' : 'none' });
  /** Whose a token is, and what was charged with it: `{ attemptId, orderId, identifier }`. */
  const owners = new Map();
  const charges = [];
  const deliveries = [];

  async function charge(request) {
    await service.beforeCharge?.();
    const owner = owners.get(request.headers.get('Authorization')?.replace('Bearer ', ''));
    const response = await sandbox(request);
    const { identifier } = await response.clone().json();
    const isNew = !charges.some((known) => known.identifier === identifier);
    if (response.status === 200 && isNew) charges.push({ ...owner, identifier });
    await service.afterCharge?.();
    return response;
  }

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
      case '/service/card/processPayment':
        return charge(request);
      default:
        return sandbox(request);
    }
  }

  const listener = toNodeListener(handle);
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${server.address().port}`;

  const service = {
    origin,
    /** The sandbox itself. */
    sandbox,
    /** Called when a charge has come and is not carried out, and when it is and nothing is said yet. */
    beforeCharge: undefined,
    afterCharge: undefined,
    /** The charges of an order, `{ attemptId, identifier }`. */
    chargesOf: (orderId) => charges.filter((known) => known.orderId === orderId),
    /** How often a payment was delivered. */
    countDeliveries: (paymentId) => deliveries.filter((known) => known === paymentId).length,
    /** Charges with a page's token, as the page does. Returns the identifier. */
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
  };
  return service;
}
