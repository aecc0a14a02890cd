import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { deleteKeptCard } from './card-payment.mjs';
import { waitUntil } from './documented-server.mjs';
import { CARD, DECLINED_NUMBER, fieldsOf, findFocus, frameOf, openPage } from './isolated-page.mjs';
import { startIsolatedShop } from './isolated-shop.mjs';
import { describeScripts } from './shop-scripts.mjs';
import { LIMIT_MS } from './limit.mjs';
import { root } from './packed.mjs';
import { listenFor } from './page-events.mjs';

const OUTCOMES = ['balcao-approved', 'balcao-declined', 'balcao-failed', 'balcao-unconfirmed'];

/** @typedef {PerformanceEntry & { value: number, sources: { node: Element | null, previousRect: DOMRect, currentRect: DOMRect }[] }} LayoutShift */

/** @typedef {{ features: () => string[], allowsFeature: (name: string) => boolean }} FeaturePolicy */

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The fields of the frame and what stands around them, in the order of the page. */
const FIELDS = ['number', 'expirationDate', 'securityCode', 'holderName'];

const isOfCi = process.env.WHOLE === '1';

/** A test for CI alone. */
const inCi = isOfCi ? it : () => undefined;

describeScripts('a payment in a frame of card fields, as published', {}, (createTag) => {
  let shop;
  let browser;
  before(async () => {
    // Autofill, which CI tests, is in the browser itself alone.
    [shop, browser] = await Promise.all([startIsolatedShop(), launchChromium(isOfCi ? { isWhole: true } : {})]);
  });
  after(async () => {
    await browser?.close();
    await shop?.close();
  });

  const createMarkup = (settings, content = '') => `<!doctype html><html lang="pt-BR"><meta name="viewport" content="width=device-width">
    <title>Loja</title><link rel="icon" href="data:,">${createTag('/dist/')}<body><main><h1>Loja</h1>
    <button id="before">antes</button><balcao-checkout methods="saved-cards card" amount="149.90" ${settings}>${content}</balcao-checkout></main>`;

  /**
   * Opens the checkout of an order.
   *
   * @param {string} room
   * @param {import('playwright-core').BrowserContextOptions & { settings?: string, createContent?: (url: string) => string }} [options]
   */
  async function open(room, { settings = '', createContent = () => '', ...options } = {}) {
    const url = await shop.putFrame(room);
    const markup = createMarkup(`frame-url="${url}" token-url="/__shop/${room}/token" order-id="${room}" ${settings}`, createContent(url));
    const opened = await openPage(browser, shop.origin + shop.putPage(room, markup), options);
    return { ...opened, fields: fieldsOf(opened.page), countCharges: async () => (await shop.charges(room)).length };
  }

  const pressPay = (page) => page.locator('balcao-card-form [part~=pay-button]').click();

  it('is made with keys alone, through the frame both ways, and by Enter', async () => {
    const { page, fields, complaints, countCharges, close } = await open('keys');
    await fields.field('number').waitFor();
    await page.locator('#before').focus();
    const forth = [];
    for (let step = 0; step < FIELDS.length + 1; step += 1) {
      await page.keyboard.press('Tab');
      forth.push(await findFocus(page));
    }
    assert.deepEqual(forth.slice(0, -1), FIELDS);
    const back = [];
    for (let step = 0; step < FIELDS.length + 1; step += 1) {
      await page.keyboard.press('Shift+Tab');
      back.push(await findFocus(page));
    }
    assert.deepEqual(back, [...FIELDS].reverse().concat('before'));
    const outcome = await listenFor(page, OUTCOMES);
    await page.keyboard.press('Tab');
    assert.equal(await findFocus(page), FIELDS[0]);
    for (const name of FIELDS) {
      await page.keyboard.type(CARD[name]);
      await page.keyboard.press(name === 'holderName' ? 'Enter' : 'Tab');
    }
    assert.equal((await outcome()).name, 'balcao-approved');
    assert.equal(await countCharges(), 1);
    assert.deepEqual(complaints, []);
    await close();
  });

  it('waits for fields that do not come, is never said to have failed, and has them once a button has loaded them anew', async () => {
    const settings = `frame-url="${shop.frameOrigin}/late/" token-url="/__shop/late/token" order-id="late"`;
    const address = shop.origin + shop.putPage('late', createMarkup(settings));
    const { page, fields, close } = await openPage(browser, address, { hasFakeClock: true }).then((opened) => ({
      ...opened,
      fields: fieldsOf(opened.page),
    }));
    await pressPay(page);
    const form = page.locator('balcao-card-form');
    const again = form.getByRole('button', { name: 'Tentar de novo' });
    await waitUntil(async () => {
      await page.clock.runFor(1000);
      return again.isVisible();
    }, 'the button that loads the fields anew');
    assert.equal(await page.locator('iframe').isVisible(), false);
    assert.doesNotMatch(await form.innerText(), /não foi feito/);
    await shop.putFrame('late');
    await again.click();
    // The clock is left to itself from here on: pushed on, it passes the limit of a frame that is about to come.
    await fields.field('number').waitFor();
    await waitUntil(async () => (await findFocus(page)) === 'number', 'the focus in the number');
    assert.equal(await again.isVisible(), false);
    await close();
  });

  inCi('that is declined can be made again with the code typed anew', async () => {
    const { page, fields, complaints, countCharges, close } = await open('decline');
    await fields.fill({ ...CARD, number: DECLINED_NUMBER });
    const declined = await listenFor(page, OUTCOMES);
    await pressPay(page);
    assert.equal((await declined()).name, 'balcao-declined');
    await fields.field('number').fill(CARD.number);
    await fields.field('securityCode').fill(CARD.securityCode);
    const approved = await listenFor(page, OUTCOMES);
    await pressPay(page);
    assert.equal((await approved()).name, 'balcao-approved');
    assert.equal(await countCharges(), 1);
    assert.deepEqual(complaints, []);
    await close();
  });

  inCi('goes on with a new token where the first was refused', async () => {
    const { page, fields, countCharges, close } = await open('renewal');
    await shop.fault('renewal', '401');
    await fields.fill();
    const outcome = await listenFor(page, OUTCOMES);
    await pressPay(page);
    assert.equal((await outcome()).name, 'balcao-approved');
    assert.equal(await countCharges(), 1);
    await close();
  });

  inCi('keeps a card, charges it and deletes it, all through the frame', async () => {
    const { page, fields, complaints, countCharges, close } = await open('kept', { settings: 'customer-id="ana"' });
    await fields.fill();
    await page.locator('input[name=saveCard]').check();
    const saved = await listenFor(page, ['balcao-card-saved', 'balcao-problem']);
    await pressPay(page);
    assert.equal((await saved()).name, 'balcao-card-saved');
    const again = createMarkup(`frame-url="${shop.frameOrigin}/kept/" token-url="/__shop/kept/token" customer-id="ana" order-id="kept-2"`);
    await page.goto(shop.origin + shop.putPage('kept-2', again));
    await page.locator('balcao-saved-cards input[type=radio]').first().check();
    const outcome = await listenFor(page, OUTCOMES);
    await page.locator('[part~=pay-button]:visible').click();
    assert.equal((await outcome()).name, 'balcao-approved');
    assert.equal(await countCharges(), 2);
    const third = again.replace('kept-2', 'kept-3');
    await page.goto(shop.origin + shop.putPage('kept-3', third));
    assert.equal((await deleteKeptCard(page)).name, 'balcao-card-deleted');
    const { requests } = await shop.state('kept');
    assert.equal(requests.filter(({ operation }) => operation === 'deleteCard').length, 1);
    assert.deepEqual(complaints, []);
    await close();
  });

  inCi('asks one hidden frame where a page draws none', async () => {
    const url = await shop.putFrame('hidden');
    const settings = `frame-url="${url}" token-url="/__shop/hidden/token" base-url="/__shop/hidden/service/" amount="149.90" order-id="hidden"`;
    const markup = `<!doctype html><html lang="pt-BR"><title>Loja</title><link rel="icon" href="data:,">
      ${createTag('/dist/')}<balcao-saved-cards ${settings}></balcao-saved-cards><balcao-pix ${settings}></balcao-pix>`;
    const { page, close } = await openPage(browser, shop.origin + shop.putPage('hidden', markup));
    await page.locator('balcao-pix button:visible').first().waitFor();
    await page.locator('iframe').first().waitFor({ state: 'attached' });
    assert.equal(await page.locator('iframe').count(), 1);
    await close();
  });

  for (const width of [360, 1280]) {
    inCi(`moves nothing in a page of ${width} px`, async () => {
      const { page, fields, close } = await open(`shift-${width}`, { viewport: { width, height: 800 } });
      await fields.fill();
      const shifts = await page.evaluate(
        () =>
          new Promise((resolve) => {
            new PerformanceObserver((list) =>
              resolve(
                /** @type {LayoutShift[]} */ (list.getEntries()).map(({ value, sources }) => ({
                  value,
                  what: sources.map(({ node, previousRect, currentRect }) => `${node?.localName} ${previousRect.y}-${currentRect.y}`),
                })),
              ),
            ).observe({ type: 'layout-shift', buffered: true });
            requestAnimationFrame(() => requestAnimationFrame(() => resolve([])));
          }),
      );
      assert.deepEqual(shifts, []);
      await close();
    });
  }

  /** What is in the fields once the browser has filled them in, in the order of `CARD`. */
  const FILLED = [CARD.number.replace(/(.{4})(?=.)/g, '$1 '), CARD.holderName, '12/31', CARD.securityCode];

  /** Has the browser fill a card in, once it has found the fields, until everything is in them. */
  async function autofill(page) {
    const session = await page.context().newCDPSession(frameOf(page));
    await session.send('Page.enable');
    const { frameTree } = await session.send('Page.getFrameTree');
    const find = (node) =>
      node.localName === 'input' && node.attributes.includes('cc-number')
        ? node
        : [...(node.children ?? []), ...(node.shadowRoots ?? [])].map(find).find(Boolean);
    const card = { number: CARD.number, name: CARD.holderName, expiryMonth: '12', expiryYear: '2031', cvc: CARD.securityCode };
    const isFilled = (texts) => {
      /** @type {NodeListOf<HTMLInputElement> | undefined} */
      const inputs = document.querySelector('balcao-card-fields')?.shadowRoot?.querySelectorAll('input');
      return texts.every((text) => [...(inputs ?? [])].some(({ value }) => value === text));
    };
    // The browser says nothing once it has found the fields: it is asked again until it fills them in.
    const end = Date.now() + LIMIT_MS;
    for (let hasFilled = false; !hasFilled && Date.now() < end;) {
      const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true });
      await session
        .send('Autofill.trigger', { fieldId: find(root).backendNodeId, frameId: frameTree.frame.id, card })
        .catch(() => undefined);
      hasFilled = await frameOf(page)
        .waitForFunction(isFilled, FILLED, { timeout: 500 })
        .then(
          () => true,
          () => false,
        );
    }
  }

  inCi("is filled in by the browser itself, in the element's own frame and in one of the shop's", async () => {
    const createContent = (url) => `<iframe slot="card-frame" src="${url}" title="Dados do cartão" allow="autofill"
      sandbox="allow-scripts allow-same-origin allow-forms" referrerpolicy="origin"></iframe>`;
    for (const [room, options] of Object.entries({ 'autofill-slot': { createContent }, autofill: {} })) {
      const { page, fields, close } = await open(room, options);
      await fields.field('number').waitFor();
      const isAllowed = () => {
        const { featurePolicy } = /** @type {Document & { featurePolicy?: FeaturePolicy }} */ (document);
        return !featurePolicy?.features().includes('autofill') || featurePolicy.allowsFeature('autofill');
      };
      assert.equal(await frameOf(page).evaluate(isAllowed), true);
      await autofill(page);
      assert.deepEqual(await fields.texts(), FILLED);
      await close();
    }
  });

  inCi('has nothing that axe complains of, in the page and in the frame', async () => {
    const { page, fields, complaints, close } = await open('axe');
    const axe = await readFile(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');
    const check = async (target) => {
      await target.evaluate(axe);
      return target.evaluate(async (tags) => {
        const { violations } = await globalThis.axe.run(document, { runOnly: tags, resultTypes: ['violations'], iframes: false });
        return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
      }, WCAG);
    };
    await fields.field('number').waitFor();
    for (const state of ['empty', 'wrong']) {
      if (state === 'wrong') await pressPay(page);
      if (state === 'wrong') await fields.frame.locator('[aria-invalid=true]').first().waitFor();
      for (const target of [page, frameOf(page)]) assert.deepEqual(await check(target), [], state);
    }
    assert.equal(await findFocus(page), 'number');
    assert.deepEqual(complaints, []);
    await close();
  });
});
