import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useShops, WEBHOOK_SECRET } from '../support/shop.mjs';

describe('the stream of a Pix', () => {
  const { open } = useShops();
  const listen = async (shop, chargeId, options) => {
    const answer = await shop.ask(`stream/${chargeId}?order=pedido-1`, { method: 'GET', ...options });
    return { answer, reader: answer.status === 200 ? answer.response.body.pipeThrough(new TextDecoderStream()).getReader() : undefined };
  };
  const readUntil = async (reader, pattern) => {
    for (let text = ''; ;) {
      const { done, value } = await reader.read();
      if (done) return text;
      text += value;
      if (pattern.test(text)) return text;
    }
  };

  it('tells of a change, whoever learned of it', async () => {
    const shop = open();
    const { json } = await shop.payPix();
    const { reader } = await listen(shop, json.qrCodeId);
    await readUntil(reader, /"status":"unknown"/);
    shop.sandbox.settlePix(json.qrCodeId);
    await shop.ask(`webhook/${WEBHOOK_SECRET}`, { body: { id: json.qrCodeId }, origin: null });
    assert.match(await readUntil(reader, /paid/), /data: \{"status":"paid","chargeId":"[^"]+","paidAmount":"149.90"\}/);
  });

  it('is one of eight of a session at most, and one that ended counts no more', async () => {
    const shop = open();
    const { json } = await shop.payPix();
    const gone = new AbortController();
    await listen(shop, json.qrCodeId, { signal: gone.signal });
    for (let index = 1; index < 8; index += 1) assert.equal((await listen(shop, json.qrCodeId)).answer.status, 200);
    assert.equal((await listen(shop, json.qrCodeId)).answer.status, 429);
    gone.abort();
    assert.equal((await listen(shop, json.qrCodeId)).answer.status, 200);
  });

  it('whose client left before it began counts for nothing', async () => {
    const shop = open({ limits: { streamsPerSession: 1 } });
    const { json } = await shop.payPix();
    const signal = AbortSignal.abort();
    assert.equal((await listen(shop, json.qrCodeId, { signal })).answer.status, 200);
    assert.equal((await listen(shop, json.qrCodeId)).answer.status, 200);
  });

  describe('leaves others their streams', () => {
    /** Streams of somebody who keeps no cookie: each is of a new session. Resolves with the statuses. */
    const listenOften = async (shop, count, { charge, order = 'pedido-compartilhado', headers = {} }) => {
      const statuses = [];
      for (let index = 0; index < count; index += 1) {
        const options = { method: 'GET', session: null, headers };
        statuses.push((await shop.ask(`stream/${charge}?order=${order}`, options)).status);
      }
      return { opened: statuses.filter((status) => status === 200).length, last: statuses.at(-1) };
    };
    const openShared = async (settings) => {
      const shop = open(settings);
      const shared = await shop.payPix({ orderId: 'pedido-compartilhado' });
      const own = await shop.payPix();
      return { shop, charge: shared.json.qrCodeId, own: own.json.qrCodeId };
    };
    const from = (address) => ({ 'X-Forwarded-For': address });

    it('of one address at most a hundred', async () => {
      const { shop, charge, own } = await openShared({ trustProxy: true });
      assert.deepEqual(await listenOften(shop, 110, { charge, headers: from('203.0.113.7') }), { opened: 100, last: 429 });
      assert.equal((await listenOften(shop, 1, { charge, headers: from('203.0.113.8') })).last, 200);
      assert.equal((await listen(shop, own, { headers: from('203.0.113.9') })).answer.status, 200);
    });

    it('of one order at most a hundred where the address is not known', async () => {
      const { shop, charge, own } = await openShared({});
      assert.deepEqual(await listenOften(shop, 110, { charge }), { opened: 100, last: 429 });
      assert.equal((await listen(shop, own)).answer.status, 200);
    });

    it('where all are taken: one of whoever has the most ends', async () => {
      const { shop, charge, own } = await openShared({ limits: { streams: 3 } });
      const oldest = await shop.ask(`stream/${charge}?order=pedido-compartilhado`, { method: 'GET', session: null });
      assert.deepEqual(await listenOften(shop, 3, { charge }), { opened: 2, last: 429 });
      assert.equal((await listen(shop, own)).answer.status, 200);
      assert.ok(oldest.response.body);
      await readUntil(oldest.response.body.pipeThrough(new TextDecoderStream()).getReader(), /never/);
      assert.equal((await listen(shop, own)).answer.status, 429, 'nobody has more than two');
    });
  });

  it('ends when the server closes', async () => {
    const shop = open();
    const { json } = await shop.payPix();
    const { reader } = await listen(shop, json.qrCodeId);
    await shop.server.close();
    await readUntil(reader, /never/);
  });
});
