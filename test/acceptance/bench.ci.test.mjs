/** The bench of the demo: the theme editor, the clocks, the ways to have Balcão in a page. In Chromium, as static pages. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { join } from 'node:path';
import { waitUntil } from '../package/documented-server.mjs';
import { root } from '../package/packed.mjs';
import { createPix, openBench, startStaticDemo } from './static-demo.mjs';

const TESTED_FILES = {
  Script: 'demo/minimal.html',
  'Módulo ES': 'demo/module.html',
  React: 'test/consumers/react/src/App.tsx',
  Vue: 'test/consumers/vue/src/App.vue',
  Svelte: 'test/consumers/svelte/src/App.svelte',
  Angular: 'test/consumers/angular/src/app.component.ts',
};

const AXE = readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8');
const SIZES = { phone: { width: 360, height: 740 }, desk: { width: 1280, height: 900 } };

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** The computed value of a custom property of the checkout. */
const readToken = (page, name) =>
  page.locator('#checkout').evaluate((checkout, token) => getComputedStyle(checkout).getPropertyValue(token).trim(), name);

/** Sets a palette or a slider as its user does. */
const set = (page, token, value) =>
  page.locator(`#token${token.slice(1)}`).evaluate((input, wanted) => {
    input.value = wanted;
    input.dispatchEvent(new Event('input'));
  }, value);

/** Whether the page has this colour scheme, and no colour is on its way. */
const isSettled = (scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches && document.getAnimations().length === 0;

describe('the bench of the demo', () => {
  let demo;

  before(async () => {
    demo = await startStaticDemo();
  });
  after(() => demo?.close());

  async function open(options) {
    const opened = await demo.open(options);
    await opened.page.locator('[part~=method-saved-cards]').waitFor();
    return opened;
  }

  async function openEditor(options) {
    const opened = await open(options);
    await openBench(opened.page, 'Aparência');
    return opened;
  }

  it('has a control for every token of the package, in words of the shop', async () => {
    const { page, close } = await openEditor();
    for (const { name } of readJson('src/themes/tokens.json')) {
      const label = page.locator(`label[for=token${name.slice(1)}]`);
      assert.equal(await label.count(), 1, name);
      assert.doesNotMatch(await label.innerText(), /^--balcao/, name);
    }
    await close();
  });

  it('changes colours and sizes live, under the strict policy, and gives the CSS to copy', async () => {
    const { page, complaints, close } = await openEditor();
    await page.locator('#theme-choice').getByText('Padrão').click();
    await set(page, '--balcao-accent', '#123456');
    await set(page, '--balcao-radius', '3');

    assert.equal(await readToken(page, '--balcao-accent'), '#123456');
    const button = page.locator('[part~=pay-button]:visible').first();
    assert.deepEqual(
      await button.evaluate((element) => [getComputedStyle(element).backgroundColor, getComputedStyle(element).borderRadius]),
      ['rgb(18, 52, 86)', '3px'],
    );
    assert.equal(
      await page.locator('#theme-css').innerText(),
      'balcao-checkout {\n  --balcao-accent: #123456;\n  --balcao-radius: 3px;\n}',
    );
    await page.locator('#theme-reset').click();
    assert.equal(await readToken(page, '--balcao-accent'), '');
    assert.deepEqual(complaints, []);
    await close();
  });

  for (const colorScheme of ['light', 'dark']) {
    it(`has themes whose contrast is enough, ${colorScheme}, and warns of a pair below 4.5:1`, async () => {
      const { page, close } = await openEditor({ colorScheme });
      for (const theme of ['Padrão', 'Calmo', 'Quente', 'Contraste', 'Casa Neblina']) {
        await page.locator('#theme-choice').getByText(theme, { exact: true }).click();
        assert.equal(await page.locator('#theme-contrast [data-weak=true]').allInnerTexts().then(String), '', theme);
      }
      await set(page, '--balcao-accent', '#777777');
      await set(page, '--balcao-on-accent', '#999999');
      await page.locator('#theme-status', { hasText: 'Contraste baixo' }).waitFor();
      assert.match(await page.locator('#theme-contrast [data-weak=true]').first().innerText(), /Texto do botão\s+1,\d:1, o mínimo é 4,5:1/);
      await close();
    });
  }

  it('shows the tested files themselves', async () => {
    const { page, close } = await open();
    await openBench(page, 'Para pôr na sua loja');
    for (const [label, path] of Object.entries(TESTED_FILES)) {
      await page.locator('#snippet-kind').selectOption({ label });
      assert.equal(await page.locator('#snippet').textContent(), readFileSync(join(root, path), 'utf8'), path);
      assert.match(await page.locator('#snippet-note').innerText(), new RegExp(path));
    }
    await close();
  });

  it('has no second origin for a frame of card fields, and says so', async () => {
    const { page, close } = await open();
    await openBench(page, 'Página e loja');
    assert.equal(await page.getByRole('radio', { name: 'Em quadro isolado' }).isDisabled(), true);
    assert.match(await page.locator('#frame-note').innerText(), /precisa de uma segunda origem .* npm start/);
    await close();
  });

  it("counts a Pix code down by the service's clock on a device that is ten minutes late", async () => {
    const { page, complaints, close } = await open();
    await openBench(page, 'Relógios');
    await page.locator('#clock-device').selectOption('−10 min');
    await page.locator('#clock-status', { hasText: '10 min à frente deste aparelho' }).waitFor();
    await createPix(page);
    // Without a token the page learns the service's time from its first answer: the code was ordered by the device's clock, ten minutes shorter.
    await page.locator('balcao-pix [part~=countdown]', { hasText: /(?:20:00|19:\d\d)/ }).waitFor();
    await page.locator('#clock-device').selectOption('Certo');
    await page.locator('#clock-status', { hasText: 'a mesma hora' }).waitFor();
    assert.deepEqual(complaints, []);
    await close();
  });

  it('lets a Pix code expire by moving the clock on', async () => {
    const { page, close } = await open();
    await createPix(page);
    await openBench(page, 'Relógios');
    await page.getByRole('button', { name: 'Avançar 30 min' }).click();
    await page.locator('balcao-pix [part~=new-code-button]:visible').waitFor();
    await close();
  });

  for (const [size, viewport] of Object.entries(SIZES)) {
    it(`moves nothing while it loads, fits, and breaks no rule of axe, light and dark, on a ${size}`, async () => {
      const watchShifts = () => {
        globalThis.shifts = [];
        new PerformanceObserver((list) =>
          globalThis.shifts.push(...list.getEntries().map((entry) => /** @type {PerformanceEntry & { value: number }} */ (entry).value)),
        ).observe({
          type: 'layout-shift',
          buffered: true,
        });
      };
      const { page, close } = await open({ viewport, colorScheme: 'light', prepare: (fresh) => fresh.addInitScript(watchShifts) });
      await page.locator('#events', { hasText: 'balcao-ready' }).waitFor({ state: 'attached' });
      assert.deepEqual(await page.evaluate(() => globalThis.shifts), []);

      await openBench(
        page,
        'Caderno da loja',
        'Aparência',
        'Próxima cobrança',
        'Pix',
        'Boleto',
        'Relógios',
        'Cartões de teste',
        'Tokens',
        'Variante',
        'Últimas requisições',
      );
      await page.evaluate(AXE);
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        await waitUntil(() => page.evaluate(isSettled, colorScheme), colorScheme);
        const violations = await page.evaluate(async () =>
          (await globalThis.axe.run()).violations.map(({ id, nodes }) => [id, nodes[0].html]),
        );
        assert.deepEqual(violations, [], colorScheme);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width, 'nothing to scroll sideways');
      }
      await close();
    });
  }
});
