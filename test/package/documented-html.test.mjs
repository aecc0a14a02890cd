/** The pages and tags of the documents, opened in Chromium as printed, with the sandbox behind them: before a commit the first one alone. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { payByCard } from './card-payment.mjs';
import { listUnclaimed } from './documented-claims.mjs';
import { makePixCode, openBlock, readText } from './documented-page.mjs';
import { waitUntil } from './documented-server.mjs';

const PAID = { name: 'balcao-approved', status: 'approved', code: undefined };
const tags = listUnclaimed('html');

/** What a tag's own settings make the page say, by a text that the tag has. */
const SAYS = {
  '"pay": "Concluir: {amount}"': 'Concluir: R$ 300,00',
  '"feeMode": "add"': '3x de R$ 102,99',
  '"financedBy": "Banco Exemplo S.A."': 'Banco Exemplo S.A.',
  'pix-amount="142.41"': 'R$ 142,41',
  'slot="card-consent"': 'Guardamos o cartão na operadora de pagamentos.',
};

const describeTag = (code) => /<balcao-[\s\S]*?>/.exec(code)?.[0].replaceAll(/\s+/g, ' ') ?? code;

describe('each page of the documents, as printed', () => {
  let browser;
  before(async () => (browser = await launchChromium()));
  after(() => browser?.close());

  for (const { code, files } of process.env.WHOLE === '1' ? tags : tags.slice(0, 1)) {
    it(`takes a payment without a complaint: ${files[0]}: ${describeTag(code)}`, async () => {
      const { page, complaints, sandbox } = await openBlock(browser, code);
      const ways = page.locator('input[name=number]:visible, balcao-pix [part~=pay-button]:visible');
      await ways.first().waitFor();
      const [, says] = Object.entries(SAYS).find(([text]) => code.includes(text)) ?? [];
      if (says) await waitUntil(async () => (await readText(page)).includes(says), says);
      if ((await ways.first().getAttribute('name')) === 'number') assert.deepEqual(await payByCard(page), PAID);
      else assert.equal((await makePixCode(page)).name, 'balcao-pix-created');
      const { charges, pix } = sandbox.state();
      assert.equal(charges.length + pix.length, 1);
      assert.deepEqual(complaints, []);
    });
  }

  it('every text that a tag is to make the page say is of a tag', () => {
    assert.deepEqual(
      Object.keys(SAYS).filter((text) => !tags.some(({ code }) => code.includes(text))),
      [],
    );
  });
});
