import '../../../src/elements/boleto/define.js';
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { BoletoShop, createShopBoleto, PIX_CODE, type BoletoPage } from './boleto-page.js';

describe('balcao-boleto: copying', () => {
  let shop: BoletoShop;
  let page: BoletoPage;
  let written: string[];
  const clipboard = Object.getOwnPropertyDescriptor(navigator, 'clipboard');
  const setClipboard = (value: unknown): void => void Object.defineProperty(navigator, 'clipboard', { value, configurable: true });

  beforeEach(async () => {
    [shop, written] = [new BoletoShop(), []];
    setClipboard({ writeText: async (text: string) => void written.push(text) });
    shop.boleto = createShopBoleto({ pixCode: PIX_CODE });
    page = await shop.open();
    await page.create();
  });

  afterEach(() => {
    shop.restore();
    Reflect.deleteProperty(document, 'execCommand');
    if (clipboard) Object.defineProperty(navigator, 'clipboard', clipboard);
    else Reflect.deleteProperty(navigator, 'clipboard');
  });

  it('copies the 47 digits of the line, without its groups, and says so', async () => {
    await page.page.click(await page.part('copy-line-button'));
    await page.says(/Linha copiada\. Agora cole no app do seu banco/);
    expect(written).to.deep.equal([createShopBoleto().line]);
    expect(page.page.text).to.not.match(/Código copiado/);
    expect(await page.page.focused()).to.equal('copy-line-button');
  });

  it('copies the Pix code of a hybrid by its own button', async () => {
    await page.page.click(await page.part('copy-button'));
    await page.says(/Código copiado/);
    expect(written).to.deep.equal([PIX_CODE]);
    expect(page.page.text).to.not.match(/Linha copiada/);
  });

  it('selects the line where the browser lets nothing be copied', async () => {
    setClipboard(undefined);
    Object.defineProperty(document, 'execCommand', { configurable: true, value: () => false });
    (await page.part('copy-line-button')).focus();
    await sendKeys({ press: 'Enter' });
    await page.says(/não deixou copiar\. A linha já está selecionada/);
    expect(await page.page.focused()).to.equal('boleto-line');
    const field = await page.part('boleto-line');
    if (!(field instanceof HTMLTextAreaElement)) throw new Error('The line is no text field.');
    expect(field.value.slice(field.selectionStart, field.selectionEnd)).to.equal(field.value);
    await sendKeys({ type: '9' });
    expect(field.value, 'it cannot be changed').to.match(/^\d{5}\.\d{5} /);
  });
});
