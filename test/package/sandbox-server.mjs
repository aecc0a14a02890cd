import { startSandboxServer, toNodeListener } from '../../src/sandbox/node.ts';
import { createTestShops } from '../support/sandbox-shops.ts';
import { waitUntil } from './documented-server.mjs';

/**
 * The sandbox on an origin of its own, and the shops' servers that go with its rooms.
 *
 * @returns `origin` of the sandbox, `answerShop(request, response)` for what is below `/__shop/ROOM/`, `charges(room)`: what the
 * service charged, `state(room)`: what it has seen, `hold(room, fault)`: its next charge waits, or by
 * `hang-after-charge` its answer, until `release(room)`, `waitForPending(room)`: until a request of the room waits.
 */
export async function startSandbox() {
  const sandbox = await startSandboxServer();
  const state = async (room) => (await fetch(`${sandbox.origin}/${room}/__sandbox/state`)).json();
  return {
    origin: sandbox.origin,
    answerShop: toNodeListener(createTestShops(sandbox.origin)),
    state,
    async charges(room) {
      return (await state(room)).charges;
    },
    async hold(room, fault = 'hang') {
      await fetch(`${sandbox.origin}/${room}/__sandbox/faults`, {
        method: 'POST',
        body: JSON.stringify({ operation: 'processPayment', fault }),
      });
    },
    async release(room) {
      await fetch(`${sandbox.origin}/${room}/__sandbox/release`, { method: 'POST' });
    },
    waitForPending: (room) => waitUntil(async () => (await state(room)).pending.length > 0, `a request of ${room} that waits`),
    close: () => sandbox.close(),
  };
}
