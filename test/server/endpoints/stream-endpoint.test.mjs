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

  it('ends when the server closes', async () => {
    const shop = open();
    const { json } = await shop.payPix();
    const { reader } = await listen(shop, json.qrCodeId);
    await shop.server.close();
    await readUntil(reader, /never/);
  });
});
