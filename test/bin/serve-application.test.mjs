import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createApplication } from '../../src/bin/serve/application.ts';
import { FORGERIES, SECRET, startApplication } from './shop-application.mjs';

const PAYMENT = { paymentId: 'a-1', orderId: '42', method: 'card', kind: 'paid', amountCents: 14_990, at: 1_800_000_000_000, by: 'relay' };

describe('what balcao serve asks the shop’s application', () => {
  let application;
  let shop;
  let warnings = [];
  before(async () => {
    application = await startApplication();
    shop = createApplication({ url: new URL(application.url), secret: SECRET, warn: (message) => warnings.push(message) });
  });
  beforeEach(() => {
    warnings = [];
    application.setForgery(undefined);
  });
  after(async () => {
    application.assertSigned();
    await application.stop();
  });

  const of = (cookie) => new Request('https://loja.example/shop/token', { headers: { Cookie: cookie, 'X-Other': 'not passed on' } });
  /** @type {[string, () => Promise<unknown>][]} */
  const ASKED = [
    ['find', () => shop.orders.find('42', of('session=ana'))],
    ['deliver', () => shop.orders.deliver(PAYMENT)],
    ['customer', () => shop.customerOf(of('session=ana'))],
  ];

  it('has the cookie of the session, and nothing else of the page’s request', async () => {
    assert.deepEqual(await shop.orders.find('42', of('session=ana')), application.orders.get('42'));
    assert.deepEqual(application.requests.at(-1), { name: 'find', message: { orderId: '42', headers: { cookie: 'session=ana' } } });
    assert.equal(await shop.customerOf(of('session=ana')), 'c-ana');
    assert.deepEqual(warnings, []);
  });

  it('may be nobody’s: an order of somebody else, a guest', async () => {
    assert.equal(await shop.orders.find('42', of('session=bia')), undefined);
    assert.equal(await shop.orders.find('43', of('session=ana')), undefined);
    assert.equal(await shop.customerOf(of('')), undefined);
  });

  it('is a payment, which counts as delivered once the application says so', async () => {
    await shop.orders.deliver(PAYMENT);
    assert.deepEqual(application.delivered.at(-1), PAYMENT);
    application.fail('deliver');
    await assert.rejects(async () => shop.orders.deliver(PAYMENT), /responded 500/);
  });

  for (const [forgery, words] of Object.entries(FORGERIES))
    for (const [name, ask] of ASKED)
      it(`is not believed where the response to ${name} is ${forgery}`, async () => {
        application.setForgery(forgery);
        await assert.rejects(async () => ask(), words);
        assert.match(warnings.join(), words);
        assert.doesNotMatch(warnings.join(), /ana|a-1/);
      });

  for (const answer of [
    {},
    { id: 42, amountCents: 14_990 },
    { id: '42' },
    { id: '42', amountCents: '14990' },
    { id: '42', amountCents: 149.9 },
    undefined,
    '42',
  ])
    it(`is no order where it is ${JSON.stringify(answer)}`, async () => {
      application.orders.set('odd', answer === undefined ? undefined : answer);
      if (answer === undefined) return assert.equal(await shop.orders.find('odd', of('session=ana')), undefined);
      await assert.rejects(async () => shop.orders.find('odd', of('session=ana')), /must respond/);
    });
});
