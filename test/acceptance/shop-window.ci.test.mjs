/** What the demo shows first, how its bench stays out of the way, and its scenarios: as static pages, in Chromium. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { join } from 'node:path';
import { root } from '../package/packed.mjs';
import { act, payByCard, payBySavedCard, playScenarios, startScenario } from './scenarios.mjs';
import { openBench, startStaticDemo } from './static-demo.mjs';

const DESK = { width: 1280, height: 900 };
const PHONE = { width: 360, height: 740 };
/** The way to a card's first field, whichever method is open. */
const FIRST_OF_CHECKOUT = '#checkout :is([part~=card-option], input:not([type=hidden])):visible';

const box = (page, selector) => page.locator(selector).first().boundingBox();
const settle = (page) => page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));

const actAll = async (page, ...names) => {
  for (const name of names) await act(page, name);
};

/** What a person does in each scenario, and what the checkout says at its end. */
const SCENARIOS = {
  aprovado: { pay: payByCard, says: 'Pagamento aprovado' },
  'cartao-salvo': { pay: payBySavedCard, says: 'Pagamento aprovado' },
  'pix-pago': { pay: (page) => act(page, 'Pagar o Pix'), order: 'Pedido confirmado' },
  'boleto-pago': { pay: (page) => actAll(page, 'Pagar o boleto', 'Dois dias depois'), says: 'Boleto pago', order: 'Pedido confirmado' },
  'boleto-pix': { pay: (page) => act(page, 'Pagar pelo Pix'), says: 'Boleto pago', order: 'Pedido confirmado' },
  recusado: { pay: payByCard, says: 'Pagamento não aprovado' },
  'sem-resposta': { pay: payByCard, says: 'Não conseguimos confirmar' },
  'pix-vencido': { pay: (page) => act(page, 'Pagar atrasado'), order: 'Pedido confirmado' },
  'pago-duas-vezes': { pay: payByCard, says: 'pago mais de uma vez', order: 'pago mais de uma vez' },
  'pago-a-menos': { pay: (page) => act(page, 'Pôr mais um e pagar'), says: 'Falta uma parte', order: 'Falta uma parte' },
  'boleto-atrasado': { pay: (page) => act(page, 'Pagar atrasado'), says: 'Boleto pago', order: 'Pedido confirmado' },
  'boleto-duas-vezes': {
    pay: (page) => actAll(page, 'Pagar dos dois jeitos', 'Dois dias depois'),
    says: 'pago mais de uma vez',
    order: 'pago mais de uma vez',
  },
  'boleto-trocado': { pay: async () => {}, says: 'Este boleto não confere com o pedido' },
  'pix-adulterado': { pay: async () => {}, says: 'o código Pix não é mostrado' },
};

describe('the shop window', () => {
  let demo;
  before(async () => {
    demo = await startStaticDemo();
  });
  after(() => demo?.close());

  async function open(options) {
    const opened = await demo.open(options);
    // The returning customer's cards come from the shop: until then the form of a new card is open in their place.
    await opened.page.locator('balcao-saved-cards [part~=pay-button]:visible').waitFor();
    return opened;
  }

  for (const [size, viewport] of Object.entries({ desk: DESK, phone: PHONE })) {
    it(`is the checkout at first, and the bench moves nothing of it, on a ${size}`, async () => {
      const { page, close } = await open({ viewport });
      const first = await box(page, FIRST_OF_CHECKOUT);
      assert.ok(first.y + first.height <= viewport.height, `the first choice ends at ${first.y + first.height}`);
      const toggle = page.locator('#bench-toggle');
      assert.equal(await page.locator('#bancada').isVisible(), false);
      const before = [await box(page, '#checkout'), await box(page, '#bench-toggle')];

      await toggle.focus();
      await page.keyboard.press('Enter');
      await page.locator('#scenario-aprovado').waitFor();
      await settle(page);
      assert.equal(await toggle.getAttribute('aria-expanded'), 'true');
      assert.deepEqual([await box(page, '#checkout'), await box(page, '#bench-toggle')], before);
      await page.locator('#scenario-aprovado').focus();
      await page.keyboard.press('Escape');
      assert.equal(await page.evaluate(() => document.activeElement?.id), 'bench-toggle');
      assert.equal(await toggle.getAttribute('aria-expanded'), 'false');
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width, 'nothing to scroll sideways');
      await close();
    });
  }

  it('leaves the checkout beside the open bench free on a desk, and gives way to it on a phone', async () => {
    const { page, close } = await open({ viewport: DESK });
    await page.locator('#bench-toggle').click();
    await settle(page);
    const bench = await box(page, '#bancada');
    assert.ok(bench.x + bench.width <= (await box(page, '#checkout')).x);

    await page.setViewportSize(PHONE);
    await startScenario(page, 'recusado');
    assert.equal(await page.locator('#bancada').isVisible(), false);
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'pagamento');
    await close();
  });

  it('says one price everywhere, whatever the cart holds', async () => {
    const html = readFileSync(join(root, 'demo/index.html'), 'utf8');
    const cents = [...html.matchAll(/data-price-cents="(\d+)" data-quantity="(\d+)"/g)].reduce(
      (sum, [, price, count]) => sum + Number(price) * Number(count),
      0,
    );
    const amount = (cents / 100).toFixed(2);
    for (const name of ['minimal.html', 'module.html'])
      assert.ok(readFileSync(join(root, 'demo', name), 'utf8').includes(`amount="${amount}"`), name);
    assert.ok(html.includes(`id="total">R$&nbsp;${amount.replace('.', ',')}<`));
    assert.ok(html.includes('id="pix-total">R$&nbsp;142,41<'));

    const { page, close } = await open({ viewport: DESK });
    const readPrices = () =>
      page.evaluate(() => [
        document.querySelector('#total')?.textContent,
        document.querySelector('#checkout')?.getAttribute('amount'),
        /** @type {HTMLInputElement | null} */ (document.querySelector('#amount'))?.value,
        /amount="([^"]+)"/.exec(document.querySelector('#snippet')?.textContent ?? '')?.[1],
      ]);
    assert.deepEqual(await readPrices(), [`R$\u00A0${amount.replace('.', ',')}`, amount, amount, amount]);
    await page.getByRole('button', { name: 'Pôr mais um' }).first().click();
    assert.deepEqual(await readPrices(), ['R$\u00A0192,40', '192.40', '192.40', '192.40']);
    await page.locator('[part~=pay-button]:visible', { hasText: '192,40' }).waitFor();
    await close();
  });

  it('says one price by Pix everywhere, of what the cart holds, and none where it is the same', async () => {
    const { page, complaints, close } = await open({ viewport: DESK });
    const says = async (line, summary) => {
      await page.locator('[part~=method-pix] [part~=method-line]', { hasText: line }).waitFor();
      const shown = (await page.locator('#pix-price:visible').allInnerTexts()).join().replaceAll('\u00A0', ' ');
      assert.equal(shown, summary);
    };
    const readAmounts = () =>
      page.evaluate(() => [
        document.querySelector('#checkout')?.getAttribute('pix-amount'),
        / pix-amount="([^"]+)"/.exec(document.querySelector('#snippet')?.textContent ?? '')?.[1] ?? null,
      ]);
    await says('R$ 142,41 no Pix, economize R$ 7,49', 'No Pix: R$ 142,41');
    assert.deepEqual(await readAmounts(), ['142.41', '142.41']);
    await page.getByRole('button', { name: 'Pôr mais um' }).first().click();
    await says('R$ 182,78 no Pix, economize R$ 9,62', 'No Pix: R$ 182,78');
    await page.getByRole('button', { name: 'Tirar um' }).first().click();
    await says('R$ 142,41 no Pix, economize R$ 7,49', 'No Pix: R$ 142,41');

    await openBench(page, 'Página e loja');
    await page.locator('#pix-price-choice').getByText('Igual').click();
    await says('Aprovação na hora', '');
    assert.deepEqual(await readAmounts(), [null, null]);
    await page.locator('#pix-price-choice').getByText('5% menor').click();
    await says('R$ 142,41 no Pix, economize R$ 7,49', 'No Pix: R$ 142,41');
    assert.deepEqual(complaints, []);
    await close();
  });

  it('has the card that was paid with last ready on the next visit', async () => {
    const { page, close } = await open({ viewport: DESK });
    const chosen = (text) => page.locator('[part~=card-option]:has(:checked)', { hasText: text }).waitFor();
    await chosen('4444');
    await page.locator('balcao-saved-cards [part~=card-option]', { hasText: 'Visa final 1111' }).click();
    await page.locator('balcao-saved-cards [part~=pay-button]').click();
    await page.locator('[part~=outcome]:visible', { hasText: 'Pagamento aprovado' }).waitFor();
    await page.locator('.order [data-new-order]').click();
    await page.reload();
    await chosen('1111');
    await page.locator('balcao-saved-cards [part~=pay-button]').click();
    await page.locator('[part~=outcome]:visible', { hasText: 'Pagamento aprovado' }).waitFor();
    await close();
  });

  it('still knows after a reload that an order is paid, and leaves its cart as it is', async () => {
    const { page, close } = await open({ viewport: DESK });
    await page.locator('balcao-saved-cards [part~=pay-button]').click();
    const confirmed = page.locator('#order-state', { hasText: 'Pedido confirmado' });
    await confirmed.waitFor();
    await page.reload();
    await confirmed.waitFor();
    await page.getByRole('button', { name: 'Pôr mais um' }).first().click({ force: true });
    assert.match(await page.locator('#total').innerText(), /149,90/);
    await page.locator('.order [data-new-order]').click();
    await page.getByRole('button', { name: 'Pôr mais um' }).first().click();
    assert.match(await page.locator('#total').innerText(), /192,40/);
    await close();
  });

  it('shows the checkout in a phone of 360 px', async () => {
    const { page, close } = await open({ viewport: DESK });
    const toggle = page.getByRole('button', { name: 'No telefone' });
    await toggle.click();
    assert.equal(await toggle.getAttribute('aria-pressed'), 'true');
    assert.equal(await page.locator('#device').evaluate((device) => device.clientWidth), 360);
    assert.ok((await box(page, '#device')).height <= DESK.height);
    await toggle.click();
    assert.ok((await box(page, '#checkout')).width > 400);
    await close();
  });

  it('prepares each scenario with one click, to its end', async () => {
    const { page, complaints, close } = await open({ viewport: DESK });
    await page.locator('#bench-toggle').click();
    await playScenarios(page, SCENARIOS);
    await page.locator('#scenario-close').click();
    assert.equal(await page.locator('#scenario-strip').isVisible(), false);
    assert.deepEqual(
      complaints.filter((text) => !/Failed to load resource|^Balcão: /.test(text)),
      [],
    );
    await close();
  });

  it('leads to the documents and to the code', async () => {
    const { page, complaints, close } = await open({ viewport: DESK });
    await page.getByRole('link', { name: 'Código' }).click();
    await page.locator('#snippet', { hasText: '<balcao-checkout' }).waitFor();
    await page.getByRole('link', { name: 'Documentação' }).click();
    await page.locator('#document:lang(pt-BR) h1', { hasText: 'Balcão' }).waitFor();
    await page.locator('#document').getByRole('link', { name: 'receitas', exact: true }).click();
    await page.locator('#document:lang(pt-BR) h1', { hasText: 'Receitas' }).waitFor();
    await page.locator('#document').getByRole('link', { name: 'English' }).click();
    await page.locator('#document:lang(en) h1', { hasText: 'Recipes' }).waitFor();
    await page.locator('#document').getByRole('link', { name: 'Português' }).click();
    await page.locator('#document:lang(pt-BR) h1', { hasText: 'Receitas' }).waitFor();

    const bar = page.getByRole('navigation', { name: 'Documentos' });
    await bar.getByRole('link', { name: 'API' }).click();
    await page.locator('#document:lang(en) h1', { hasText: 'API' }).waitFor();
    await bar.getByRole('link', { name: 'Receitas' }).click();
    await page.locator('#document:lang(pt-BR) h1', { hasText: 'Receitas' }).waitFor();
    await bar.getByRole('link', { name: 'Início' }).click();
    await page.locator('#document:lang(pt-BR) h1', { hasText: 'Balcão' }).waitFor();
    assert.deepEqual(complaints, []);
    await close();
  });
});
