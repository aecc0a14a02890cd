import { expect } from '@open-wc/testing';
import { createSandbox, sandbox as sharedSandbox } from '../../src/sandbox/index.js';
import { FakeClock } from '../support/fake-clock.js';
import { callSandbox, goodCard, goodPayment } from '../support/sandbox-call.js';

const PATH = 'card/processPayment';

describe('sandbox: at the door', () => {
  it('wants a bearer token that it issued', async () => {
    const sandbox = createSandbox();
    for (const authorization of [null, 'Bearer nobody', 'Basic abc', sandbox.issueToken().token]) {
      const answer = await callSandbox(sandbox, PATH, goodPayment, { authorization });
      expect(answer.status, String(authorization)).to.equal(401);
      expect(answer.body).not.to.have.property('success');
    }
    expect(sandbox.state().charges).to.have.length(0);
  });

  it('says with a token which service it is of, or nothing', () => {
    const sandbox = createSandbox();
    expect(sandbox.issueToken()).to.include({ environment: 'sandbox' });
    sandbox.configure({ environment: 'live' });
    expect(sandbox.issueToken()).to.include({ environment: 'live' });
    sandbox.configure({ environment: 'none' });
    expect(sandbox.issueToken()).to.have.all.keys('token', 'expiresIn', 'now');
  });

  it('refuses a token from the second at which its life is over', async () => {
    const clock = new FakeClock();
    const sandbox = createSandbox({ clock });
    const issued = sandbox.issueToken({ expiresIn: 60 });
    expect(issued).to.include({ expiresIn: 60, now: clock.now() });
    const authorization = `Bearer ${issued.token}`;
    clock.tick(59_999);
    expect((await callSandbox(sandbox, PATH, goodPayment, { authorization })).status).to.equal(200);
    clock.tick(1);
    expect((await callSandbox(sandbox, PATH, goodPayment, { authorization })).status).to.equal(401);
  });

  it('refuses revoked tokens', async () => {
    const sandbox = createSandbox();
    const authorization = `Bearer ${sandbox.issueToken().token}`;
    sandbox.revokeTokens();
    expect((await callSandbox(sandbox, PATH, goodPayment, { authorization })).status).to.equal(401);
  });

  it('answers 404, 405, 413 and 415 where they are due', async () => {
    const sandbox = createSandbox();
    expect((await callSandbox(sandbox, 'card/charge', goodPayment)).status).to.equal(404);
    expect((await callSandbox(sandbox, PATH, goodPayment, { method: 'DELETE' })).headers.get('Allow')).to.equal('POST');
    expect((await callSandbox(sandbox, PATH, { ...goodPayment, note: 'x'.repeat(70_000) })).status).to.equal(413);
    expect((await callSandbox(sandbox, PATH, goodPayment, { contentType: 'text/plain' })).status).to.equal(415);
  });

  it('writes every request down as it came', async () => {
    const sandbox = createSandbox();
    await callSandbox(sandbox, PATH, goodPayment);
    const [request] = sandbox.state().requests;
    expect(request).to.include({ operation: 'processPayment', method: 'POST', path: PATH });
    expect(request?.body).to.deep.equal(goodPayment);
    expect(request?.headers['authorization']).to.match(/^Bearer /);
  });

  it('tells a re-send of the browser from a second request of the page', async () => {
    const sandbox = createSandbox();
    const authorization = `Bearer ${sandbox.issueToken().token}`;
    const send = (connection: number, ordinal: number) =>
      sandbox(
        new Request(`https://pagamentos.example/${PATH}`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify(goodPayment),
        }),
        { connection, ordinal },
      );
    sandbox.fault('processPayment', 'reset-after-charge', { times: 2 });
    await send(1, 2).catch(() => undefined);
    await send(2, 1).catch(() => undefined);
    await send(3, 1);
    expect(sandbox.state().charges.map(({ resent }) => resent)).to.deep.equal([false, true, false]);
    expect(sandbox.state().charges.map(({ connection }) => connection)).to.deep.equal([1, 2, 3]);
  });

  it('is there ready-made', async () => {
    expect((await callSandbox(sharedSandbox, PATH, goodPayment)).status).to.equal(200);
  });
});

describe('sandbox: saved cards', () => {
  const tokenize = async (sandbox: ReturnType<typeof createSandbox>, more: object = {}) =>
    String((await callSandbox(sandbox, 'card/tokenize', { ...goodCard, name: 'Visa final 1111', ...more })).body['cardId']);
  const pay = (sandbox: ReturnType<typeof createSandbox>, cardId: string) =>
    callSandbox(sandbox, PATH, { amount: 10, installments: 1, whoPaysFee: 'merchant', cardId });

  it('charges a tokenized card by its cardId', async () => {
    const sandbox = createSandbox();
    const cardId = await tokenize(sandbox);
    expect(cardId).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect((await pay(sandbox, cardId)).body['success']).to.equal(true);
    expect(sandbox.state().charges[0]).to.include({ cardId, last4: '1111' });
    expect(JSON.stringify(sandbox.state().cards)).not.to.contain(goodCard.number);
  });

  it('counts tokenizeExpiration in seconds, or as its variant says', async () => {
    const clock = new FakeClock(Date.UTC(2026, 0, 1));
    const sandbox = createSandbox({ clock });
    const inSeconds = await tokenize(sandbox, { tokenizeExpiration: 60 });
    sandbox.configure({ tokenizeExpirationUnit: 'days' });
    const inDays = await tokenize(sandbox, { tokenizeExpiration: '60' });
    clock.tick(60_000);
    expect(await pay(sandbox, inSeconds))
      .to.include({ status: 422 })
      .and.have.nested.property('body.success', false);
    expect((await pay(sandbox, inDays)).status).to.equal(200);
    clock.tick(60 * 86_400_000);
    expect((await pay(sandbox, inDays)).status).to.equal(422);
  });

  it('refuses a tokenization without name, with a period of no length, or with an extra field', async () => {
    const sandbox = createSandbox();
    for (const wrong of [{ name: '' }, { tokenizeExpiration: 0 }, { tokenizeExpiration: 'sempre' }, { cardName: 'x' }]) {
      const { status } = await callSandbox(sandbox, 'card/tokenize', { ...goodCard, name: 'Visa', ...wrong });
      expect(status, JSON.stringify(wrong)).to.be.oneOf([400, 422]);
    }
    expect(sandbox.state().cards).to.have.length(0);
  });

  const forms: [string, string, (cardId: string) => [string, unknown]][] = [
    ['POST', 'body', (cardId) => ['card/delete', { cardId }]],
    ['DELETE', 'body', (cardId) => ['card/delete', { cardId }]],
    ['DELETE', 'path', (cardId) => [`card/delete/${cardId}`, undefined]],
    ['POST', 'path', (cardId) => [`card/delete/${cardId}`, undefined]],
  ];
  for (const [method, place, form] of forms) {
    it(`deletes by ${method} with the cardId in the ${place}`, async () => {
      const sandbox = createSandbox();
      const cardId = await tokenize(sandbox);
      expect((await callSandbox(sandbox, ...form(cardId), { method })).body['success']).to.equal(true);
      expect((await pay(sandbox, cardId)).body['success']).to.equal(false);
      expect((await callSandbox(sandbox, ...form(cardId), { method })).status).to.equal(404);
    });
  }

  it('takes only the deletion that its variant names', async () => {
    const sandbox = createSandbox({ deleteMethod: 'DELETE', deleteId: 'path' });
    const cardId = await tokenize(sandbox);
    expect((await callSandbox(sandbox, 'card/delete', { cardId })).status).to.equal(404);
    expect((await callSandbox(sandbox, 'card/delete', { cardId }, { method: 'DELETE' })).status).to.equal(404);
    const wrongVerb = await callSandbox(sandbox, `card/delete/${cardId}`, undefined);
    expect(wrongVerb.status).to.equal(405);
    expect(wrongVerb.headers.get('Allow')).to.equal('DELETE');
    expect((await callSandbox(sandbox, `card/delete/${cardId}`, undefined, { method: 'DELETE' })).status).to.equal(200);
  });
});
