import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { CARD, DECLINED_NUMBER, fieldsOf, frameOf, openRawPage, RAW_PAGE } from './isolated-page.mjs';
import { startIsolatedShop } from './isolated-shop.mjs';

const EMPTY = ['', '', '', ''];

/** A JSON Web Token with these claims, which nobody has signed. */
function createJwt(claims) {
  return [...[{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')), 'x'].join('.');
}

describe('what a page can have charged in a frame of card fields', () => {
  let shop;
  let browser;
  let rawPath;
  before(async () => {
    [shop, browser] = await Promise.all([startIsolatedShop(), launchChromium()]);
    rawPath = shop.putPage('raw', RAW_PAGE);
  });
  after(async () => {
    await browser?.close();
    await shop?.close();
  });

  /**
   * Opens a page that talks to the frame of a room of its own, with a card typed into it.
   *
   * @param {string} room
   * @param {{ config?: object, number?: string }} [options]
   */
  async function open(room, { config, number = CARD.number } = {}) {
    const opened = await openRawPage(browser, shop.origin + rawPath);
    await opened.page.evaluate(async (url) => void (globalThis.line = await globalThis.connect(url)), await shop.putFrame(room, config));
    const fields = fieldsOf(opened.page);
    await fields.fill({ ...CARD, number });
    const listAsked = async () => (await shop.state(room)).requests.filter(({ operation }) => operation === 'processPayment');
    return {
      ...opened,
      fields,
      token: await shop.issueToken(room),
      pay: (...call) => opened.page.evaluate((parts) => globalThis.line.pay(...parts), call),
      exchange: (...messages) => opened.page.evaluate((list) => globalThis.line.exchange(list), messages),
      countCharges: async () => (await shop.charges(room)).length,
      countAsked: async () => (await listAsked()).length,
    };
  }

  /** Lets the frame's own clock run ahead, as it does while its page is frozen. */
  const letTimePass = (page, ms) =>
    frameOf(page).evaluate((passed) => {
      const read = performance.now.bind(performance);
      performance.now = () => read() + passed;
    }, ms);

  it('is one charge of one entry, under whatever name', async () => {
    const { token, fields, pay, exchange, page, countCharges, close } = await open('twice');
    assert.equal((await pay('a-1', token)).result.status, 'approved');
    const go = await page.evaluate((given) => globalThis.createGo('a-2', given), token);
    assert.deepEqual(await exchange({ type: 'prepare', id: 'a-1' }, { ...go, id: 'a-1' }, { type: 'prepare', id: 'a-2' }, go), [
      'not-sent a-2',
    ]);
    assert.deepEqual(await fields.texts(), EMPTY);
    assert.equal(await countCharges(), 1);
    await close();
  });

  it('is one charge of an entry that was declined, until somebody types again', async () => {
    const { token, fields, pay, exchange, countAsked, close } = await open('declined', { number: DECLINED_NUMBER });
    assert.equal((await pay('a-1', token)).result.status, 'declined');
    const [, , , code] = await fields.texts();
    assert.equal(code, '');
    const form = { type: 'form', language: 'pt-BR', texts: {}, acceptedBrands: null, isBusy: false, isDisabled: false, canBeEmpty: true };
    const tricks = [{ ...form, isDisabled: true }, form, { type: 'mark' }, { type: 'focus', field: 'securityCode' }];
    assert.deepEqual(await exchange(...tricks, { type: 'prepare', id: 'a-2' }), ['not-sent a-2']);
    assert.equal(await countAsked(), 1);
    await fields.field('securityCode').pressSequentially('737');
    assert.equal((await pay('a-3', token)).result.status, 'declined');
    assert.equal(await countAsked(), 2);
    await close();
  });

  it('is nothing out of turn, and one charge where the same is said many times', async () => {
    const { page, token, exchange, countCharges, close } = await open('turns');
    const go = await page.evaluate((given) => globalThis.createGo('a-1', given), token);
    const prepare = (id) => ({ type: 'prepare', id });
    assert.deepEqual(await exchange(go, prepare('a-1'), { ...go, id: 'a-2' }, { ...go, cardId: 'card-1' }), ['prepared a-1']);
    assert.deepEqual(await exchange(prepare('a-3'), go, go, { ...go, id: 'a-4' }), ['prepared a-3']);
    const last = { ...go, id: 'a-3' };
    const tokenize = { type: 'tokenize', id: 'a-5', token, deadline: go.deadline, name: 'x' };
    await exchange(tokenize, last, last, prepare('a-6'), { ...go, id: 'a-6' }, { ...tokenize, id: 'a-7' }, { ...go, id: 'a-7' });
    assert.equal((await page.evaluate(() => globalThis.line.hearEnd('a-3'))).result.status, 'approved');
    assert.deepEqual(await exchange(last, prepare('a-3')), []);
    assert.equal(await countCharges(), 1);
    await close();
  });

  it('is nothing once the time of a call is over, by the clock of the day and by that of the frame', async () => {
    const { page, token, pay, countAsked, countCharges, close } = await open('deadline');
    const past = await pay('a-1', token, { deadline: Date.now() - 1 });
    assert.equal((await page.evaluate(() => globalThis.line.prepare('a-2'))).type, 'prepared');
    await letTimePass(page, 10_001);
    const frozen = await page.evaluate((given) => {
      globalThis.line.sayGo('a-2', given, { deadline: Date.now() + 3_600_000 });
      return globalThis.line.hearEnd('a-2');
    }, token);
    for (const { type, error } of [past, frozen]) assert.deepEqual([type, error.code], ['not-sent', 'timeout']);
    assert.equal(await countAsked(), 0);
    assert.equal((await pay('a-3', token)).result.status, 'approved');
    assert.equal(await countCharges(), 1);
    await close();
  });

  it('is nothing with a new token that comes when nobody waits any more', async () => {
    const { page, token, countAsked, close } = await open('late-token');
    await shop.fault('late-token', '401');
    await page.evaluate((given) => {
      globalThis.line.renewedToken = undefined;
      return globalThis.line.prepare('a-1').then(() => globalThis.line.sayGo('a-1', given));
    }, token);
    await page.evaluate(() => globalThis.line.hearType('token-needed'));
    await letTimePass(page, 120_000);
    const { result } = await page.evaluate((given) => {
      globalThis.line.say({ type: 'token', id: 'a-1', token: given });
      return globalThis.line.hearEnd('a-1');
    }, token);
    assert.deepEqual([result.status, result.error.code], ['failed', 'token-source']);
    assert.equal(await countAsked(), 1);
    await close();
  });

  it('is nothing with a token of another merchant, at first and when it is renewed', async () => {
    const config = { token: { claim: 'merchant', value: 'loja-1' } };
    const { page, pay, countAsked, close } = await open('claims', { config });
    const others = [
      { merchant: 'loja-2' },
      { merchant: 'loja-10' },
      {},
      { merchants: 'loja-1' },
      { merchant: ['loja-2'] },
      { merchant: null },
    ];
    const ends = [];
    for (const token of [...others.map(createJwt), null]) ends.push(await pay(`a-${ends.length}`, token));
    assert.deepEqual(
      ends.map(({ type, error }) => `${type} ${error.code}`),
      ends.map(() => 'not-sent token-source'),
    );
    assert.equal(await countAsked(), 0);
    await page.evaluate((token) => void (globalThis.line.renewedToken = token), createJwt({ merchant: 'loja-2' }));
    // No token that the sandbox has issued: it is refused, and another one asked for.
    const { result } = await pay('b-1', createJwt({ merchant: ['loja-1', 'loja-3'] }));
    assert.deepEqual([result.status, result.error.code], ['failed', 'token-source']);
    assert.equal(await countAsked(), 1);
    await close();
  });

  it('is what a card was exchanged for, once, and not the card any more', async () => {
    const { page, token, fields, exchange, pay, countCharges, close } = await open('exchange');
    const tokenize = (id) =>
      page.evaluate(
        async ([name, given]) => {
          globalThis.line.say({ type: 'tokenize', id: name, token: given, deadline: Date.now() + 3_600_000, name: 'x' });
          return globalThis.line.hear(({ type, id: of }) => of === name && ['tokenized', 'call-failed'].includes(type));
        },
        [id, token],
      );
    const { cardId } = await tokenize('t-1');
    assert.equal((await tokenize('t-2')).cardId, cardId);
    assert.equal((await shop.state('exchange')).requests.filter(({ operation }) => operation === 'tokenizeCard').length, 1);
    assert.deepEqual(await exchange({ type: 'prepare', id: 'a-1' }), ['not-sent a-1']);
    const charged = await page.evaluate(
      async ([given, id]) => {
        await globalThis.line.prepare('a-2', { cardId: id });
        globalThis.line.sayGo('a-2', given, { cardId: id });
        return globalThis.line.hearEnd('a-2');
      },
      [token, cardId],
    );
    assert.equal(charged.result.status, 'approved');
    assert.deepEqual(await fields.texts(), EMPTY);
    assert.equal((await pay('a-3', token)).type, 'not-sent');
    assert.equal((await tokenize('t-3')).type, 'call-failed');
    assert.equal(await countCharges(), 1);
    await close();
  });
});
