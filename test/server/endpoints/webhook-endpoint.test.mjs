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

  describe('is reached', () => {
    /** @type {[string, { path: string, headers?: Record<string, string>, settings?: import('../support/shop.mjs').ShopOptions }][]} */
    const ways = [
      ['by the secret at the end of its address', { path: `webhook/${WEBHOOK_SECRET}` }],
      ['by the secret as a bearer', { path: 'webhook', headers: { Authorization: `Bearer ${WEBHOOK_SECRET}` } }],
      ['by the secret alone in that header', { path: 'webhook', headers: { Authorization: WEBHOOK_SECRET } }],
      [
        'by the secret in a header of the service',
        { path: 'webhook', headers: { 'X-Aviso': WEBHOOK_SECRET }, settings: { webhookHeader: 'x-aviso' } },
      ],
      ['by a signature alone', { path: 'webhook', settings: { webhookSecret: null, verifyWebhook: () => true } }],
    ];
    for (const [what, { path, headers = {}, settings = {} }] of ways) {
      it(`${what}, also with a slash or /pix behind it, as banks append`, async () => {
        const shop = open(settings);
        const { json } = await shop.payPix();
        for (const end of ['', '/', '/pix', '/pix/', '//pix']) {
          const options = { body: { id: json.qrCodeId }, origin: null, session: null, headers };
          assert.equal((await shop.ask(`${path}${end}`, options)).status, 204, end);
        }
        assert.equal((await shop.ask(`${path}/boleto`, { body: { id: 'x' }, origin: null, session: null, headers })).status, 404);
      });
    }

    it('by no other secret', async () => {
      const shop = open();
      const ask = (path, headers) => shop.ask(path, { body: { id: 'x' }, origin: null, session: null, headers });
      for (const path of ['webhook/pix', `webhook/${WEBHOOK_SECRET}1`, 'webhook/1/pix'])
        assert.equal((await ask(path, {})).status, path === 'webhook/pix' ? 401 : 404, path);
      /** @type {Record<string, string>[]} */
      const wrongs = [{}, { Authorization: '' }, { Authorization: 'Bearer' }, { Authorization: 'Bearer x' }, { 'X-Aviso': WEBHOOK_SECRET }];
      for (const headers of wrongs) {
        const answer = await ask('webhook', headers);
        assert.deepEqual([answer.status, answer.json.message], [401, 'The webhook’s secret is not in the header Authorization.']);
      }
    });

    it('by a header that has a name, and with a secret', () => {
      for (const settings of [{ webhookHeader: 'X Aviso' }, { webhookHeader: '' }, { webhookHeader: 'X-Aviso', webhookSecret: null }])
        assert.throws(() => open(settings), { code: 'invalid-config', message: /^webhookHeader cannot be used/ });
    });
  });

  it('does not exist without a secret', async () => {
    const shop = open({ webhookSecret: null });
    assert.equal((await post(shop, { id: 'x' })).status, 404);
    assert.equal((await post(shop, { id: 'x' }, { headers: {} })).status, 404);
  });
});
