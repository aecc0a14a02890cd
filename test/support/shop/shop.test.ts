import { expect } from '@open-wc/testing';
import { openRoom } from '../sandbox-room.js';
import { goodPayment } from '../sandbox-call.js';
import type { Room } from '../sandbox-room.js';

describe('a careless shop', () => {
  let room: Room;

  beforeEach(async () => {
    room = await openRoom();
  });

  const post = (url: string, body: unknown, init: RequestInit = {}) =>
    fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body), ...init });
  const askToken = async (more: object = {}) => {
    const answer = await post(room.tokenUrl, { purpose: 'card-payment', orderId: 'a1', attemptId: 't1', amount: '149.90', ...more });
    return { status: answer.status, body: await answer.json() };
  };
  const attempt = {
    attemptId: 't1',
    orderId: 'a1',
    method: 'card',
    amount: '149.90',
    installments: 3,
    last4: '1111',
    startedAt: Date.now(),
    state: 'open',
  };
  const charge = async () => {
    const { token } = (await askToken()).body;
    return post(`${room.baseUrl}card/processPayment`, goodPayment, {
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    });
  };
  const resolve = async (more: object = {}) => (await post(room.resolveUrl, { ...attempt, ...more })).json();

  it('gives a token that the service takes, with its life, the time and which service it is of', async () => {
    const { body } = await askToken();
    expect(body).to.have.all.keys('token', 'expiresIn', 'now', 'environment');
    expect(body.environment).to.equal('sandbox');
    expect((await charge()).status).to.equal(200);
  });

  it('refuses an amount that is not the order of its book', async () => {
    await room.shop.putOrder({ orderId: 'a1', amount: '200.00' });
    expect((await askToken()).status).to.equal(422);
    expect((await askToken({ amount: '200' })).status).to.equal(200);
  });

  it('holds a Pix to the price by Pix of its book, and a card to the amount', async () => {
    await room.shop.putOrder({ orderId: 'a1', amount: '149.90', pixAmount: '142.41' });
    const ask = async (purpose: string, amount: string) => (await askToken({ purpose, amount })).status;
    expect([await ask('pix', '142.41'), await ask('pix', '149.90')]).to.deep.equal([200, 422]);
    expect([await ask('card-payment', '142.41'), await ask('card-payment', '149.90')]).to.deep.equal([422, 200]);
  });

  it('closes orders that are paid or closed', async () => {
    await room.shop.putOrder({ orderId: 'a1', status: 'paid' });
    expect((await askToken()).body).to.deep.equal({ closed: 'paid' });
    await room.shop.putOrder({ orderId: 'a1', status: 'closed' });
    expect((await askToken()).body).to.deep.equal({ closed: 'closed' });
  });

  it('resolves by what the service has charged', async () => {
    expect(await resolve()).to.deep.equal({ status: 'not-charged' });
    const { identifier } = await (await charge()).json();
    expect(await resolve({ state: 'unconfirmed' })).to.include({ status: 'charged', identifier });
  });

  it('gives one charge to one attempt, and none to an attempt of another amount or card', async () => {
    await charge();
    expect(await resolve({ attemptId: 'other', amount: '149.91' })).to.deep.equal({ status: 'not-charged' });
    expect(await resolve({ attemptId: 'other', last4: '4242' })).to.deep.equal({ status: 'not-charged' });
    expect((await resolve()).status).to.equal('charged');
    expect((await resolve()).status, 'asked again').to.equal('charged');
    expect((await resolve({ attemptId: 't2' })).status).to.equal('not-charged');
  });

  it('knows nothing for sure while a charge is under way', async () => {
    await room.fault('processPayment', 'hang');
    const paying = charge();
    await room.waitForPending();
    expect(await resolve()).to.deep.equal({ status: 'unknown' });
    await room.release();
    await paying;
  });

  it('writes down what it is told of attempts', async () => {
    await post(room.notifyUrl, attempt);
    expect((await post(room.notifyUrl, { ...attempt, state: 'unconfirmed' })).status).to.equal(204);
    expect(await room.shop.toldStates()).to.deep.equal([['open', 'unconfirmed']]);
    expect((await post(room.notifyUrl, { hello: 1 })).status).to.equal(400);
  });

  it('lists the card that was paid with last first, with its older token before it', async () => {
    const cards = `${room.tokenUrl.replace(/token$/, 'cards')}?customer=ana`;
    const kept = (cardId: string, last4: string) => ({ cardId, name: cardId, brand: 'visa', last4, expiration: '08/2031' });
    for (const card of [kept('one', '1111'), kept('old', '4242'), kept('two', '2222'), kept('new', '4242')]) await post(cards, card);
    const list = async () => (await (await fetch(cards)).json()).map(({ cardId }: { cardId: string }) => cardId);
    const pay = (cardId: string, state: string) =>
      post(`${room.notifyUrl}?customer=ana`, { ...attempt, attemptId: cardId, method: 'saved-card', cardId, state });
    expect(await list()).to.deep.equal(['one', 'old', 'two', 'new']);
    await pay('new', 'approved');
    expect(await list()).to.deep.equal(['old', 'new', 'one', 'two']);
    await pay('two', 'declined');
    expect(await list()).to.deep.equal(['old', 'new', 'one', 'two']);
    await pay('two', 'approved');
    expect(await list()).to.deep.equal(['two', 'one', 'old', 'new']);
    await pay('new', 'approved');
    expect(await list(), 'told again').to.deep.equal(['two', 'one', 'old', 'new']);
  });

  it('relays with a token of its own, which the page never sees', async () => {
    const answer = await post(`${room.relayUrl}card/processPayment`, goodPayment);
    expect(await answer.json()).to.include({ success: true });
    const { requests } = await room.state();
    expect(requests[0]?.headers['authorization']).to.match(/^Bearer sandbox\./);
    expect((await post(`${room.relayUrl}account/register`, {})).status).to.equal(404);
  });

  it('relays the idempotency key as it came', async () => {
    await room.configure({ idempotency: 'header' });
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'attempt-1' };
    const pay = () => fetch(`${room.relayUrl}card/processPayment`, { method: 'POST', headers, body: JSON.stringify(goodPayment) });
    await pay();
    await pay();
    expect((await room.charges()).map(({ idempotencyKey }) => idempotencyKey)).to.deep.equal(['attempt-1']);
  });

  it('relays a redirect and a broken connection as no answer', async () => {
    await room.fault('processPayment', 'redirect');
    await room.fault('processPayment', 'reset-after-charge');
    expect((await post(`${room.relayUrl}card/processPayment`, goodPayment)).status).to.equal(502);
    expect((await post(`${room.relayUrl}card/processPayment`, goodPayment)).status).to.equal(502);
    const { charges, requests, collected } = await room.state();
    expect([charges.length, requests.length, collected.length]).to.deep.equal([1, 2, 0]);
  });

  it('misbehaves as it is told, once', async () => {
    const answers: [Parameters<Room['shop']['fault']>[1], number][] = [
      ['401', 401],
      ['500', 500],
      ['409', 409],
      ['garbage', 200],
      ['closed', 200],
      ['bad-token', 200],
      ['no-expiry', 200],
    ];
    for (const [name, status] of answers) {
      await room.shop.fault('token', name);
      expect((await askToken()).status, name).to.equal(status);
    }
    expect((await askToken()).body.token).to.match(/^sandbox\./);
  });

  it('hands out a token that is soon over, and one that the service refuses', async () => {
    await room.shop.fault('token', 'short-lived', { amount: 2 });
    expect((await askToken()).body.expiresIn).to.equal(2);
    await room.shop.fault('token', 'bad-token');
    expect((await charge()).status).to.equal(401);
  });

  it('hangs until it is released', async () => {
    await room.shop.fault('token', 'hang');
    const asking = askToken();
    await room.shop.waitForRequests('token');
    await room.shop.release();
    expect((await asking).status).to.equal(200);
  });

  it('answers resolve as it is told', async () => {
    await room.shop.fault('resolve', 'charged');
    expect(await resolve()).to.include({ status: 'charged' });
    await room.shop.fault('resolve', 'unknown');
    expect(await resolve()).to.deep.equal({ status: 'unknown' });
  });
});

describe('the Pix desk of a careless shop', () => {
  it('takes a notice only as a reason to ask the service, and answers pages in its words', async () => {
    const room = await openRoom();
    const shop = room.tokenUrl.replace(/token$/, '');
    const { token } = await room.issueToken();
    const made = await fetch(`${room.baseUrl}pix/generateQrCode`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify({ amount: 10, expirationDate: '2099-01-01T00:00:00Z' }),
    });
    const { qrCodeId } = await made.json();
    const status = async () => (await fetch(`${shop}status/${qrCodeId}`)).json();
    const lie = await fetch(`${shop}webhook`, { method: 'POST', body: JSON.stringify({ qrCodeId, status: 'PAGO' }) });
    expect(lie.status).to.equal(204);
    expect(await status()).to.deep.equal({ status: 'PENDENTE' });
    await room.pix('settle', qrCodeId);
    expect(await status()).to.deep.equal({ status: 'PAGO' });
    expect((await fetch(`${shop}status/unknown-charge`)).status).to.equal(503);
  });
});
