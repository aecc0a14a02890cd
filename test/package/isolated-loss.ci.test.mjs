import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { installTap } from './channel-tap.mjs';
import { createFalseFrame, fieldsOf, frameOf, openPage } from './isolated-page.mjs';
import { startIsolatedShop } from './isolated-shop.mjs';
import { describeScripts } from './shop-scripts.mjs';
import { listenFor } from './page-events.mjs';

/** @typedef {import('../../src/elements/checkout/checkout.ts').Checkout} Checkout */

const OUTCOMES = ['balcao-approved', 'balcao-declined', 'balcao-failed', 'balcao-unconfirmed'];

/**
 * A service that is waited for three seconds, in which a busy machine responds: the page gives a frame five more, and a frame its `go`
 * five.
 */
const CONFIG = { profile: { timeLimits: { cardMs: 3000, otherMs: 3000 } } };

describeScripts('a frame of card fields that is lost in the middle of a payment', { concurrency: 2 }, (createTag) => {
  let shop;
  let browser;
  before(async () => {
    [shop, browser] = await Promise.all([startIsolatedShop(), launchChromium()]);
  });
  after(async () => {
    await browser?.close();
    await shop?.close();
  });

  /** Opens the checkout of an order, with a card typed into its frame. */
  async function open(room, config) {
    const url = await shop.putFrame(room, config);
    const markup = `<!doctype html><html lang="pt-BR"><title>Loja</title><link rel="icon" href="data:,">${createTag('/dist/')}
      <balcao-checkout methods="card" frame-url="${url}" token-url="/__shop/${room}/token" amount="149.90" order-id="${room}"></balcao-checkout>`;
    const { page, close } = await openPage(browser, 'about:blank');
    await page.addInitScript(installTap);
    await page.goto(shop.origin + shop.putPage(room, markup));
    await fieldsOf(page).fill();
    const countAsked = async () => (await shop.state(room)).requests.filter(({ operation }) => operation === 'processPayment').length;
    return {
      page,
      close,
      fields: fieldsOf(page),
      /** Presses the pay button. Returns what waits for the outcome. */
      async press() {
        const outcome = await listenFor(page, OUTCOMES);
        await page.locator('balcao-card-form [part~=pay-button]').click();
        return outcome;
      },
      /** Pays by the method of the element, which a shop's script may call whenever it likes. */
      payAgain: () => page.locator('balcao-checkout').evaluate(async (/** @type {Checkout} */ checkout) => (await checkout.pay()).status),
      countAsked,
      countCharges: async () => (await shop.charges(room)).length,
    };
  }

  /** Presses the pay button and waits until the service has charged and says nothing. */
  async function openCharging(room, config) {
    const opened = await open(room, config);
    await shop.fault(room, 'hang-after-charge');
    const outcome = await opened.press();
    await shop.waitForPending(room);
    return { ...opened, outcome };
  }

  /** Stops all that a frame does, until `thaw`. */
  async function freeze(page) {
    const session = await page.context().newCDPSession(frameOf(page));
    await session.send('Debugger.enable');
    const paused = new Promise((resolve) => session.once('Debugger.paused', resolve));
    await session.send('Debugger.pause');
    return {
      paused,
      async thaw() {
        await session.send('Debugger.resume');
        await session.detach();
      },
    };
  }

  it('by being loaded anew: unconfirmed at once, and not charged twice', async () => {
    const { page, outcome, payAgain, countAsked, countCharges, close } = await openCharging('reloaded');
    await frameOf(page).evaluate(() => location.reload());
    assert.equal((await outcome()).name, 'balcao-unconfirmed');
    await shop.release('reloaded');
    assert.notEqual(await payAgain(), 'approved');
    assert.deepEqual([await countAsked(), await countCharges()], [1, 1]);
    await close();
  });

  it('by being taken away: unconfirmed, and not charged twice', async () => {
    const { page, outcome, payAgain, countAsked, countCharges, close } = await openCharging('removed', CONFIG);
    await page.locator('iframe').evaluate((iframe) => iframe.remove());
    assert.equal((await outcome()).name, 'balcao-unconfirmed');
    await shop.release('removed');
    assert.notEqual(await payAgain(), 'approved');
    assert.deepEqual([await countAsked(), await countCharges()], [1, 1]);
    await close();
  });

  it('by another page in its place: unconfirmed, whatever that one says of the charge', async () => {
    const { page, outcome, payAgain, countAsked, countCharges, close } = await openCharging('swapped');
    const address = shop.putFalseFrame('swapped-for', createFalseFrame('http://127.0.0.1:1/'));
    const { id } = await page.evaluate(() => globalThis.tap.said.find(({ type }) => type === 'go'));
    await page.locator('iframe').evaluate((/** @type {HTMLIFrameElement} */ iframe, url) => void (iframe.src = url), address);
    const frame = frameOf(page);
    await frame.waitForURL(address);
    // By a timer: a browser draws no frame that is hidden, as it is before its first message.
    await frame.waitForFunction(() => globalThis.lines?.length > 0, undefined, { polling: 100 });
    await frame.evaluate((name) => {
      const message = { type: 'outcome', id: name, result: { status: 'approved', identifier: '1' }, isLateAwaited: false };
      for (const line of globalThis.lines) {
        line.say(message);
        line.greet();
        line.say(message);
      }
    }, id);
    assert.equal((await outcome()).name, 'balcao-unconfirmed');
    await shop.release('swapped');
    assert.notEqual(await payAgain(), 'approved');
    assert.deepEqual([await countAsked(), await countCharges()], [1, 1]);
    await close();
  });

  it('before it was asked to charge: failed, and nothing sent', async () => {
    const { page, press, countAsked, close } = await open('early');
    await page.evaluate(() => void (globalThis.tap.heldType = 'prepare'));
    const outcome = await press();
    await page.waitForFunction(() => globalThis.tap.held.length > 0);
    await frameOf(page).evaluate(() => location.reload());
    assert.equal((await outcome()).name, 'balcao-failed');
    assert.equal(await countAsked(), 0);
    await close();
  });

  it('by being frozen until the page waits no more: unconfirmed, and it sends nothing when it thaws', async () => {
    const { page, press, fields, countAsked, countCharges, close } = await open('frozen', CONFIG);
    await page.evaluate(() => void (globalThis.tap.heldType = 'go'));
    const outcome = await press();
    await page.waitForFunction(() => globalThis.tap.held.length > 0);
    const { paused, thaw } = await freeze(page);
    await page.evaluate(() => globalThis.tap.letGo());
    await paused;
    assert.equal((await outcome()).name, 'balcao-unconfirmed');
    const late = await listenFor(page, OUTCOMES);
    await thaw();
    assert.deepEqual((await late()).name, 'balcao-failed');
    assert.equal(await countAsked(), 0);
    // The order is free again; the card went when it seemed to be sent.
    await fields.fill();
    const again = await press();
    assert.equal((await again()).name, 'balcao-approved');
    assert.deepEqual([await countAsked(), await countCharges()], [1, 1]);
    await close();
  });

  it('by being frozen before it says that it can charge: failed, and nothing sent when it thaws', async () => {
    const { page, press, countAsked, countCharges, close } = await open('cold', CONFIG);
    await page.evaluate(() => void (globalThis.tap.heldType = 'prepare'));
    const outcome = await press();
    await page.waitForFunction(() => globalThis.tap.held.length > 0);
    const { paused, thaw } = await freeze(page);
    await page.evaluate(() => globalThis.tap.letGo());
    await paused;
    assert.equal((await outcome()).name, 'balcao-failed');
    await thaw();
    await page.waitForFunction(() => globalThis.tap.heard.some(({ type }) => type === 'prepared'));
    assert.equal(await countAsked(), 0);
    const again = await press();
    assert.equal((await again()).name, 'balcao-approved');
    assert.deepEqual([await countAsked(), await countCharges()], [1, 1]);
    await close();
  });
});
