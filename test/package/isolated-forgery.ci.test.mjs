import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { listenFor } from './page-events.mjs';
import { CARD, createFalseFrame, fieldsOf, frameOf, openPage, openRawPage, RAW_PAGE } from './isolated-page.mjs';
import { startIsolatedShop } from './isolated-shop.mjs';
import { describeScripts } from './shop-scripts.mjs';
import { installTap } from './channel-tap.mjs';

/** How many messages each end gets. */
const COUNT = 10_000;
const ROUNDS = 3;

const OUTCOMES = ['balcao-approved', 'balcao-declined', 'balcao-failed', 'balcao-unconfirmed'];

/** The same messages each time; `FORGERY_SEED` forges others. */
const SEED = Number(process.env.FORGERY_SEED ?? 27);

describeScripts(`an end of the channel that gets ${COUNT} forged messages (FORGERY_SEED=${SEED})`, {}, (createTag) => {
  let shop;
  let browser;
  let trace;
  before(async () => {
    [shop, browser] = await Promise.all([startIsolatedShop(), launchChromium()]);
    trace = await recordTrace();
  });
  after(async () => {
    await browser?.close();
    await shop?.close();
  });

  const createMarkup = (url, room) => `<!doctype html><html lang="pt-BR"><title>Loja</title><link rel="icon" href="data:,">
    ${createTag('/dist/')}
    <balcao-checkout methods="card" frame-url="${url}" token-url="/__shop/${room}/token" amount="149.90" order-id="${room}"></balcao-checkout>`;

  /** What our page and our frame say to each other while a card is typed, declined, and paid. */
  async function recordTrace() {
    const { page, close } = await openPage(browser, 'about:blank');
    await page.addInitScript(installTap);
    await page.goto(shop.origin + shop.putPage('trace', createMarkup(await shop.putFrame('trace'), 'trace')));
    const fields = fieldsOf(page);
    await shop.fault('trace', '401');
    await fields.fill({ ...CARD, securityCode: '' });
    await page.locator('balcao-card-form [part~=pay-button]').click();
    // Typed before the frame was asked, the code would be paid with.
    await fields.frame.locator('[aria-invalid=true]').first().waitFor();
    await fields.fill();
    const outcome = await listenFor(page, ['balcao-approved']);
    await page.locator('balcao-card-form [part~=pay-button]').click();
    await outcome();
    const recorded = await page.evaluate(() => ({ said: globalThis.tap.said, heard: globalThis.tap.heard }));
    await close();
    return recorded;
  }

  it('has the types that a payment is made of in its trace', () => {
    const types = (messages) => new Set(messages.map(({ type }) => type));
    for (const type of ['look', 'form', 'check', 'mark', 'prepare', 'go', 'token']) assert.ok(types(trace.said).has(type), type);
    for (const type of ['hello', 'ready', 'state', 'height', 'focus', 'prepared', 'token-needed', 'outcome']) {
      assert.ok(types(trace.heard).has(type), type);
    }
  });

  it('the frame: charges what somebody typed, once each, says no digits and lives', async () => {
    const room = 'forged';
    const { page, close } = await openRawPage(browser, shop.origin + shop.putPage('raw', RAW_PAGE));
    await page.evaluate(async (url) => void (globalThis.line = await globalThis.connect(url)), await shop.putFrame(room));
    const fields = fieldsOf(page);
    const token = await shop.issueToken(room);
    const form = trace.said.find(({ type }) => type === 'form');
    let seed = SEED;
    const flood = (options) =>
      page.evaluate((given) => globalThis.line.flood(given), {
        seed: seed++,
        count: Math.ceil(COUNT / ROUNDS / 3),
        trace: trace.said,
        ...options,
      });
    for (let round = 1; round <= ROUNDS; round += 1) {
      // While nothing is typed, with tokens that are good.
      await flood({ tokens: [token] });
      await page.evaluate((message) => globalThis.line.exchange([message]), form);
      await fields.fill();
      // With a card that could be charged, and tokens that the service does not take.
      await flood({ tokens: ['sandbox.no.token'] });
      await page.evaluate((message) => globalThis.line.exchange([message]), form);
      await fields.fill();
      // While it is charged.
      await shop.hold(room);
      const id = `honest-${round}`;
      await page.evaluate(
        async ([name, given]) => {
          await globalThis.line.prepareOnceFree(name);
          globalThis.line.sayGo(name, given);
        },
        [id, token],
      );
      await shop.waitForPending(room);
      await flood({ tokens: [token], own: { id, types: ['prepare', 'go', 'tokenize', 'delete', 'token'] } });
      await shop.release(room);
      const { result } = await page.evaluate((name) => globalThis.line.hearEnd(name), id);
      assert.equal(result.status, 'approved', `round ${round}`);
    }
    const { state } = await page.evaluate(async () => {
      globalThis.line.say({ type: 'inspect', id: 'last' });
      const { droppedCount } = await globalThis.line.hearType('inspection');
      return { state: await globalThis.line.check(), droppedCount };
    });
    assert.equal(state.isTyped, false);
    assert.equal((await shop.charges(room)).length, ROUNDS);
    const heard = await page.evaluate(() => JSON.stringify(globalThis.line.heard));
    assert.ok(!heard.includes(CARD.number.slice(0, 8)));
    await close();
  });

  it('the page: believes of a charge what is said in turn for it, and of the rest nothing', async () => {
    const room = 'false-frame';
    const url = shop.putFalseFrame(room, createFalseFrame('http://127.0.0.1:1/'));
    const { page, complaints, close } = await openPage(browser, shop.origin + shop.putPage(room, createMarkup(url, room)));
    const frame = frameOf(page);
    await page.evaluate(
      (names) => {
        globalThis.events = [];
        for (const name of names)
          document.addEventListener(name, (/** @type {CustomEventInit} */ { detail }) => globalThis.events.push({ name, ...detail }));
      },
      [...OUTCOMES, 'balcao-problem', 'balcao-card-changed', 'balcao-card-saved'],
    );
    // By a timer: a browser draws no frame that is hidden, as it is before its first message.
    await frame.waitForFunction(() => globalThis.lines?.length > 0, undefined, { polling: 100 });
    await frame.evaluate(() => globalThis.lines.at(-1).greet());
    const outcomes = () =>
      page.evaluate(() => globalThis.events.filter(({ name }) => name !== 'balcao-card-changed').map(({ name, status }) => status ?? name));
    let seed = SEED;
    let floods = 0;
    /** Floods the page, and waits until it has read all of it. */
    const flood = async (options) => {
      floods += 1;
      const last4 = String(floods).padStart(4, '0');
      const count = Math.ceil(COUNT / ROUNDS / 3);
      await frame.evaluate(
        ([given, end]) => globalThis.lines.at(-1).flood(given, end),
        [{ seed: seed++, count, trace: trace.heard, ...options }, last4],
      );
      await page.waitForFunction((end) => globalThis.events.some(({ last4: told }) => told === end), last4);
    };
    for (let round = 1; round <= ROUNDS; round += 1) {
      await page.evaluate((order) => document.querySelector('balcao-checkout')?.setAttribute('order-id', order), `${room}-${round}`);
      const approved = Array(round - 1).fill('approved');
      await flood({ without: ['submit'] });
      assert.deepEqual(await outcomes(), approved);
      const from = await frame.evaluate(() => globalThis.lines.at(-1).heard.length);
      await page.locator('balcao-card-form [part~=pay-button]').click();
      const heard = (type) => frame.evaluate(([wanted, since]) => globalThis.lines.at(-1).hear(wanted, since), [type, from]);
      const { id } = await heard('prepare');
      await flood({ own: { id, types: ['outcome', 'late', 'token-needed', 'retrying', 'tokenized', 'deleted', 'call-failed'] } });
      assert.deepEqual(await outcomes(), approved);
      await frame.evaluate((name) => globalThis.lines.at(-1).say({ type: 'prepared', id: name }), id);
      await heard('go');
      await flood({ own: { id, types: ['prepared', 'late', 'tokenized', 'deleted', 'call-failed'] } });
      assert.deepEqual(await outcomes(), approved);
      assert.equal(await frame.evaluate(() => globalThis.lines.at(-1).heard.filter(({ type }) => type === 'go').length), round);
      const result = { status: 'approved', identifier: `7${round}` };
      await frame.evaluate((message) => globalThis.lines.at(-1).say(message), { type: 'outcome', id, result, isLateAwaited: false });
      await page.waitForFunction((identifier) => globalThis.events.some((event) => event.identifier === identifier), result.identifier);
      assert.deepEqual(await outcomes(), [...approved, 'approved']);
    }
    assert.deepEqual(complaints, []);
    await close();
  });
});
