import { expect } from '@open-wc/testing';
import { isCheckoutError, type CheckoutError } from '../../../src/domain/errors.js';
import { FakeClock } from '../../support/fake-clock.js';
import { createTestClient, payment } from './charge-setup.js';
import { broken, FetchStub, HeldReply, json, text } from '../support/fetch-stub.js';

const card = {
  ...payment.card,
  name: 'Visa final 1111',
  holderName: 'MARIA',
  expirationDate: '01/31',
  number: '4111111111111111',
  securityCode: '123',
};

async function errorOf(work: Promise<unknown>): Promise<CheckoutError | undefined> {
  return work.then(
    () => undefined,
    (error: unknown) => (isCheckoutError(error) ? error : undefined),
  );
}

describe('tokenizeCard', () => {
  let stub: FetchStub;
  beforeEach(() => {
    stub = new FetchStub();
    stub.reply(json(200, { success: true, message: 'ok', cardId: 'card-1' }));
  });
  afterEach(() => stub.restore());

  it("sends exactly the interface's fields and answers the cardId", async () => {
    const answer = await createTestClient().client.tokenizeCard({ ...card, tokenizeExpiration: '30d' });
    expect(answer).to.deep.equal({ cardId: 'card-1', message: 'ok' });
    expect(stub.requests[0]?.url).to.equal('https://payments.example/v1/card/tokenize');
    expect(stub.requests[0]?.body).to.deep.equal({
      name: 'Visa final 1111',
      holderName: 'MARIA',
      expirationDate: '01/31',
      number: '4111111111111111',
      securityCode: '123',
      tokenizeExpiration: '30d',
    });
  });

  it('sends a validity of digits as text, and as a number where the profile says so', async () => {
    const asNumber = createTestClient({ profile: { tokenizeExpiration: 'number' } }).client;
    await createTestClient().client.tokenizeCard({ ...card, tokenizeExpiration: '3600' });
    await createTestClient().client.tokenizeCard({ ...card, tokenizeExpiration: 3600 });
    await asNumber.tokenizeCard({ ...card, tokenizeExpiration: '3600' });
    await asNumber.tokenizeCard({ ...card, tokenizeExpiration: '30d' });
    await asNumber.tokenizeCard(card);
    const sent = stub.requests.map(({ body }) => Object(body).tokenizeExpiration as unknown);
    expect(sent).to.deep.equal(['3600', 3600, 3600, '30d', undefined]);
  });

  it('refuses a card that breaks a rule, unsent', async () => {
    const error = await errorOf(createTestClient().client.tokenizeCard({ ...card, number: '4111111111111112' }));
    expect([error?.code, stub.requests.length]).to.deep.equal(['invalid-input', 0]);
    expect(error?.message).to.contain('number').and.not.contain('4111');
  });

  it('rejects with a word for each answer that is no cardId', async () => {
    stub.reply(
      json(200, { success: false, message: 'não' }),
      json(200, { success: true }),
      json(200, { cardId: 'card-1' }),
      text(200, '<p>'),
      text(403, ''),
      text(500, ''),
      broken(),
    );
    const { client } = createTestClient();
    const codes: unknown[] = [];
    for (let time = 0; time < 7; time += 1) codes.push((await errorOf(client.tokenizeCard(card)))?.code);
    expect(codes).to.deep.equal(['invalid-request', 'bad-response', 'bad-response', 'bad-response', 'forbidden', 'server', 'network']);
  });

  it('takes no cardId that holds the number or the token, and masks the message', async () => {
    const answers = ['4111111111111111', 'card-4111-1111-1111-1111', '٤١١١١١١١١١١١١١١١', 'cartao-token-1'];
    stub.reply(
      ...answers.map((cardId) => json(200, { success: true, cardId })),
      json(200, { success: true, cardId: 'card-1', message: '4111 x 1111 x 1111 x 1111 (123)' }),
    );
    const { client } = createTestClient({ getToken: () => 'cartao-token-1' });
    for (const cardId of answers) expect((await errorOf(client.tokenizeCard(card)))?.code, cardId).to.equal('bad-response');
    expect(await client.tokenizeCard(card)).to.deep.equal({ cardId: 'card-1', message: '•••• x •••• x •••• x ••••)' });
  });

  it('renews the token once after 401', async () => {
    stub.reply(json(401, {}), json(200, { success: true, cardId: 'card-1' }));
    let asked = 0;
    const { client } = createTestClient({ getToken: () => ({ token: `t${(asked += 1)}`, expiresIn: 600 }) });
    expect(await client.tokenizeCard(card)).to.deep.equal({ cardId: 'card-1' });
    stub.reply(json(401, {}));
    expect((await errorOf(client.tokenizeCard(card)))?.code).to.equal('unauthorized');
    expect(stub.requests.length).to.equal(4);
  });

  it('ends its request after 15 seconds and when it is given up', async () => {
    const { client, clock } = createTestClient();
    for (const give of ['time', 'signal']) {
      const held = new HeldReply();
      stub.reply(held.reply);
      const controller = new AbortController();
      const error = errorOf(client.tokenizeCard(card, { signal: controller.signal }));
      await clock.advance(give === 'time' ? 15_000 : 1);
      controller.abort();
      expect((await error)?.code).to.equal(give === 'time' ? 'timeout' : 'aborted');
      expect(stub.requests.at(-1)?.init.signal?.aborted).to.equal(true);
    }
    expect(clock.pending).to.equal(0);
  });
});

describe('deleteCard', () => {
  let stub: FetchStub;
  beforeEach(() => {
    stub = new FetchStub();
    stub.reply(json(200, { success: true }));
  });
  afterEach(() => stub.restore());

  it('sends the cardId by the verb and in the place of the profile', async () => {
    await createTestClient().client.deleteCard('card-1');
    await createTestClient({ profile: { deleteCard: { method: 'DELETE' } } }).client.deleteCard('card-1');
    await createTestClient({ profile: { deleteCard: { method: 'DELETE', id: 'path' } } }).client.deleteCard('a/b');
    expect(stub.requests.map(({ url, init, body }) => [init.method, new URL(url).pathname, body])).to.deep.equal([
      ['POST', '/v1/card/delete', { cardId: 'card-1' }],
      ['DELETE', '/v1/card/delete', { cardId: 'card-1' }],
      ['DELETE', '/v1/card/delete/a%2Fb', undefined],
    ]);
    expect(stub.requests[2]?.headers).to.not.have.property('Content-Type');
  });

  it('is done after any 2xx that does not say otherwise, and after 404 and 410', async () => {
    stub.reply(text(200, '<p>ok'), text(204, null), json(200, { success: true }), text(404, ''), text(410, ''));
    const { client } = createTestClient();
    for (let time = 0; time < 5; time += 1) expect(await errorOf(client.deleteCard('card-1'))).to.equal(undefined);
    expect(stub.requests.length).to.equal(5);
  });

  it('is refused by success: false and by other statuses', async () => {
    stub.reply(json(200, { success: false, message: 'não' }), text(403, ''), text(400, ''), text(429, ''));
    const { client } = createTestClient();
    const codes: unknown[] = [];
    for (let time = 0; time < 4; time += 1) codes.push((await errorOf(client.deleteCard('card-1')))?.code);
    expect(codes).to.deep.equal(['invalid-request', 'forbidden', 'invalid-request', 'rate-limited']);
  });

  it('is unconfirmed after 409 and after errors of the server', async () => {
    const statuses = [408, 409, 500, 502, 503, 504, 599];
    stub.reply(...statuses.map((status) => json(status, { success: false })));
    const { client } = createTestClient();
    for (const status of statuses) {
      expect(await errorOf(client.deleteCard('card-1')), String(status)).to.include({
        code: 'delete-unconfirmed',
        status,
        retryable: true,
      });
    }
  });

  it('is unconfirmed without an answer in time, with 408 and with a broken connection', async () => {
    const clock = new FakeClock();
    const { client } = createTestClient({ clock });
    stub.reply(broken(), text(408, ''), new HeldReply().reply);
    expect((await errorOf(client.deleteCard('card-1')))?.code).to.equal('delete-unconfirmed');
    expect((await errorOf(client.deleteCard('card-1')))?.code).to.equal('delete-unconfirmed');
    const error = errorOf(client.deleteCard('card-1'));
    await clock.advance(15_000);
    expect((await error)?.code).to.equal('delete-unconfirmed');
  });

  it('refuses an empty cardId', async () => {
    expect((await errorOf(createTestClient().client.deleteCard('')))?.code).to.equal('invalid-input');
    expect(stub.requests.length).to.equal(0);
  });
});
