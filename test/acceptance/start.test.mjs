/** What `npm start` says of its sandbox. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { startDemo } from '../package/demo-process.mjs';
import { findFreePort, waitUntil } from '../package/documented-server.mjs';

const DOCUMENTED_PORT = 4174;

/** Takes a port, unless somebody else has it already. */
async function takePort(test, port) {
  const server = createServer().listen(port, '127.0.0.1');
  test.after(() => server.close());
  await once(server, 'listening').catch(() => undefined);
}

async function assertIsSandbox(baseUrl) {
  const { cards } = await (await fetch(`${baseUrl}__sandbox/help`)).json();
  assert.ok(cards);
}

describe('npm start', () => {
  it('prints the base URL of its sandbox', { timeout: 180_000 }, async (test) => {
    const port = await findFreePort();
    const demo = await startDemo({ SANDBOX_PORT: String(port) });
    test.after(demo.stop);
    assert.equal(demo.sandbox, `http://127.0.0.1:${port}/demo/`);
    await assertIsSandbox(demo.sandbox);
    assert.doesNotMatch(demo.output(), /is taken/);
  });

  it(
    'serves a frame of card fields on another origin, for its pages at either name of this machine',
    { timeout: 180_000 },
    async (test) => {
      const demo = await startDemo({ SANDBOX_PORT: String(await findFreePort()) });
      test.after(demo.stop);
      await waitUntil(() => /Frame: \S+ /.test(demo.output()) && /Local: +\S+/.test(demo.output()), 'the addresses');
      const [, pages] = /Local: +http:\/\/localhost:(\d+)\//.exec(demo.output());
      const [, ...frames] = /Frame: (\S+) .* at localhost; (\S+) for those at 127\.0\.0\.1/.exec(demo.output());
      assert.deepEqual(
        frames.map((url) => new URL(url).hostname),
        ['127.0.0.1', 'localhost'],
      );
      const frame = await fetch(frames[0]);
      assert.equal(frame.status, 200);
      const policy = frame.headers.get('Content-Security-Policy');
      assert.match(policy, new RegExp(`frame-ancestors http://localhost:${pages} http://127\\.0\\.0\\.1:${pages};`));
      assert.match(policy, new RegExp(`connect-src ${new URL(demo.sandbox).origin};`));
      assert.equal((await fetch(`${frames[0]}shop/token`)).status, 404);
    },
  );

  it('says which port the sandbox has where the one of the documents is taken', { timeout: 180_000 }, async (test) => {
    await takePort(test, DOCUMENTED_PORT);
    const demo = await startDemo();
    test.after(demo.stop);
    const { port } = new URL(demo.sandbox);
    assert.notEqual(port, String(DOCUMENTED_PORT));
    await waitUntil(() => demo.output().includes(`Port ${DOCUMENTED_PORT} is taken: the sandbox is at ${port}.`), 'the other port');
    await assertIsSandbox(demo.sandbox);
  });
});
