import { startSandboxServer, toNodeListener } from '../../src/sandbox/node.ts';
import { createTestShops } from '../support/sandbox-shops.ts';

/** What comes ends the wait at once. This only says what never came, ms. */
const PATIENCE_MS = 60_000;

/**
 * The sandbox on an origin of its own, and the shops' servers that go with its rooms.
 *
 * @returns `origin` of the sandbox, `answerShop(request, response)` for what is below `/__shop/ROOM/`, `charges(room)`: what the
 * service charged, `hold(room)`: its next charge waits, until `release(room)`, `waitForPending(room)`: until a request of the room waits.
 */
export async function startSandbox() {
  const sandbox = await startSandboxServer();
  const readState = async (room) => (await fetch(`${sandbox.origin}/${room}/__sandbox/state`)).json();
  return {
    origin: sandbox.origin,
    answerShop: toNodeListener(createTestShops(sandbox.origin)),
    async charges(room) {
      return (await readState(room)).charges;
    },
    async hold(room) {
      await fetch(`${sandbox.origin}/${room}/__sandbox/faults`, {
        method: 'POST',
        body: JSON.stringify({ operation: 'processPayment', fault: 'hang' }),
      });
    },
    async release(room) {
      await fetch(`${sandbox.origin}/${room}/__sandbox/release`, { method: 'POST' });
    },
    async waitForPending(room) {
      const end = Date.now() + PATIENCE_MS;
      while ((await readState(room)).pending.length === 0) {
        if (Date.now() > end) throw new Error(`No request of ${room} came to wait`);
      }
    },
    close: () => sandbox.close(),
  };
}
