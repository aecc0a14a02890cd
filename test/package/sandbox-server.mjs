import { startSandboxServer, toNodeListener } from '../../src/sandbox/node.ts';
import { createTestShops } from '../support/sandbox-shops.ts';

/**
 * The sandbox on an origin of its own, and the shops' servers that go with its rooms.
 *
 * @returns `origin` of the sandbox, `answerShop(request, response)` for what is below `/__shop/ROOM/`, `charges(room)`: what the
 * service charged, `hold(room)`: its next charge waits, until `release(room)`, which answers how many did.
 */
export async function startSandbox() {
  const sandbox = await startSandboxServer();
  return {
    origin: sandbox.origin,
    answerShop: toNodeListener(createTestShops(sandbox.origin)),
    async charges(room) {
      return (await (await fetch(`${sandbox.origin}/${room}/__sandbox/state`)).json()).charges;
    },
    async hold(room) {
      await fetch(`${sandbox.origin}/${room}/__sandbox/faults`, {
        method: 'POST',
        body: JSON.stringify({ operation: 'processPayment', fault: 'hang' }),
      });
    },
    async release(room) {
      const { released } = await (await fetch(`${sandbox.origin}/${room}/__sandbox/release`, { method: 'POST' })).json();
      return released;
    },
    close: () => sandbox.close(),
  };
}
