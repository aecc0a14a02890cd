import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useShops, WEBHOOK_SECRET } from '../support/shop.mjs';

describe('the webhook', () => {
  const { open } = useShops();
  const post = (shop, body, options = {}) => shop.ask(`webhook/${WEBHOOK_SECRET}`, { body, origin: null, session: null, ...options });

  it('is a reason to ask, and the service’s answer is believed', async () => {
    const shop = open();
    const { json } = await shop.payPix();
    const forged = { qrCodeId: json.qrCodeId, status: 'PAGO', paidAmount: 149.9 };
    assert.equal((await post(shop, forged)).status, 204);
    assert.deepEqual([shop.order().payments, shop.order().pix[0].status], [[], 'pending']);
    shop.sandbox.settlePix(json.qrCodeId);
    assert.equal((await post(shop, { id: json.qrCodeId })).status, 204);
    assert.equal((await post(shop, forged)).status, 204);
    assert.equal(shop.settled.length, 1);
  });

  it('comes again where the service said nothing: 503', async () => {
    const shop = open();
    const { json } = await shop.payPix();
    /** @type {import('../../../src/sandbox/faults/faults.ts').FaultName[]} */
    const faults = ['500', 'reset'];
    for (const name of faults) {
      shop.sandbox.fault('pixStatus', name);
      const answer = await post(shop, { id: json.qrCodeId });
      assert.deepEqual([answer.status, answer.headers.get('Retry-After')], [503, '30']);
    }
  });

  it('is 404 for a charge that is not known', async () => {
    assert.equal((await post(open(), { id: 'inventada' })).status, 404);
  });

  it('is 400 for what is no notice', async () => {
    const shop = open();
    for (const body of [{}, { id: 7 }, { id: '' }, { qrCodeId: ['x'] }]) assert.equal((await post(shop, body)).status, 400);
    assert.equal((await post(shop, 'x')).status, 400);
  });

  it('is read by the shop: what is no notice is 400, and the service sends again what its code could not read', async () => {
    /** @type {[() => any, number][]} */
    const readers = [
      [() => undefined, 400],
      [() => null, 400],
      [() => fail(), 503],
      [() => ({}), 500],
      [() => ({ chargeId: 7 }), 500],
    ];
    for (const [readWebhook, status] of readers) {
      const shop = open({ readWebhook });
      const { json } = await shop.payPix();
      assert.equal((await post(shop, { id: json.qrCodeId })).status, status);
    }
  });
  const fail = () => {
    throw new Error('segredo');
  };

  it('that is not verified is refused, and one whose verification breaks comes again', async () => {
    const shop = open({ verifyWebhook: (request, text) => request.headers.get('X-Assinatura') === `hmac ${text.length}` });
    const { json } = await shop.payPix();
    const body = JSON.stringify({ id: json.qrCodeId });
    assert.equal((await post(shop, body)).status, 401);
    assert.equal((await post(shop, body, { headers: { 'X-Assinatura': `hmac ${body.length}` } })).status, 204);
    const broken = open({ verifyWebhook: fail });
    assert.equal((await post(broken, body)).status, 503);
  });

  it('settles by itself only where no status can be asked, and is then verified', async () => {
    assert.throws(() => open({ asksPixStatus: false }), { code: 'invalid-config' });
    const shop = open({ asksPixStatus: false, verifyWebhook: () => true });
    const { json } = await shop.payPix();
    assert.equal((await post(shop, { id: json.qrCodeId, status: 'PAGO' })).status, 204);
    assert.deepEqual(
      shop.settled.map(({ kind, amountCents }) => [kind, amountCents]),
      [['paid', 14_990]],
    );
    assert.equal(shop.sandbox.state().requests.filter(({ operation }) => operation === 'pixStatus').length, 0);
  });

  /** @type {any[]} */
  const amounts = [NaN, -5, 0, 1.5, '14990', {}, null, undefined];
  for (const amountCents of amounts) {
    // Only what says nothing leaves the amount that the code was made for.
    const payment = amountCents === null || amountCents === undefined ? ['paid', 14_990] : ['unclear', undefined];
    it(`whose amount is read as ${String(amountCents)} is ${payment[0]}`, async () => {
      const settings = { asksPixStatus: false, verifyWebhook: () => true };
      const shop = open({ ...settings, readWebhook: (body) => ({ chargeId: Object(body).id, status: 'paid', amountCents }) });
      const { json } = await shop.payPix();
      await post(shop, { id: json.qrCodeId });
      assert.deepEqual(
        shop.order().payments.map((payment) => [payment.kind, payment.amountCents]),
        [payment],
      );
    });
  }

  it('does not exist without a secret', async () => {
    const shop = open({ webhookSecret: null });
    assert.equal((await post(shop, { id: 'x' })).status, 404);
    assert.equal((await post(shop, { id: 'x' }, { headers: {} })).status, 404);
  });
});
