import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { FetchStub, HeldReply, json } from '../client/support/fetch-stub.js';
import { CARD, FramePage } from './frame-page.js';
import { waitUntil } from '../support/wait-until.js';

const good = json(200, { success: true, message: 'ok', identifier: 'tx-1' });
const declined = json(200, { success: false, message: 'Saldo insuficiente' });
const exchanged = json(200, { success: true, cardId: 'card-1' });

describe('an entry of a card', () => {
  let stub: FetchStub;
  let page: FramePage;

  beforeEach(async () => {
    stub = new FetchStub();
    stub.reply(good);
    page = await FramePage.open();
  });

  afterEach(() => {
    page.remove();
    stub.restore();
  });

  /** Charges, and waits until all is over. */
  async function charge(id: string, cardId?: string): Promise<string> {
    const count = page.all('outcome').length;
    await page.prepare(id, cardId);
    page.go(id, cardId === undefined ? {} : { cardId });
    const { result } = await page.wait('outcome', count + 1);
    await waitUntil(() => !page.input('number').readOnly, 'fields that can be typed into');
    return result.status;
  }

  /** Asks whether a card can be charged; resolves with why not. */
  async function refuse(id: string): Promise<string> {
    const count = page.all('not-sent').length;
    page.send({ type: 'prepare', id });
    return (await page.wait('not-sent', count + 1)).error.code;
  }

  async function tokenize(id: string): Promise<string | undefined> {
    const count = page.all('tokenized').length + page.all('call-failed').length;
    page.send({ type: 'tokenize', id, token: 'token-1', deadline: page.clock.now() + 5000, name: 'Visa final 1111' });
    await waitUntil(() => page.all('tokenized').length + page.all('call-failed').length > count, 'an answer');
    return page.all('tokenized').find((message) => message.id === id)?.cardId;
  }

  it('cannot be charged before it is whole', async () => {
    expect(await refuse('attempt-1')).to.equal('invalid-input');
    page.fill({ ...CARD, securityCode: '1' });
    expect(await refuse('attempt-2')).to.equal('invalid-input');
    page.fill({ securityCode: '123' });
    await page.prepare('attempt-3');
  });

  it('cannot be charged where it was emptied after it was prepared', async () => {
    page.fill();
    await page.prepare('attempt-1');
    page.send({ type: 'clear', what: 'code' });
    page.go('attempt-1');
    expect((await page.wait('not-sent')).error.code).to.equal('invalid-input');
    expect(stub.requests).to.have.length(0);
  });

  it('is gone once it was charged, and serves again only after somebody has typed', async () => {
    page.fill();
    expect(await charge('attempt-1')).to.equal('approved');
    expect(page.texts).to.deep.equal(['', '', '', '']);
    page.fill();
    expect(await refuse('attempt-2')).to.equal('invalid-input');
    page.input('securityCode').select();
    await sendKeys({ type: '456' });
    expect(await charge('attempt-3')).to.equal('approved');
  });

  it('keeps all but its code once it was declined, and serves again only after somebody has typed', async () => {
    stub.reply(declined);
    page.fill();
    expect(await charge('attempt-1')).to.equal('declined');
    expect(page.texts).to.deep.equal([CARD.number, CARD.expirationDate, '', CARD.holderName]);
    page.fill({ securityCode: '123' });
    expect(await refuse('attempt-2')).to.equal('invalid-input');
    page.fill({ securityCode: '' });
    page.input('securityCode').focus();
    await sendKeys({ type: '123' });
    expect(await charge('attempt-3')).to.equal('declined');
  });

  it('keeps all but its code where the service refused it', async () => {
    stub.reply(json(403, {}));
    page.fill();
    expect(await charge('attempt-1')).to.equal('failed');
    expect(page.texts).to.deep.equal([CARD.number, CARD.expirationDate, '', CARD.holderName]);
  });

  it('is gone where nobody knows whether it was charged', async () => {
    stub.reply(json(500, {}));
    page.fill();
    expect(await charge('attempt-1')).to.equal('unconfirmed');
    expect(page.texts).to.deep.equal(['', '', '', '']);
  });

  it('stays as it is where nothing was sent', async () => {
    page.fill();
    await page.prepare('attempt-1');
    page.go('attempt-1', { deadline: 0 });
    await page.wait('not-sent');
    expect(page.texts).to.deep.equal(Object.values(CARD));
    expect(await charge('attempt-2')).to.equal('approved');
  });

  it('cannot be changed while it is under way', async () => {
    const held = new HeldReply();
    stub.reply(held.reply);
    page.fill();
    await page.prepare('attempt-1');
    page.go('attempt-1');
    await waitUntil(() => page.input('number').readOnly && page.input('securityCode').readOnly, 'locked fields');
    held.release(good);
    await waitUntil(() => !page.input('number').readOnly, 'free fields');
  });

  it('stays as it is where a card that was saved before is charged', async () => {
    page.fill();
    expect(await charge('attempt-1', 'card-9')).to.equal('approved');
    expect(stub.requests[0]?.body).to.include({ cardId: 'card-9' });
    expect(page.texts).to.deep.equal(Object.values(CARD));
    expect(await charge('attempt-2')).to.equal('approved');
  });

  it('is charged by what it was exchanged for, and then gone', async () => {
    stub.reply(exchanged, good);
    page.fill();
    expect(await tokenize('call-1')).to.equal('card-1');
    expect((await page.wait('tokenized')) satisfies object).to.deep.equal({
      type: 'tokenized',
      id: 'call-1',
      cardId: 'card-1',
      brand: 'visa',
      last4: '1111',
      expiration: '12/2030',
    });
    expect(await refuse('attempt-1')).to.equal('invalid-input');
    expect(await charge('attempt-2', 'card-1')).to.equal('approved');
    expect(page.texts).to.deep.equal(['', '', '', '']);
    expect(stub.requests.map(({ url }) => new URL(url).pathname)).to.deep.equal(['/card/tokenize', '/card/processPayment']);
  });

  it('is exchanged once: asked again, it is still the same card', async () => {
    stub.reply(exchanged, json(200, { success: true, cardId: 'card-2' }));
    page.fill();
    expect(await tokenize('call-1')).to.equal('card-1');
    expect(await tokenize('call-2')).to.equal('card-1');
    expect(stub.requests).to.have.length(1);
    page.input('securityCode').select();
    await sendKeys({ type: '456' });
    expect(await tokenize('call-3')).to.equal('card-2');
  });

  it('is not what was exchanged any more once the fields are emptied', async () => {
    stub.reply(exchanged);
    page.fill();
    await tokenize('call-1');
    page.send({ type: 'clear', what: 'all' });
    expect(await tokenize('call-2')).to.equal(undefined);
    expect(stub.requests).to.have.length(1);
  });

  it('can be charged as it is where the exchange failed', async () => {
    stub.reply(json(500, {}), good);
    page.fill();
    expect(await tokenize('call-1')).to.equal(undefined);
    expect(await charge('attempt-1')).to.equal('approved');
    expect(stub.requests[1]?.body).to.have.property('card');
  });

  it('cannot be exchanged once it was charged', async () => {
    stub.reply(declined, exchanged);
    page.fill();
    await charge('attempt-1');
    page.fill({ securityCode: '123' });
    expect(await tokenize('call-1')).to.equal(undefined);
    expect(page.all('call-failed')[0]?.error.code).to.equal('invalid-input');
    expect(stub.requests).to.have.length(1);
  });
});
