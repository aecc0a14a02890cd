import { expect } from '@open-wc/testing';
import { findNotSent } from '../../src/client/create-service.js';
import { findClosing, isOrderBusy } from '../../src/domain/order/order-closed-error.js';
import { createTestClient, payment } from './cards/charge-setup.js';
import { FetchStub, json } from './support/fetch-stub.js';

const response = (status: number, body: unknown) => ({ status, body, text: undefined, retryAfterMs: undefined, sentAt: undefined });

describe("the relay's word that nothing was sent", () => {
  let stub: FetchStub;
  beforeEach(() => {
    stub = new FetchStub();
  });
  afterEach(() => stub.restore());

  it('is sent: false by any status but one of success, and no other response', () => {
    for (const [status, code] of [
      [403, 'forbidden'],
      [404, 'not-found'],
      [409, 'bad-response'],
      [422, 'invalid-request'],
      [429, 'rate-limited'],
      [503, 'server'],
    ] as const)
      expect(findNotSent(response(status, { sent: false }))?.code).to.equal(code);
    const others = [response(503, {}), response(503, { sent: true }), response(503, 'false'), response(422, { sent: 'false' })];
    for (const other of [...others, response(200, { sent: false }), response(422, {})])
      expect(findNotSent(other), JSON.stringify(other)).to.equal(undefined);
  });

  it('has how the order is closed, as a token source says it', () => {
    const paid = findNotSent(response(503, { sent: false, closed: 'paid' }));
    const busy = findNotSent(response(503, { sent: false, closed: 'busy', retryAfter: 7 }));
    expect(paid && findClosing(paid)).to.equal('paid');
    expect(busy && [isOrderBusy(busy), busy.retryAfterMs]).to.deep.equal([true, 7000]);
    expect(findNotSent(response(503, { sent: false, closed: 'perhaps', retryAfter: -1 }))?.code).to.equal('server');
  });

  it("ends a charge through the page's own origin as failed, before sending", async () => {
    stub.reply(json(503, { sent: false, closed: 'busy', retryAfter: 7 }));
    const result = await createTestClient({ baseUrl: '/relay' }).client.processPayment(payment);
    expect(result).to.include({ status: 'failed', sent: false });
    expect('error' in result && result.error.code).to.equal('order-closed');
  });

  for (const status of [403, 404, 409, 422, 429, 503]) {
    it(`is the answer to a charge with a key, by ${status}, and nothing is sent again`, async () => {
      stub.reply(json(status, { sent: false, message: 'x' }));
      const profile = { idempotency: { header: 'Idempotency-Key' } };
      const { client, clock } = createTestClient({ baseUrl: '/relay', profile });
      expect(await client.processPayment(payment)).to.include({ status: 'failed', sent: false });
      expect([stub.requests.length, clock.pending]).to.deep.equal([1, 0]);
    });
  }

  it('is not believed of a service on another origin', async () => {
    stub.reply(json(503, { sent: false, closed: 'paid' }));
    expect(await createTestClient().client.processPayment(payment)).to.include({ status: 'unconfirmed' });
  });

  it('closes the order for a Pix through the own origin alone', async () => {
    stub.reply(json(503, { sent: false, closed: 'paid' }));
    const charge = { amount: 10, expiresInMs: 60_000 };
    const codes = [];
    for (const options of [{ baseUrl: '/relay' }, {}]) {
      const { client } = createTestClient(options);
      codes.push(
        await client.generatePixQrCode(charge).then(
          () => undefined,
          ({ code }) => code,
        ),
      );
    }
    expect(codes).to.deep.equal(['order-closed', 'server']);
  });
});
