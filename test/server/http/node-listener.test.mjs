import assert from 'node:assert/strict';
import { createServer, request as sendRequest } from 'node:http';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { toNodeListener } from '../../../src/server/http/node-listener.ts';
import { recallAddress } from '../../../src/server/http/client-address.ts';
import { listen } from '../../support/listen.mjs';
import { until } from '../support/until.mjs';

describe('a listener of node:http', () => {
  /**
   * A server around a handler.
   *
   * @typedef {import('node:http').IncomingMessage & { body?: unknown, originalUrl?: string }} Incoming
   *
   * @param {import('node:test').TestContext} t
   * @param {(request: Request) => Promise<Response>} handle
   * @param {(incoming: Incoming, outgoing: import('node:http').ServerResponse) => unknown} prepare What stands in front of it, like Express.
   */
  async function open(t, handle, prepare = () => undefined) {
    const listener = toNodeListener(handle);
    const server = createServer((incoming, outgoing) => {
      void Promise.resolve(prepare(incoming, outgoing)).then(() => listener(incoming, outgoing));
    });
    const port = await listen(server);
    t.after(() => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    });
    return { server, port, origin: `http://127.0.0.1:${port}` };
  }

  /** What the server writes to a connection until it ends it. */
  function speak(port, text) {
    return new Promise((resolve, reject) => {
      let answer = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      socket.setEncoding('latin1').on('data', (part) => (answer += part));
      socket.on('end', () => socket.end()).on('close', () => resolve(answer));
      socket.on('error', reject);
    });
  }

  const echo = async (request) => Response.json({ method: request.method, url: request.url, text: await request.text() });
  const never = () => new Promise(() => undefined);

  it('hands over method, address, headers and body, and the response', async (t) => {
    const { origin } = await open(t, async (request) => {
      const body = { ...(await (await echo(request)).json()), header: request.headers.get('X-Test') };
      return Response.json(body, { status: 201, headers: { 'X-Answer': 'yes' } });
    });
    const response = await fetch(`${origin}/shop/a%2Fb?c=1`, { method: 'POST', body: 'São', headers: { 'X-Test': 'x' } });
    assert.deepEqual([response.status, response.headers.get('X-Answer')], [201, 'yes']);
    assert.deepEqual(await response.json(), { method: 'POST', url: `${origin}/shop/a%2Fb?c=1`, text: 'São', header: 'x' });
  });

  it('announces the length of a body that is there, and of no stream', async (t) => {
    const stream = () => new ReadableStream({ start: (to) => void setTimeout(() => (to.enqueue(new Uint8Array(3)), to.close())) });
    const { origin } = await open(t, async ({ url }) => (url.endsWith('/json') ? Response.json('São') : new Response(stream())));
    for (const [path, length] of [
      ['json', '6'],
      ['stream', null],
    ]) {
      const response = await fetch(`${origin}/${path}`);
      assert.equal(response.headers.get('Content-Length'), length);
      assert.equal((await response.arrayBuffer()).byteLength, Number(length ?? 3));
    }
  });

  it('remembers the address of the connection, not that of a header', async (t) => {
    const { origin } = await open(t, async (request) => Response.json(recallAddress(request)));
    const response = await fetch(origin, { headers: { 'X-Forwarded-For': '198.51.100.1' } });
    assert.equal(await response.json(), '127.0.0.1');
  });

  it('keeps several cookies several, beside those that were set before it', async (t) => {
    const cookies = new Headers([
      ['Set-Cookie', 'a=1; Expires=Wed, 21 Oct 2037 07:28:00 GMT'],
      ['Set-Cookie', 'b=2'],
    ]);
    const { origin } = await open(
      t,
      async () => new Response(null, { status: 204, headers: cookies }),
      (_, outgoing) => void outgoing.setHeader('Set-Cookie', 'sid=9'),
    );
    const response = await fetch(origin);
    assert.equal(response.status, 204);
    assert.deepEqual(response.headers.getSetCookie(), ['sid=9', 'a=1; Expires=Wed, 21 Oct 2037 07:28:00 GMT', 'b=2']);
  });

  describe('takes a body', () => {
    it('only as it is read', async (t) => {
      let read;
      const first = new Promise((resolve) => {
        read = resolve;
      });
      const { port } = await open(t, async (request) => {
        assert.ok(request.body);
        const reader = request.body.getReader();
        read(Buffer.from((await reader.read()).value ?? []).toString());
        let length = 5;
        for (let part = await reader.read(); !part.done; part = await reader.read()) length += part.value.byteLength;
        return Response.json(length);
      });
      const answered = new Promise((resolve) => {
        const outgoing = sendRequest({ port, host: '127.0.0.1', method: 'POST' }, (incoming) => resolve(incoming.statusCode));
        outgoing.write('first');
        // The rest is sent only after the handler has what came before it.
        void first.then((text) => outgoing.end(text));
      });
      assert.equal(await first, 'first');
      assert.equal(await answered, 200);
    });

    it('no further than it is read: a sender of megabytes waits', async (t) => {
      let release;
      const released = new Promise((resolve) => {
        release = resolve;
      });
      let arrived;
      const arrival = new Promise((resolve) => {
        arrived = resolve;
      });
      const { port } = await open(
        t,
        async (request) => {
          assert.ok(request.body);
          await request.body.getReader().read();
          await released;
          return Response.json({});
        },
        (request) => arrived(request),
      );
      const outgoing = sendRequest({ port, host: '127.0.0.1', method: 'POST', headers: { 'Content-Length': 50_000_000 } });
      const isClosed = new Promise((resolve) => outgoing.on('error', resolve).on('close', resolve));
      outgoing.write(Buffer.alloc(50_000_000));
      const incoming = await arrival;
      for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
      assert.ok(incoming.socket.bytesRead < 5_000_000, `${incoming.socket.bytesRead} bytes`);
      release();
      outgoing.destroy();
      await isClosed;
    });

    it('that Express has parsed, written as JSON again', async (t) => {
      const { origin } = await open(t, echo, async (incoming) => {
        const parts = [];
        for await (const part of incoming) parts.push(part);
        incoming.body = JSON.parse(String(Buffer.concat(parts)));
      });
      const response = await fetch(origin, { method: 'POST', body: '{ "a": [1] }' });
      assert.equal((await response.json()).text, '{"a":[1]}');
    });

    it('that a parser of JSON has read although its type is that of forms', async (t) => {
      const { origin } = await open(t, echo, async (incoming) => {
        const parts = [];
        for await (const part of incoming) parts.push(part);
        incoming.body = JSON.parse(String(Buffer.concat(parts)));
      });
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const body = '{"id":"São","status":"paid"}';
      assert.equal((await (await fetch(origin, { method: 'POST', headers, body })).json()).text, body);
    });

    it('that Express has read as text or bytes, as it is', async (t) => {
      for (const read of [String, (bytes) => bytes]) {
        const { origin } = await open(t, echo, async (incoming) => {
          const parts = [];
          for await (const part of incoming) parts.push(part);
          incoming.body = read(Buffer.concat(parts));
        });
        assert.equal((await (await fetch(origin, { method: 'POST', body: '{ "a": 1 }' })).json()).text, '{ "a": 1 }');
      }
    });

    it('from the connection where a parser has only put an empty object there', async (t) => {
      const { origin } = await open(t, echo, (incoming) => void (incoming.body = {}));
      assert.equal((await (await fetch(origin, { method: 'POST', body: 'x=1' })).json()).text, 'x=1');
    });

    it('that somebody has kept raw beside what a parser made of it', async (t) => {
      const { origin } = await open(t, echo, async (incoming) => {
        const parts = [];
        for await (const part of incoming) parts.push(part);
        Object.assign(incoming, { rawBody: Buffer.concat(parts), body: { a: 1 } });
      });
      assert.equal((await (await fetch(origin, { method: 'POST', body: '{ "a": 1.0 }' })).json()).text, '{ "a": 1.0 }');
    });

    it('whose encoding somebody has set', async (t) => {
      const { origin } = await open(t, echo, (incoming) => void incoming.setEncoding('latin1'));
      assert.equal((await (await fetch(origin, { method: 'POST', body: 'São' })).json()).text, 'São');
    });

    it('that nobody reads, and goes on with the next request of the connection', async (t) => {
      const { port } = await open(t, async (request) => {
        if (request.url.endsWith('/part')) {
          assert.ok(request.body);
          const reader = request.body.getReader();
          await reader.read();
          // A handler that forgets the rest.
        }
        return new Response(new URL(request.url).pathname);
      });
      const body = 'x'.repeat(300_000);
      const head = (path, extra) => `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n${extra}\r\n`;
      const text = `${head('/none', '')}${body}${head('/part', '')}${body}GET /next HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
      const answer = await speak(port, text);
      assert.deepEqual(answer.match(/\/(none|part|next)/g), ['/none', '/part', '/next']);
    });

    it('that nobody reads to a megabyte, and then ends the connection', async (t) => {
      const { port } = await open(t, async () => new Response(null, { status: 413 }));
      const socket = connect(port, '127.0.0.1');
      socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n');
      // What is written to a connection that ends is an error here, after the answer.
      const isClosed = new Promise((resolve) => socket.on('error', () => undefined).on('close', resolve));
      const answer = await new Promise((resolve) => socket.once('data', resolve));
      assert.match(String(answer), /^HTTP\/1.1 413 /);
      const part = Buffer.alloc(65_536);
      const write = () => {
        while (!socket.destroyed && socket.bytesWritten < 100_000_000 && socket.write(part));
        if (socket.bytesWritten >= 100_000_000) socket.destroy();
      };
      socket.on('drain', write);
      write();
      await isClosed;
      assert.ok(socket.bytesWritten < 100_000_000, `${socket.bytesWritten} bytes`);
    });
  });

  describe('when the client goes away', () => {
    it('aborts the signal of the request', async (t) => {
      let arrived;
      const signalled = new Promise((resolve) => {
        arrived = resolve;
      });
      const { origin } = await open(t, (request) => {
        arrived(request.signal);
        return never();
      });
      const client = new AbortController();
      const asked = fetch(origin, { signal: client.signal });
      const signal = await signalled;
      const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
      client.abort();
      await assert.rejects(asked);
      await aborted;
    });

    it('cancels the stream that it was sent', async (t) => {
      let cancel;
      const cancelled = new Promise((resolve) => {
        cancel = resolve;
      });
      const { origin } = await open(t, async () => {
        const body = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from(': hello\n\n')), cancel });
        return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
      });
      const client = new AbortController();
      const response = await fetch(origin, { signal: client.signal });
      assert.ok(response.body);
      await response.body.getReader().read();
      client.abort();
      await cancelled;
    });

    it('never aborts a signal after a whole response', async (t) => {
      const signals = [];
      const { origin, server } = await open(t, async (request) => {
        signals.push(request.signal);
        return Response.json({});
      });
      await (await fetch(origin, { headers: { Connection: 'close' } })).text();
      // Between two looks the loop must turn: `getConnections` calls back before it does, and no connection would ever end.
      await until(async () => (await new Promise((resolve) => server.getConnections((_, count) => resolve(count)))) === 0);
      assert.equal(signals[0].aborted, false);
    });
  });

  describe('sends a stream', () => {
    it('whose head arrives before its first word', async (t) => {
      let controller;
      const { origin } = await open(t, async () => new Response(new ReadableStream({ start: (its) => void (controller = its) })));
      const response = await fetch(origin);
      assert.equal(response.status, 200);
      controller.enqueue(Buffer.from('late'));
      controller.close();
      assert.equal(await response.text(), 'late');
    });

    it('as fast as it is taken', async (t) => {
      let sent = 0;
      const { port } = await open(t, async () => {
        const pull = (controller) => {
          sent += 65_536;
          if (sent > 200_000_000) controller.close();
          else controller.enqueue(new Uint8Array(65_536));
        };
        return new Response(new ReadableStream({ pull }));
      });
      const socket = connect(port, '127.0.0.1');
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      await new Promise((resolve) => socket.once('readable', resolve));
      let before;
      do {
        before = sent;
        for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve));
      } while (sent !== before);
      assert.ok(sent < 50_000_000, `${sent} bytes for a reader that does not read`);
      socket.destroy();
    });

    it('that breaks off by breaking the connection, so that nobody takes it for whole', async (t) => {
      const { origin } = await open(t, async () => {
        let count = 0;
        const pull = (controller) => {
          count += 1;
          if (count === 1) controller.enqueue(Buffer.from('half'));
          else controller.error(new Error('broken'));
        };
        return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }));
      });
      await assert.rejects(fetch(origin).then((response) => response.text()));
    });
  });

  describe('refuses', () => {
    it('to say anything of a handler that fails: 500', async (t) => {
      const { origin } = await open(t, () => Promise.reject(new Error('secret')));
      const response = await fetch(origin);
      assert.deepEqual([response.status, await response.text()], [500, '{}']);
    });

    it('a handler that fails before its first promise in the same way', async (t) => {
      const { origin } = await open(t, () => {
        throw new Error('secret');
      });
      assert.equal((await fetch(origin)).status, 500);
    });

    const close = 'Connection: close\r\n\r\n';
    for (const [what, text, status] of [
      ['a Host with a path', `GET / HTTP/1.1\r\nHost: a/b\r\n${close}`, 400],
      ['a Host with a user', `GET / HTTP/1.1\r\nHost: a@b\r\n${close}`, 400],
      ['a Host with a blank', `GET / HTTP/1.1\r\nHost: a b\r\n${close}`, 400],
      ['a Host with a port that is none', `GET / HTTP/1.1\r\nHost: a:99999\r\n${close}`, 400],
      ['no path', `OPTIONS * HTTP/1.1\r\nHost: a\r\n${close}`, 400],
      ['TRACE', `TRACE / HTTP/1.1\r\nHost: a\r\n${close}`, 405],
    ]) {
      it(`${what} with ${status}, and no handler is called`, async (t) => {
        let count = 0;
        const { port } = await open(t, async () => {
          count += 1;
          return Response.json({});
        });
        assert.match(await speak(port, text), new RegExp(`^HTTP/1.1 ${status} `));
        assert.equal(count, 0);
      });
    }
  });

  describe('knows the address', () => {
    for (const [what, text, url] of [
      ['of a target that begins like another host', 'GET //evil.example/x HTTP/1.1\r\nHost: a.example', 'http://a.example//evil.example/x'],
      ['of a whole address, by the Host alone', 'GET http://evil.example/x?y HTTP/1.1\r\nHost: a.example', 'http://a.example/x?y'],
      ['without a Host', 'GET /x HTTP/1.0', 'http://localhost/x'],
      ['of an IPv6 Host', 'GET /x HTTP/1.1\r\nHost: [::1]:3000', 'http://[::1]:3000/x'],
    ]) {
      it(what, async (t) => {
        const { port } = await open(t, async (request) => new Response(`<${request.url}>`));
        assert.equal((await speak(port, `${text}\r\nConnection: close\r\n\r\n`)).match(/<(.*)>/)[1], url);
      });
    }

    it('before Express mounted it', async (t) => {
      const { origin } = await open(t, echo, (incoming) => {
        const { url = '' } = incoming;
        incoming.originalUrl = url;
        incoming.url = url.replace('/shop', '');
      });
      assert.equal((await (await fetch(`${origin}/shop/token`)).json()).url, `${origin}/shop/token`);
    });
  });

  describe('in front of other handlers', () => {
    /** A listener for a shop, and what it does with a request: `passed` on, or the path of which the shop responds. */
    async function ask(t, { url, originalUrl = '', host = '', basePath = '/shop/' }) {
      const listener = toNodeListener(Object.assign(async (request) => new Response(new URL(request.url).pathname), { basePath }));
      const server = createServer((incoming, outgoing) => {
        Object.assign(incoming, { ...(originalUrl && { originalUrl }) });
        if (host) incoming.headers.host = host;
        void listener(incoming, outgoing, () => outgoing.end('passed'));
      });
      const port = await listen(server);
      t.after(() => new Promise((resolve) => server.close(resolve)));
      return /\r\n\r\n([^]*)$/.exec(await speak(port, `GET ${url} HTTP/1.0\r\nHost: a\r\n\r\n`))?.[1];
    }

    for (const url of ['/', '/shop', '/shopping/token', '/api/shop/token', '/shop/../cart', '*', 'http://a/cart'])
      it(`passes on ${url}`, async (t) => assert.equal(await ask(t, { url }), 'passed'));

    it('passes on a path below another than its own, whatever is cut off', async (t) => {
      assert.equal(await ask(t, { url: '/shop/token', originalUrl: '/api/shop/token' }), 'passed');
    });

    it('passes on what it could not respond to itself', async (t) => assert.equal(await ask(t, { url: '/cart', host: 'a b' }), 'passed'));

    for (const url of ['/shop/', '/shop/token?x=/', '/shop/nothing', '/x/../shop/token', 'http://a/shop/token'])
      it(`responds to ${url}`, async (t) => assert.equal(await ask(t, { url }), new URL(url, 'http://a').pathname));

    it('responds where it is mounted below its path', async (t) => {
      assert.equal(await ask(t, { url: '/token', originalUrl: '/shop/token' }), '/shop/token');
    });

    it('responds to all of a handler that is a shop without a path', async (t) => {
      assert.equal(await ask(t, { url: '/token', basePath: '/' }), '/token');
    });
  });
});
