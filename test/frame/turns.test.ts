import { expect } from '@open-wc/testing';
import { Turns } from '../../src/frame/turns.js';
import { FetchStub, HeldReply, json } from '../client/support/fetch-stub.js';
import { FakeClock } from '../support/fake-clock.js';
import { FramePage } from './frame-page.js';
import { waitUntil } from '../support/wait-until.js';

const good = json(200, { success: true, message: 'ok', identifier: 'tx-1' });

describe('whose turn it is', () => {
  let stub: FetchStub;
  let page: FramePage;

  beforeEach(async () => {
    stub = new FetchStub();
    stub.reply(good);
    page = await FramePage.open();
    page.fill();
  });

  afterEach(() => {
    page.remove();
    stub.restore();
  });

  it('is that of go after prepare, once', async () => {
    await page.prepare('attempt-1');
    page.go('attempt-1');
    await page.wait('outcome');
    page.go('attempt-1');
    expect(await page.countDropped()).to.equal(1);
    expect(stub.requests).to.have.length(1);
    expect(page.all('outcome')).to.have.length(1);
  });

  it('is not that of a go that nobody has prepared', async () => {
    page.go('attempt-1');
    expect(await page.countDropped()).to.equal(1);
    expect(stub.requests).to.have.length(0);
    expect(page.all('not-sent')).to.have.length(0);
  });

  it('is not that of a go of another name, or for another card', async () => {
    await page.prepare('attempt-1');
    page.go('attempt-2');
    page.go('attempt-1', { cardId: 'card-1' });
    expect(await page.countDropped()).to.equal(2);
    await page.prepare('attempt-3', 'card-1');
    page.go('attempt-3');
    page.go('attempt-3', { cardId: 'card-2' });
    expect(await page.countDropped()).to.equal(4);
    expect(stub.requests).to.have.length(0);
    page.go('attempt-3', { cardId: 'card-1' });
    await page.wait('outcome');
  });

  it('is not that of what was prepared before something else was', async () => {
    await page.prepare('attempt-1');
    await page.prepare('attempt-2');
    page.go('attempt-1');
    expect(await page.countDropped()).to.equal(1);
    page.go('attempt-2');
    await page.wait('outcome');
  });

  it('comes once for each name, whatever it was the name of', async () => {
    await page.prepare('attempt-1');
    page.send({ type: 'prepare', id: 'attempt-1' });
    page.send({ type: 'delete', id: 'attempt-1', token: 'token-1', deadline: page.clock.now() + 5000, cardId: 'card-1' });
    page.clock.tick(10_000);
    page.send({ type: 'tokenize', id: 'attempt-1', token: 'token-1', deadline: page.clock.now() + 5000, name: 'Visa' });
    expect(await page.countDropped()).to.equal(3);
    expect(stub.requests).to.have.length(0);
  });

  it('is nobody else’s while a call runs', async () => {
    const held = new HeldReply();
    stub.reply(held.reply);
    await page.prepare('attempt-1');
    page.go('attempt-1');
    await waitUntil(() => stub.requests.length === 1, 'a request');
    const shape = { token: 'token-1', deadline: page.clock.now() + 5000 };
    page.send({ type: 'prepare', id: 'attempt-2' });
    page.send({ type: 'tokenize', id: 'call-1', ...shape, name: 'Visa' });
    page.send({ type: 'delete', id: 'call-2', ...shape, cardId: 'card-1' });
    page.send({ type: 'token', id: 'attempt-1', token: 'token-2' });
    expect(await page.countDropped()).to.equal(4);
    held.release(good);
    await page.wait('outcome');
    expect(stub.requests).to.have.length(1);
    stub.reply(good);
    page.send({ type: 'delete', id: 'call-2', ...shape, cardId: 'card-1' });
    await page.wait('deleted');
  });

  it('is that of a charge that was prepared, until its time is over', async () => {
    const send = (id: string): void =>
      page.send({ type: 'delete', id, token: 'token-1', deadline: page.clock.now() + 5000, cardId: 'card-1' });
    await page.prepare('attempt-1');
    send('call-1');
    expect(await page.countDropped()).to.equal(1);
    page.clock.tick(10_000);
    send('call-2');
    await page.wait('deleted');
  });

  it('is over at the deadline, by the clock of the device: nothing is sent', async () => {
    await page.prepare('attempt-1');
    const deadline = page.clock.now() + 5000;
    page.clock.jump(5000);
    page.go('attempt-1', { deadline });
    const { id, error } = await page.wait('not-sent');
    expect([id, error.code, stub.requests.length]).to.deep.equal(['attempt-1', 'timeout', 0]);
  });

  it('is over after ten seconds by a clock that nobody sets, whatever the device says', async () => {
    await page.prepare('attempt-1');
    page.clock.tick(10_000);
    page.clock.jump(-10_000);
    page.go('attempt-1');
    expect((await page.wait('not-sent')).error.code).to.equal('timeout');
    expect(stub.requests).to.have.length(0);
  });

  it('is over for other calls at their deadline', async () => {
    const shape = { token: 'token-1', deadline: page.clock.now() };
    page.send({ type: 'tokenize', id: 'call-1', ...shape, name: 'Visa' });
    expect((await page.wait('call-failed')).error.code).to.equal('timeout');
    page.send({ type: 'delete', id: 'call-2', ...shape, cardId: 'card-1' });
    expect((await page.wait('call-failed', 2)).error.code).to.equal('timeout');
    expect(stub.requests).to.have.length(0);
  });

  it('leaves a charge that was not sent in time as free as it was', async () => {
    await page.prepare('attempt-1');
    page.go('attempt-1', { deadline: page.clock.now() });
    await page.wait('not-sent');
    await page.prepare('attempt-2');
    page.go('attempt-2');
    expect((await page.wait('outcome')).result.status).to.equal('approved');
  });
});

describe('the time of a call', () => {
  it('is looked at when the request is about to leave, however long ago the call began', () => {
    const clock = new FakeClock();
    const turns = new Turns(clock);
    turns.claim('attempt-1');
    turns.prepare('attempt-1', undefined);
    const turn = turns.beginCharge('attempt-1', undefined, clock.now() + 5000);
    expect(() => turn?.assertInTime()).to.not.throw();
    clock.tick(4999);
    expect(() => turn?.assertInTime()).to.not.throw();
    clock.tick(1);
    expect(() => turn?.assertInTime()).to.throw('over');
  });
});
