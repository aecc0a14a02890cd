/** A database that goes away, and two instances that tell each other of a Pix. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, afterEach, before, describe, it } from 'node:test';
import { createPaymentsClient } from '../../../src/client/index.ts';
import { toNodeListener } from '../../../src/server/index.ts';
import { listen } from '../../support/listen.mjs';
import { hasPostgres, startPostgres } from '../postgres-server.mjs';
import { until } from '../support/until.mjs';
import { createSeen, openLane } from './lane.mjs';
import { createDevice } from './page.mjs';
import { CARD } from './service.mjs';
import { ORIGIN, WEBHOOK_SECRET, createShop } from './shop-settings.mjs';

const PIX_LIFE_MS = 1_800_000;

const PAYMENT = { amount: 149.9, installments: 1, whoPaysFee: 'merchant', card: CARD };

describe('a shop’s server', { skip: !hasPostgres() }, () => {
  let postgres;
  let lane;
  const shops = [];
  before(async () => {
    postgres = await startPostgres();
    lane = await openLane(postgres);
  });
  afterEach(async () => {
    lane.service.beforeCharge = undefined;
    await Promise.all(shops.splice(0).map((shop) => shop.close()));
  });
  after(async () => {
    await lane?.service.close();
    await postgres?.stop();
  });

  /** An instance with a pool of its own. */
  async function openShop(more) {
    const pool = postgres.createPool({ max: 4, ...lane.connection });
    const shop = createShop({ pool, service: lane.service.origin, ...more });
    await shop.start();
    shops.push(shop);
    return shop;
  }

  /** Runs `pay` with the client of a page whose server this shop is, over HTTP. */
  async function withPage(orderId, more, pay) {
    const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
    const origin = `http://127.0.0.1:${await listen(server)}`;
    const shop = await openShop({ origin, ...more });
    const listener = toNodeListener(shop);
    const plainFetch = globalThis.fetch;
    Object.assign(globalThis, {
      origin,
      // What a browser says of where a request is from.
      fetch: (input, init) => {
        const request = new Request(input, init);
        if (new URL(request.url).origin === origin) request.headers.set('Sec-Fetch-Site', 'same-origin');
        return plainFetch(request);
      },
    });
    try {
      return await pay(createPaymentsClient({ baseUrl: `${origin}/shop/orders/${orderId}/service/` }), shop);
    } finally {
      globalThis.fetch = plainFetch;
      Reflect.deleteProperty(globalThis, 'origin');
      server.close();
      server.closeAllConnections();
    }
  }

  const readAttempts = async (orderId) =>
    (await lane.pool.query('SELECT state FROM balcao_attempts WHERE order_id = $1', [orderId])).rows.map(({ state }) => state);

  describe('whose database is gone before anything was sent', () => {
    it('says so with 503, and its page that nothing was charged', async () => {
      await withPage('gone-before', {}, async (client, shop) => {
        const device = createDevice(await openShop());
        await postgres.halt();
        try {
          const { status, body, retryAfter } = await device.askToken('gone-before', 'attempt');
          assert.deepEqual([status, body.closed, Number(retryAfter) >= 1], [503, 'busy', true]);
          const result = await client.processPayment(PAYMENT, { orderId: 'gone-before', attemptId: 'relayed' });
          assert.deepEqual([result.status, result.sent], ['failed', false]);
          assert.equal((await shop.health()).status, 'down');
        } finally {
          await postgres.resume();
        }
        assert.deepEqual(lane.service.chargesOf('gone-before'), []);
        // It goes on as if nothing had been.
        assert.equal((await client.processPayment(PAYMENT, { attemptId: 'again' })).status, 'approved');
      });
    });
  });

  describe('whose database is gone once the charge was sent', () => {
    it('passes the service’s answer on, leaves the row open, and a sweep repairs it', async () => {
      const seen = createSeen('gone-after');
      lane.service.beforeCharge = () => postgres.halt();
      const events = [];
      await withPage(seen.orderId, { onEvent: (event) => events.push(event) }, async (client, shop) => {
        const result = await client.processPayment(PAYMENT, { attemptId: seen.attemptId }).finally(() => postgres.resume());
        const [{ identifier }] = lane.service.chargesOf(seen.orderId);
        assert.deepEqual([result.status, result.identifier], ['approved', identifier]);
        const [attempt] = await readAttempts(seen.orderId);
        assert.equal(attempt, 'sent');
        assert.equal((await shop.health()).unwritten, 1);
        assert.ok(events.some(({ type, operation }) => type === 'failure' && operation === 'ledger'));
        const other = await createDevice(await openShop()).askToken(seen.orderId, 'other');
        assert.deepEqual([other.status, other.body.closed], [503, 'busy']);
        await shop.sweep();
        assert.deepEqual(await readAttempts(seen.orderId), ['charged']);
        assert.equal((await shop.health()).unwritten, 0);
        await lane.aftermath.check(seen, { isTriedAgain: false });
      });
    });

    it('loses no charge where the server that had the answer is gone, too', async () => {
      const seen = createSeen('gone-both');
      lane.service.beforeCharge = () => postgres.halt('immediate');
      const shop = await openShop();
      const { body } = await createDevice(shop, seen.orderId)
        .payByRelay(seen.orderId, seen.attemptId)
        .finally(() => postgres.resume());
      assert.equal(body.success, true);
      assert.deepEqual(await readAttempts(seen.orderId), ['sent']);
      lane.service.beforeCharge = undefined;
      await lane.aftermath.check({ ...seen, isRelayed: true }, { isTriedAgain: false });
    });
  });

  describe('whose page has a stream', () => {
    /** Makes a Pix charge at one instance, and follows it at another one. */
    async function followPix(orderId) {
      const [maker, follower] = [await openShop(), await openShop()];
      const expirationDate = new Date(Date.now() + PIX_LIFE_MS).toISOString();
      const { body } = await createDevice(maker, orderId).post(`orders/${orderId}/service/pix/generateQrCode`, {
        amount: 149.9,
        expirationDate,
      });
      const response = await follower(new Request(`${ORIGIN}/shop/stream/${body.qrCodeId}?order=${orderId}`));
      assert.equal(response.status, 200);
      assert.ok(response.body);
      return { maker, chargeId: body.qrCodeId, reader: response.body.getReader() };
    }

    /** Resolves once the stream said this. It asks for nothing by itself: what another instance has learned it hears, or never says. */
    async function waitForNews(reader, text) {
      const decoder = new TextDecoder();
      for (let said = ''; !said.includes(text);) {
        const { done, value } = await reader.read();
        if (done) assert.fail(`the stream said no more than ${JSON.stringify(said)}`);
        said += decoder.decode(value, { stream: true });
      }
    }

    /** The service tells one instance that a Pix was paid. */
    async function payPix(maker, chargeId) {
      lane.service.sandbox.settlePix(chargeId);
      const { status } = await createDevice(maker).post(`webhook/${WEBHOOK_SECRET}`, { qrCodeId: chargeId });
      assert.equal(status, 204);
    }

    it('tells it what another instance has learned', async () => {
      const { maker, chargeId, reader } = await followPix('news');
      await waitForNews(reader, '"status":"');
      // It listens once it has said how things stand; a notice before that would be of no use to this test.
      await waitForListener();
      const news = waitForNews(reader, '"status":"paid"');
      await payPix(maker, chargeId);
      await news;
      await reader.cancel();
    });

    it('tells it so, too, once the database was restarted', async () => {
      const { maker, chargeId, reader } = await followPix('late-news');
      await waitForListener();
      await postgres.restart('immediate');
      const news = waitForNews(reader, '"status":"paid"');
      await payPix(maker, chargeId);
      await news;
      await reader.cancel();
    });

    it('tells it what was learned while nobody could listen', async () => {
      const { maker, chargeId, reader } = await followPix('missed-news');
      await waitForListener();
      await postgres.killConnections(lane.connection.database);
      await payPix(maker, chargeId);
      await waitForNews(reader, '"status":"paid"');
      await reader.cancel();
    });

    /** Waits until an instance listens in this database. */
    async function waitForListener() {
      const sql = `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = $1 AND query LIKE 'LISTEN %' AND state = 'idle'`;
      await until(async () => (await lane.pool.query(sql, [lane.connection.database])).rows[0].count > 0);
    }
  });
});
