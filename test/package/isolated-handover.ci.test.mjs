import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { frameOf, openRawPage, RAW_PAGE } from './isolated-page.mjs';
import { startIsolatedShop } from './isolated-shop.mjs';

/** What is no handover, though it comes from where one may come from. */
const FALSE_HANDOVERS = {
  'two ports': { more: 1 },
  'another name': { message: { balcao: 'card', protocols: [1] } },
  'no protocols': { message: { balcao: 'card-fields' } },
  'protocols that are no numbers': { message: { balcao: 'card-fields', protocols: ['1'] } },
  'protocols without end': { message: { balcao: 'card-fields', protocols: Array(9).fill(1) } },
  'no object': { message: 'card-fields' },
};

describe('the frame of card fields and who may have its channel', () => {
  let shop;
  let browser;
  let frameUrl;
  let rawPath;
  before(async () => {
    [shop, browser] = await Promise.all([startIsolatedShop(), launchChromium()]);
    frameUrl = await shop.putFrame('handover');
    rawPath = shop.putPage('raw', RAW_PAGE);
  });
  after(async () => {
    await browser?.close();
    await shop?.close();
  });

  /** Opens a page with the frame in it, and counts the messages that reach the frame's window. */
  async function open(origin, url) {
    const opened = await openRawPage(browser, origin + rawPath);
    await opened.page.evaluate(
      async (address) => Object.assign(globalThis, { iframe: await globalThis.openFrame(address), lines: [] }),
      url,
    );
    const frame = frameOf(opened.page);
    await frame.evaluate(() => {
      globalThis.seenCount = 0;
      // Behind the frame's own listener: what is counted was looked at by that.
      addEventListener('message', () => (globalThis.seenCount += 1));
    });
    return { ...opened, frame, waitUntilSeen: (count) => frame.waitForFunction((wanted) => globalThis.seenCount === wanted, count) };
  }

  /** Hands over as a page may, and keeps the line. */
  const handOverFrom = (page, options = {}) =>
    page.evaluate(
      ({ message, more = 0, origin }) => {
        const ports = Array.from({ length: more }, () => new MessageChannel().port1);
        globalThis.lines.push(globalThis.handOver(globalThis.iframe.contentWindow, origin, { ...(message && { message }), more: ports }));
      },
      { ...options, origin: shop.frameOrigin },
    );
  const listHeard = (page) => page.evaluate(() => globalThis.lines.map(({ heard }) => heard.map(({ type }) => type)));
  const awaitReady = (page) =>
    page.evaluate(async () => {
      await globalThis.lines.at(-1).hearType('ready');
      await globalThis.lines.at(-1).check();
    });

  it('takes no handover that is not exactly one, and then the one that is', async () => {
    const { page, waitUntilSeen, close } = await open(shop.origin, frameUrl);
    const names = Object.keys(FALSE_HANDOVERS);
    for (const name of names) await handOverFrom(page, FALSE_HANDOVERS[name]);
    await waitUntilSeen(names.length);
    await handOverFrom(page);
    await awaitReady(page);
    const heard = await listHeard(page);
    assert.equal(heard.pop()[0], 'hello');
    assert.deepEqual(
      names.filter((_, index) => heard[index].length > 0),
      [],
    );
    await close();
  });

  it('takes one handover in its life', async () => {
    const { page, waitUntilSeen, close } = await open(shop.origin, frameUrl);
    await handOverFrom(page);
    await awaitReady(page);
    await handOverFrom(page);
    await waitUntilSeen(2);
    assert.equal(await page.evaluate(async () => (await globalThis.lines[0].check()).brand), 'unknown');
    assert.deepEqual((await listHeard(page))[1], []);
    await close();
  });

  it('takes none of a page beside it, though that is of the shop', async () => {
    const { page, waitUntilSeen, close } = await open(shop.origin, frameUrl);
    await page.evaluate((path) => globalThis.openFrame(path), rawPath);
    const sibling = page.frames()[2];
    await sibling.waitForFunction(() => 'handOver' in globalThis);
    await sibling.evaluate((origin) => void (globalThis.line = globalThis.handOver(parent.frames[0], origin)), shop.frameOrigin);
    await waitUntilSeen(1);
    await handOverFrom(page);
    await awaitReady(page);
    assert.deepEqual(await sibling.evaluate(() => globalThis.line.heard), []);
    assert.equal((await listHeard(page))[0][0], 'hello');
    await close();
  });

  it('is not shown in a page of another origin', async () => {
    const { page, complaints, close } = await openRawPage(browser, shop.strangeOrigin + rawPath);
    await page.evaluate((url) => void globalThis.openFrame(url), frameUrl);
    while (!complaints.some((text) => text.includes('frame-ancestors'))) await page.waitForEvent('console');
    assert.ok(page.frames().every((frame) => !frame.url().startsWith(shop.frameOrigin)));
    await close();
  });

  it('is not shown in a page of the shop that is in a page of another origin', async () => {
    const { page, complaints, close } = await openRawPage(browser, shop.strangeOrigin + rawPath);
    await page.evaluate((url) => void globalThis.openFrame(url), shop.origin + rawPath);
    await page.waitForFunction(() => document.querySelector('iframe'));
    const inner = page.frames()[1];
    await inner.waitForFunction(() => 'openFrame' in globalThis);
    await inner.evaluate((url) => void globalThis.openFrame(url), frameUrl);
    while (!complaints.some((text) => text.includes('frame-ancestors'))) await page.waitForEvent('console');
    assert.ok(page.frames().every((frame) => !frame.url().startsWith(shop.frameOrigin)));
    await close();
  });

  it('gives a page of another origin nothing, also where no header keeps it out', async () => {
    const lifted = frameUrl.replace(shop.frameOrigin, `${shop.frameOrigin}/lifted`);
    const { page, frame, waitUntilSeen, close } = await open(shop.strangeOrigin, lifted);
    await handOverFrom(page);
    await waitUntilSeen(1);
    // The frame still waits for the shop, whose handover only this test can forge here.
    const first = await frame.evaluate(
      (origin) =>
        new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = ({ data }) => resolve(data.type);
          const data = { balcao: 'card-fields', protocols: [1] };
          dispatchEvent(new MessageEvent('message', { source: parent, origin, data, ports: [port2] }));
        }),
      shop.origin,
    );
    assert.equal(first, 'hello');
    assert.deepEqual(await listHeard(page), [[]]);
    await close();
  });

  it('shows the page around it nothing of its document', async () => {
    const { page, close } = await open(shop.origin, frameUrl);
    const seen = await page.evaluate(() => {
      const inside = globalThis.iframe.contentWindow;
      const tryTo = (read) => {
        try {
          return read();
        } catch (error) {
          return error instanceof DOMException && error.name;
        }
      };
      return {
        document: globalThis.iframe.contentDocument,
        inner: tryTo(() => inside.document),
        address: tryTo(() => inside.location.href),
        elements: tryTo(() => inside.customElements),
        frames: inside.length,
      };
    });
    assert.deepEqual(seen, { document: null, inner: 'SecurityError', address: 'SecurityError', elements: 'SecurityError', frames: 0 });
    await close();
  });
});
