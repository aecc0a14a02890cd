import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createApplication } from '../../src/bin/serve/application.ts';
import { FORGERIES, SECRET, startApplication } from './shop-application.mjs';

const PAYMENT = { paymentId: 'a-1', orderId: '42', method: 'card', kind: 'paid', amountCents: 14_990, at: 1_800_000_000_000, by: 'relay' };

describe('what balcao serve asks the shop’s application', () => {
  let application;
  let shop;
  before(async () => {
    application = await startApplication();
    shop = createApplication({ url: new URL(application.url), secret: SECRET });
  });
  beforeEach(() => {
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
        await assert.rejects(
          async () => ask(),
          ({ message }) => words.test(message) && !/ana|a-1/.test(message),
        );
      });

  it('is no order where it is none, or text', async () => {
    application.orders.set('odd', undefined);
    assert.equal(await shop.orders.find('odd', of('session=ana')), undefined);
    application.orders.set('odd', '42');
    await assert.rejects(async () => shop.orders.find('odd', of('session=ana')), /must respond/);
  });

  it('has a cause where the application does not respond', async () => {
    const nobody = createApplication({ url: new URL('http://127.0.0.1:9/balcao/'), secret: SECRET });
    const error = await Promise.resolve(nobody.customerOf(of(''))).catch((reason) => reason);
    assert.equal(error.message, 'POST /balcao/customer: the application did not respond.');
    assert.match(String(error.cause.cause), /ECONNREFUSED|bad port/);
  });

  it('leaves out what an order has as null: many languages write so what is absent', async () => {
    application.orders.set('odd', { id: 'odd', amountCents: 14_990, pixAmountCents: null, terms: null, isClosed: null });
    assert.deepEqual(await shop.orders.find('odd', of('session=ana')), { id: 'odd', amountCents: 14_990 });
  });
});
