import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, it } from 'node:test';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { listen } from '../support/listen.mjs';
import { findDigits, readHeap, readPage } from './card-digits.mjs';
import { installTap } from './channel-tap.mjs';
import { CARD, fieldsOf, frameOf, openPage, openRawPage, RAW_PAGE } from './isolated-page.mjs';
import { startIsolatedShop } from './isolated-shop.mjs';
import { describeScripts } from './shop-scripts.mjs';
import { listenFor } from './page-events.mjs';

/** Something of the page's own, by which its heap is known. */
const MARKER = 'something of this page';

const GROUPED = CARD.number.replace(/(.{4})(?=.)/g, '$1 ');

/** What a careless service says of a card that it was sent. */
const CARELESS = {
  'the whole number': { success: true, message: `Cartão ${CARD.number}`, identifier: CARD.number },
  'the number in groups': { success: true, message: `Cartão ${GROUPED}`, identifier: GROUPED.replaceAll(' ', '-') },
  'a piece of it': { success: true, message: 'Aprovada.', identifier: `x${CARD.number.slice(4, 13)}y` },
  'a refusal with it': { success: false, message: `Cartão ${GROUPED} recusado` },
  'a fault with it': { status: 500, message: `Cartão ${CARD.number}` },
  'a wrong shape with it': { [CARD.number]: [CARD.number] },
  'it when nobody waits any more': { isLate: true, success: true, message: `Cartão ${CARD.number}`, identifier: CARD.number },
};

describeScripts('the digits of a card that is typed in a frame', {}, (createTag) => {
  let shop;
  let browser;
  before(async () => {
    [shop, browser] = await Promise.all([startIsolatedShop(), launchChromium()]);
  });
  after(async () => {
    await browser?.close();
    await shop?.close();
  });

  it('are in nothing that the page around it has, sends or hears, nor in its heap', async () => {
    const room = 'digits';
    const { page, close } = await openPage(browser, 'about:blank');
    const sent = [];
    page.on('request', (request) => {
      if (request.frame() === page.mainFrame()) sent.push(request.url(), request.postData() ?? '', JSON.stringify(request.headers()));
    });
    await page.addInitScript(installTap);
    await page.addInitScript((marker) => {
      if (window !== top) return;
      globalThis.marker = marker + location.port;
      globalThis.events = [];
      const dispatch = EventTarget.prototype.dispatchEvent;
      EventTarget.prototype.dispatchEvent = function (event) {
        globalThis.events.push(JSON.stringify([event.type, /** @type {CustomEvent} */ (event).detail]));
        return dispatch.call(this, event);
      };
    }, MARKER);
    const markup = `<!doctype html><html lang="pt-BR"><title>Loja</title><link rel="icon" href="data:,">${createTag('/dist/')}
      <balcao-checkout methods="card" customer-id="ana" frame-url="${await shop.putFrame(room)}" token-url="/__shop/${room}/token" amount="149.90"
      order-id="${room}"></balcao-checkout>`;
    await page.goto(shop.origin + shop.putPage(room, markup));
    const session = await page.context().newCDPSession(page);
    // Only a frame with a process of its own has a session of its own.
    await page.context().newCDPSession(frameOf(page));
    const look = async (when) => {
      const heap = await readHeap(session);
      assert.ok(heap.some((text) => text.includes(MARKER)));
      const traces = { heap, sent, page: await page.evaluate(readPage) };
      traces.channel = await page.evaluate(() => [globalThis.tap.said, globalThis.tap.heard].map((messages) => JSON.stringify(messages)));
      traces.events = await page.evaluate(() => globalThis.events);
      for (const [where, texts] of Object.entries(traces)) {
        assert.ok(texts.length > 0, where);
        assert.deepEqual(findDigits(texts, CARD.number), [], `${when}, in ${where}`);
      }
    };
    await fieldsOf(page).type();
    await look('typed');
    await page.locator('input[name=saveCard]').check();
    const saved = await listenFor(page, ['balcao-card-saved', 'balcao-problem']);
    await page.locator('balcao-card-form [part~=pay-button]').click();
    assert.equal((await saved()).name, 'balcao-card-saved');
    await look('paid');
    assert.equal((await shop.charges(room)).length, 1);
    await close();
  });

  it('do not come back out of the frame in the words of a service', async () => {
    const service = createServer();
    const port = await listen(service);
    let reply;
    const askedFor = [];
    service.on('request', (request, response) => {
      const headers = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*', 'Access-Control-Allow-Methods': '*' };
      response.setHeaders(new Map(Object.entries(headers)));
      if (request.method === 'OPTIONS') return response.end();
      const { status = 200, isLate, ...body } = reply;
      const respond = () => response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
      askedFor.push(request.url);
      if (isLate) reply.respond = respond;
      else respond();
    });
    // Long enough for a busy machine: all but one of the responses must not be late.
    const config = { service: `http://127.0.0.1:${port}/`, profile: { timeLimits: { cardMs: 3000, otherMs: 3000 } } };
    const { page, close } = await openRawPage(browser, shop.origin + shop.putPage('raw', RAW_PAGE));
    await page.evaluate(async (url) => void (globalThis.line = await globalThis.connect(url)), await shop.putFrame('careless', config));
    for (const [name, words] of Object.entries(CARELESS)) {
      reply = { ...words };
      await fieldsOf(page).fill();
      await page.evaluate((id) => globalThis.line.pay(id, 'token'), name.replaceAll(' ', '-'));
    }
    const late = page.evaluate(() => globalThis.line.hearType('late'));
    reply.respond();
    assert.equal((await late).result.status, 'approved');
    await fieldsOf(page).fill();
    reply = { success: true, message: CARD.number, cardId: CARD.number };
    const { type } = await page.evaluate(() => {
      globalThis.line.say({ type: 'tokenize', id: 't-1', token: 'token', deadline: Date.now() + 3_600_000, name: 'x' });
      return globalThis.line.hear(({ id }) => id === 't-1');
    });
    assert.equal(type, 'call-failed');
    assert.equal(askedFor.length, Object.keys(CARELESS).length + 1);
    const heard = await page.evaluate(() => globalThis.line.heard.map((message) => JSON.stringify(message)));
    assert.equal(heard.filter((text) => text.includes('"outcome"')).length, Object.keys(CARELESS).length);
    assert.deepEqual(findDigits(heard, CARD.number), []);
    await close();
    service.closeAllConnections();
    service.close();
  });
});
