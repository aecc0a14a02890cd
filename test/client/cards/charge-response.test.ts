import { expect } from '@open-wc/testing';
import type { ChargeResult } from '../../../src/domain/order/charge-result.js';
import type { ServiceProfile } from '../../../src/client/profile/service-profile.js';
import { broken, FetchStub, json, text } from '../support/fetch-stub.js';
import { createTestClient, payment } from './charge-setup.js';

const good = { success: true, message: 'Aprovada', identifier: 'tx-1' };
const refused = { success: false, message: 'Saldo insuficiente' };

interface Row {
  readonly what: string;
  readonly reply: ReturnType<typeof json>;
  readonly status: ChargeResult['status'];
  readonly code?: string;
  readonly sends?: number;
}

const rows: Row[] = [
  { what: '200 with success and an identifier', reply: json(200, good), status: 'approved' },
  { what: '201 with success and an identifier', reply: json(201, good), status: 'approved' },
  { what: '200 without a message', reply: json(200, { success: true, identifier: 'tx-1' }), status: 'approved' },
  { what: '200 with a null message', reply: json(200, { success: true, identifier: 'tx-1', message: null }), status: 'approved' },
  { what: '200 with a whole number as identifier', reply: json(200, { success: true, identifier: 42 }), status: 'approved' },
  { what: '200 with JSON that is called text', reply: text(200, JSON.stringify(good), 'text/plain'), status: 'approved' },
  {
    what: '200 with a charset that does not exist',
    reply: text(200, JSON.stringify(good), 'application/json; charset=x-no'),
    status: 'approved',
  },
  { what: '200 with success: false and a message', reply: json(200, refused), status: 'declined' },
  { what: '400 with success: false and a message', reply: json(400, refused), status: 'declined' },
  { what: '402 with success: false and a message', reply: json(402, refused), status: 'declined' },
  { what: '422 with success: false and a message', reply: json(422, refused), status: 'declined' },
  { what: '400 with anything else', reply: json(400, { error: 'x' }), status: 'failed', code: 'invalid-request' },
  { what: '422 with HTML', reply: text(422, '<h1>no</h1>'), status: 'failed', code: 'invalid-request' },
  {
    what: '400 with success: false and an empty message',
    reply: json(400, { success: false, message: '' }),
    status: 'failed',
    code: 'invalid-request',
  },
  { what: '401 twice', reply: json(401, refused), status: 'failed', code: 'unauthorized', sends: 2 },
  { what: '403', reply: json(403, refused), status: 'failed', code: 'forbidden' },
  { what: '404', reply: text(404, '<h1>Not found</h1>'), status: 'failed', code: 'not-found' },
  { what: '405', reply: text(405, ''), status: 'failed', code: 'not-found' },
  { what: '413', reply: text(413, ''), status: 'failed', code: 'invalid-request' },
  { what: '415', reply: text(415, ''), status: 'failed', code: 'invalid-request' },
  { what: '429', reply: json(429, {}), status: 'failed', code: 'rate-limited' },
  { what: '400 that says success: true', reply: json(400, good), status: 'unconfirmed', code: 'bad-response' },
  { what: '401 that says success: true', reply: json(401, good), status: 'unconfirmed', code: 'bad-response' },
  { what: '403 that says success: true', reply: json(403, good), status: 'unconfirmed', code: 'bad-response' },
  { what: '429 that says success: true', reply: json(429, good), status: 'unconfirmed', code: 'bad-response' },
  { what: '402 with anything else', reply: json(402, {}), status: 'unconfirmed', code: 'bad-response' },
  { what: '408', reply: json(408, refused), status: 'unconfirmed', code: 'timeout' },
  { what: '409', reply: json(409, refused), status: 'unconfirmed', code: 'bad-response' },
  { what: '418', reply: json(418, refused), status: 'unconfirmed', code: 'bad-response' },
  { what: '500', reply: json(500, refused), status: 'unconfirmed', code: 'server' },
  { what: '500 that says success', reply: json(500, good), status: 'unconfirmed', code: 'server' },
  { what: '503', reply: text(503, '<h1>busy</h1>'), status: 'unconfirmed', code: 'server' },
  { what: '200 with HTML', reply: text(200, '<html></html>'), status: 'unconfirmed', code: 'bad-response' },
  { what: '200 with nothing', reply: text(200, ''), status: 'unconfirmed', code: 'bad-response' },
  { what: '204', reply: text(204, null), status: 'unconfirmed', code: 'bad-response' },
  { what: '200 without an identifier', reply: json(200, { success: true }), status: 'unconfirmed' },
  { what: '200 with an empty identifier', reply: json(200, { success: true, identifier: '' }), status: 'unconfirmed' },
  { what: '200 with a fraction as identifier', reply: json(200, { success: true, identifier: 1.5 }), status: 'unconfirmed' },
  { what: '200 with an unsafe number', reply: json(200, { success: true, identifier: 2 ** 53 }), status: 'unconfirmed' },
  { what: '200 with success as text', reply: json(200, { ...good, success: 'true' }), status: 'unconfirmed' },
  { what: '200 with success: false and no message', reply: json(200, { success: false }), status: 'unconfirmed' },
  { what: '200 with a list', reply: json(200, [good]), status: 'unconfirmed' },
  { what: '200 with null', reply: json(200, null), status: 'unconfirmed' },
  { what: '200 with deep JSON', reply: text(200, '['.repeat(100_000), 'application/json'), status: 'unconfirmed' },
  { what: '200 with deep JSON that is whole', reply: text(200, '['.repeat(100_000) + ']'.repeat(100_000)), status: 'unconfirmed' },
  {
    what: '200 with a body beyond all measure',
    reply: text(200, JSON.stringify({ ...good, more: 'x'.repeat(300_000) })),
    status: 'unconfirmed',
  },
  { what: 'a broken connection', reply: broken(), status: 'unconfirmed', code: 'network' },
];

describe('outcome of a charge', () => {
  let stub: FetchStub;
  beforeEach(() => (stub = new FetchStub()));
  afterEach(() => stub.restore());

  for (const { what, reply, status, code, sends = 1 } of rows) {
    it(`is ${status}${code ? ` (${code})` : ''} after ${what}`, async () => {
      stub.reply(reply);
      const result = await createTestClient().client.processPayment(payment);
      expect(result.status).to.equal(status);
      if (code !== undefined) expect('error' in result && result.error.code).to.equal(code);
      expect(stub.requests.length).to.equal(sends);
    });
  }

  it('is what a relay has read, and the profile does not read its answer: only through the own origin', async () => {
    const readCharge = (): 'declined' => 'declined';
    const charge = (options: object): Promise<ChargeResult> => createTestClient(options).client.processPayment(payment);
    stub.reply(json(200, { success: true }, { 'Balcao-Outcome': 'approved' }));
    expect(await charge({ baseUrl: '/relay', profile: { readCharge } })).to.deep.equal({ status: 'approved' });
    expect((await charge({ profile: { readCharge } })).status).to.equal('declined');
    expect((await charge({})).status).to.equal('unconfirmed');
    stub.reply(json(200, good, { 'Balcao-Outcome': 'perhaps' }));
    expect((await charge({ baseUrl: '/relay', profile: { readCharge } })).status, 'an unknown word').to.equal('approved');
    stub.reply(json(503, { sent: false }, { 'Balcao-Outcome': 'approved' }));
    expect(await charge({ baseUrl: '/relay' })).to.include({ status: 'failed', sent: false });
  });

  it('carries the identifier as text and the message of an approval', async () => {
    stub.reply(json(200, { success: true, message: 'Aprovada', identifier: 42 }));
    expect(await createTestClient().client.processPayment(payment)).to.deep.equal({
      status: 'approved',
      identifier: '42',
      message: 'Aprovada',
    });
  });

  it('carries the message of a decline, digits of cards masked', async () => {
    stub.reply(json(402, { success: false, message: 'Cartão 4111 1111-1111 1111 recusado' }));
    const result = await createTestClient().client.processPayment(payment);
    expect(result).to.deep.equal({ status: 'declined', message: 'Cartão •••• recusado' });
  });

  it('stands without an identifier that holds the number, approved as it is', async () => {
    for (const identifier of ['4111 1111 1111 1111', 'tx-4111a1111b1111c1111', 4111111111111111]) {
      stub.reply(json(200, { ...good, identifier }));
      const result = await createTestClient().client.processPayment(payment);
      expect(result, String(identifier)).to.deep.equal({ status: 'approved', message: 'Aprovada' });
    }
  });

  it('never carries the number, the security code beside it or the token', async () => {
    const message = 'Cartão 4111 1111 e 1111 1111, CVV 1-2-3, token "secret-token-1"';
    stub.reply(json(402, { success: false, message }));
    const { client } = createTestClient({ getToken: () => 'secret-token-1' });
    expect(await client.processPayment(payment)).to.deep.equal({
      status: 'declined',
      message: 'Cartão •••• e ••••, CVV ••••, token "••••"',
    });
    const { card, ...terms } = payment;
    const saved = await client.processPayment({ ...terms, cardId: 'card-1' }, { ...(card && { exchanged: card }) });
    expect(saved).to.have.property('message', 'Cartão •••• e ••••, CVV ••••, token "••••"');
  });

  it('says how long to wait after 429, two minutes at most', async () => {
    stub.reply(json(429, {}, { 'Retry-After': '7' }));
    const short = await createTestClient().client.processPayment(payment);
    stub.reply(json(429, {}, { 'Retry-After': '86400' }));
    const long = await createTestClient().client.processPayment(payment);
    expect([short, long].map((result) => result.status === 'failed' && result.error.retryAfterMs)).to.deep.equal([7000, 120_000]);
  });

  it('holds nothing of the request or the answer in its error', async () => {
    stub.reply(json(400, { echo: payment }));
    const result = await createTestClient().client.processPayment(payment);
    if (result.status !== 'failed') throw new Error('expected a failure');
    const { error } = result;
    expect(Object.getOwnPropertyNames(error).sort()).to.not.include.members(['cause']);
    expect(JSON.stringify({ ...error, message: error.message, stack: error.stack })).to.not.match(/4111|MARIA/);
  });
});

describe("the shop's own readCharge", () => {
  let stub: FetchStub;
  beforeEach(() => (stub = new FetchStub()));
  afterEach(() => stub.restore());

  async function payWith(readCharge: NonNullable<ServiceProfile['readCharge']>): Promise<ChargeResult> {
    return createTestClient({ profile: { readCharge } }).client.processPayment(payment);
  }

  it('is given the status and the body, and its word counts', async () => {
    stub.reply(json(409, { message: 'Já paga', identifier: 'tx-9' }));
    const seen: unknown[] = [];
    const result = await payWith((status, body) => {
      seen.push(status, body);
      return 'approved';
    });
    expect(seen).to.deep.equal([409, { message: 'Já paga', identifier: 'tx-9' }]);
    expect(result).to.deep.equal({ status: 'approved', identifier: 'tx-9', message: 'Já paga' });
  });

  it('can make each outcome of any answer', async () => {
    stub.reply(json(200, good));
    expect((await payWith(() => 'declined')).status).to.equal('declined');
    expect((await payWith(() => 'failed')).status).to.equal('failed');
    expect((await payWith(() => 'unconfirmed')).status).to.equal('unconfirmed');
  });

  it('leaves an answer to the table with undefined, with a throw and with another word', async () => {
    stub.reply(json(500, good));
    expect((await payWith(() => undefined)).status).to.equal('unconfirmed');
    const throwing = await payWith(() => {
      throw new Error('4111111111111111');
    });
    expect(throwing.status).to.equal('unconfirmed');
    // @ts-expect-error: a shop that writes JavaScript may answer anything
    expect((await payWith(() => 'paid')).status).to.equal('unconfirmed');
  });

  it('does not see what never was an answer', async () => {
    stub.reply(broken());
    expect((await payWith(() => 'approved')).status).to.equal('unconfirmed');
  });
});
