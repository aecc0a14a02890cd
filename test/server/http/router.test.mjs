import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRouter } from '../../../src/server/http/router.ts';
import { createNotFound, HttpRefusal, respondBusy, respondJson, respondNoContent } from '../../../src/server/http/response.ts';
import { CheckoutError } from '../../../src/domain/errors.ts';

const ORIGIN = 'https://loja.example';

/**
 * @import { Endpoint, EndpointCall } from '../../../src/server/http/endpoint.ts'
 * @import { ShopEvent } from '../../../src/server/index.ts'
 */

describe('the router', () => {
  /**
   * A router whose endpoints respond with what they were asked, and a way to ask it as a page of the shop.
   *
   * @param {(Partial<Endpoint> & { pattern: string })[]} endpoints
   * @param {Partial<Parameters<typeof createRouter>[1]>} [context]
   */
  function open(endpoints, context) {
    const world = { now: 1_000, events: /** @type {ShopEvent[]} */ ([]), calls: /** @type {EndpointCall[]} */ ([]) };
    /** @type {Endpoint[]} */
    const whole = endpoints.map((endpoint) => ({
      name: 'endpoint',
      methods: ['POST'],
      origin: 'own',
      handle: async (call) => {
        world.calls.push(call);
        return respondJson(call.params);
      },
      ...endpoint,
    }));
    const handle = createRouter(whole, {
      publicOrigin: ORIGIN,
      basePath: '/shop/',
      hashAddress: async (network) => network,
      report: (event) => world.events.push(event),
      now: () => world.now,
      ...context,
    });
    /** @type {(path: string, init?: RequestInit) => Promise<Response>} */
    const ask = (path, init) => handle(new Request(`${ORIGIN}${path}`, { method: 'POST', headers: { Origin: ORIGIN }, ...init }));
    return Object.assign(world, { ask });
  }

  describe('finds an endpoint', () => {
    const table = () =>
      open([{ pattern: 'token' }, { pattern: 'cards' }, { pattern: 'cards/{cardId}' }, { pattern: 'orders/{orderId}/x/{rest}' }]);

    it('by its path below the base path, with what stands in the braces', async () => {
      const { ask } = table();
      assert.deepEqual(await (await ask('/shop/orders/a%2Fb%20%C3%A9/x/1?y=2')).json(), { orderId: 'a/b é', rest: '1' });
    });

    for (const path of [
      '/shop',
      '/shop/',
      '/shop/unknown',
      '/shop/token//',
      '/shop/token/1',
      '/shop/TOKEN',
      '/token',
      '/shopping/token',
      '/other/shop/token',
      '/shop//token',
      '/shop/orders//x/1',
      '/shop/cards/%',
      '/shop/cards/%C3',
      '/shop/cards/%00',
      '/shop/cards/a%0Ab',
      '/shop/cards/a/b',
      '/shop/cards/%2e%2e',
    ]) {
      it(`never at ${path}: 404`, async () => {
        const { ask, calls } = table();
        const response = await ask(path);
        assert.deepEqual([response.status, await response.json(), calls.length], [404, { message: 'Not found.' }, 0]);
      });
    }

    it('also with a slash behind its path', async () => {
      const { ask, calls } = table();
      for (const path of ['/shop/token/', '/shop/cards/7/', '/shop/token/?a=1']) assert.equal((await ask(path)).status, 200, path);
      assert.deepEqual(
        calls.map(({ params }) => params),
        [{}, { cardId: '7' }, {}],
      );
    });

    it('by its method, where several have one path', async () => {
      /** @type {Parameters<typeof open>[0][number]} */
      const first = { pattern: 'cards', methods: ['GET'], handle: async () => respondJson('list') };
      const { ask } = open([first, { pattern: 'cards', handle: async () => respondJson('keep') }]);
      assert.equal(await (await ask('/shop/cards')).json(), 'keep');
      assert.equal(await (await ask('/shop/cards', { method: 'GET' })).json(), 'list');
    });

    for (const method of ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE']) {
      it(`never by ${method}, and says which methods there are: 405`, async () => {
        const { ask } = open([{ pattern: 'cards' }, { pattern: 'cards', methods: ['GET'] }]);
        const response = await ask('/shop/cards', { method });
        assert.deepEqual([response.status, response.headers.get('Allow')], [405, 'GET, POST']);
        assert.equal(response.headers.get('Access-Control-Allow-Origin'), null);
      });
    }
  });

  describe('lets in', () => {
    const foreign = { headers: { Origin: 'https://evil.example', Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' } };

    it('no page of another origin, and says why in words for the developer', async () => {
      const { ask, calls } = open([{ pattern: 'token' }]);
      const response = await ask('/shop/token', foreign);
      assert.equal(response.status, 403);
      assert.match((await response.json()).message, /POST without a matching Origin or Sec-Fetch-Site: same-origin is refused/);
      assert.equal(calls.length, 0);
      assert.equal(response.headers.get('Set-Cookie'), null);
    });

    it('nobody who says nothing of where a change comes from', async () => {
      assert.equal((await open([{ pattern: 'token' }]).ask('/shop/token', { headers: {} })).status, 403);
    });

    it('anybody at an endpoint that has other means', async () => {
      const { ask } = open([{ pattern: 'webhook', origin: 'any' }]);
      assert.equal((await ask('/shop/webhook', foreign)).status, 200);
      assert.equal((await ask('/shop/webhook', { headers: {} })).status, 200);
    });
  });

  describe('gives an endpoint', () => {
    it('the same request, its address, and its body as often as it is wanted', async () => {
      const request = new Request(`${ORIGIN}/shop/token?a=1`, { method: 'POST', headers: { Origin: ORIGIN }, body: '{"a":1}' });
      const calls = [];
      /** @type {Endpoint['handle']} */
      const handle = async (call) => {
        calls.push([call.request === request, call.url.search, (await call.json()).body, (await call.json()).text]);
        return respondNoContent();
      };
      /** @type {Endpoint} */
      const endpoint = { name: 'token', methods: ['POST'], pattern: 'token', origin: 'own', handle };
      const hashAddress = async (network) => network;
      const context = { publicOrigin: ORIGIN, basePath: '/shop/', hashAddress, report: () => undefined, now: () => 0 };
      assert.equal((await createRouter([endpoint], context)(request)).status, 204);
      assert.deepEqual(calls, [[true, '?a=1', { a: 1 }, '{"a":1}']]);
    });

    it('one session however often it asks, whose cookie is then set, also beside cookies of its own', async () => {
      const sessions = [];
      const handle = async (call) => {
        sessions.push(await call.session(), await call.session());
        const headers = new Headers([['Set-Cookie', 'own=1']]);
        return new Response('{}', { headers });
      };
      const response = await open([{ pattern: 'token', handle }]).ask('/shop/token');
      assert.equal(sessions[0], sessions[1]);
      const [own, cookie] = response.headers.getSetCookie();
      assert.equal(own, 'own=1');
      assert.match(cookie, /^__Host-balcao=/);
    });

    it('no session that it did not ask for', async () => {
      assert.equal((await open([{ pattern: 'fees' }]).ask('/shop/fees')).headers.get('Set-Cookie'), null);
    });

    it('its cookie also where it then refuses, fails, or responds with what cannot be changed', async () => {
      const endings = [
        () => Promise.reject(createNotFound()),
        () => Promise.reject(new Error('database')),
        () => Response.redirect(`${ORIGIN}/`),
      ];
      for (const end of endings) {
        const handle = async (call) => {
          await call.session();
          return end();
        };
        assert.match((await open([{ pattern: 'token', handle }]).ask('/shop/token')).headers.get('Set-Cookie') ?? '', /^__Host-balcao=/);
      }
    });
  });

  describe('responds', () => {
    it('what a refusal says', async () => {
      const refusal = () => new HttpRefusal({ status: 429, body: { message: 'x' }, headers: { 'Retry-After': '9' } });
      const { ask, events } = open([{ pattern: 'token', handle: () => Promise.reject(refusal()) }]);
      const response = await ask('/shop/token');
      assert.deepEqual([response.status, response.headers.get('Retry-After'), await response.json()], [429, '9', { message: 'x' }]);
      assert.deepEqual(
        events.map(({ type }) => type),
        ['request'],
      );
    });

    it('so that nothing is kept, and nothing taken for what it is not', async () => {
      const { ask } = open([
        { pattern: 'a' },
        { pattern: 'b', handle: () => Promise.reject(new Error('x')) },
        { pattern: 'c', handle: async () => respondNoContent() },
      ]);
      for (const path of ['/shop/a', '/shop/b', '/shop/c', '/shop/d']) {
        const { headers } = await ask(path);
        assert.deepEqual([headers.get('Cache-Control'), headers.get('X-Content-Type-Options')], ['no-store', 'nosniff'], path);
      }
    });

    it('503 where an endpoint fails, also before its first promise, and reports no word of the error', async () => {
      const secret = 'eyJhbGciOi 4111111111111111';
      const fail = () => {
        throw new Error(secret);
      };
      const { ask, events } = open([{ name: 'notify', pattern: 'notify', handle: fail }]);
      const response = await ask('/shop/notify');
      assert.deepEqual([response.status, response.headers.get('Retry-After')], [503, '5']);
      const [event] = events;
      assert.ok(event.type === 'failure');
      assert.equal(event.operation, 'notify');
      assert.doesNotMatch(`${event.message}${await response.text()}`, /eyJ|4111/);
    });

    it('what the endpoint has for a failure of its own', async () => {
      const errors = [];
      const onFailure = (error) => {
        errors.push(error.code);
        return respondBusy(10);
      };
      const handle = () => Promise.reject(new CheckoutError('token-source', 'x'));
      const { ask, events } = open([{ pattern: 'token', handle, onFailure }]);
      const response = await ask('/shop/token');
      assert.deepEqual([response.status, response.headers.get('Retry-After')], [503, '10']);
      assert.deepEqual(await response.json(), { closed: 'busy', retryAfter: 10 });
      assert.deepEqual(errors, ['token-source']);
      const [event] = events;
      assert.ok(event.type === 'failure');
      assert.match(event.message, /token-source/);
    });
  });

  it("reports each request by its endpoint's name, and no identifier of its path", async () => {
    const world = open([
      {
        name: 'card',
        pattern: 'cards/{cardId}',
        handle: async () => {
          world.now += 7;
          return respondNoContent();
        },
      },
    ]);
    await world.ask('/shop/cards/secret-1');
    await world.ask('/shop/cards/secret-1', { headers: {} });
    await world.ask('/shop/cards/secret-1', { method: 'GET' });
    await world.ask('/shop/secret-1');
    assert.deepEqual(world.events, [
      { type: 'request', endpoint: 'card', status: 204, durationMs: 7 },
      { type: 'request', endpoint: 'card', status: 403, durationMs: 0 },
      { type: 'request', endpoint: 'card', status: 405, durationMs: 0 },
      { type: 'request', endpoint: 'unknown', status: 404, durationMs: 0 },
    ]);
  });

  it('waits whole seconds, and at least one', async () => {
    assert.deepEqual(await respondBusy(0.2).json(), { closed: 'busy', retryAfter: 1 });
    assert.equal(respondBusy(2.1).headers.get('Retry-After'), '3');
  });
});
