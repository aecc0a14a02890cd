import { tsImport } from 'tsx/esm/api';

/**
 * The sandbox and the shop's server for the test runner: a Koa-style middleware.
 *
 * - `GET /__sandbox.json` answers `{ origin, breaking }`: the service, on an origin of its own, one room per test (see sandbox-room.ts), and
 *   the one whose connections are kept (see breaking-service.ts).
 * - `/__shop/ROOM/*` is a careless shop's server (test/support/shop), on the page's own origin, paired with the room of the same name.
 *
 * - `/__relay/ROOM/*` is the shop's server of the package, charging at that room of the breaking service (see breaking-relay.ts).
 *
 * @returns The middleware, and `close()`, which ends the service.
 */
export async function sandboxMiddleware() {
  const { startSandboxServer, toNodeListener } = await tsImport('../../src/sandbox/node.ts', import.meta.url);
  const { createTestShops } = await tsImport('./sandbox-shops.ts', import.meta.url);
  const { startBreakingService } = await tsImport('./breaking-service.ts', import.meta.url);
  const server = await startSandboxServer();
  const { createBreakingRelays } = await tsImport('./breaking-relay.ts', import.meta.url);
  const breaking = await startBreakingService();
  const relay = toNodeListener(createBreakingRelays(breaking.origin));
  const listener = toNodeListener(createTestShops(server.origin));

  const middleware = async (ctx, next) => {
    if (ctx.path === '/__sandbox.json') {
      ctx.set('Cache-Control', 'no-store');
      ctx.body = { origin: server.origin, breaking: breaking.origin };
    } else if (ctx.path.startsWith('/__relay/')) {
      ctx.respond = false;
      await relay(ctx.req, ctx.res);
    } else if (ctx.path.startsWith('/__shop/')) {
      ctx.respond = false;
      await listener(ctx.req, ctx.res);
    } else {
      await next();
    }
  };
  return { middleware, close: () => Promise.all([server.close(), breaking.close()]) };
}
