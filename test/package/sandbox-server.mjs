import { startSourceServer } from '../../scripts/source-server.mjs';

/**
 * The sandbox on an origin of its own, and the shops' servers that go with its rooms.
 *
 * @returns `origin` of the sandbox, `answerShop(request, response)` for what is below `/__shop/ROOM/`, `charges(room)`: what the
 * service charged, `hold(room)`: its next charge waits, until `release(room)`, which answers how many did.
 */
export async function startSandbox() {
  const sources = await startSourceServer();
  const { startSandboxServer, toNodeListener } = await sources.load('/src/sandbox/node.ts');
  const { createTestShops } = await sources.load('/test/support/sandbox-shops.ts');
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
    async close() {
      await sandbox.close();
      await sources.close();
    },
  };
}
