import '../../../src/elements/pix/define.js';
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { PixPage } from './pix-page.js';

describe('balcao-pix: copying', () => {
  let page: PixPage;
  let code: string;
  const clipboard = Object.getOwnPropertyDescriptor(navigator, 'clipboard');

  const setClipboard = (value: unknown): void => void Object.defineProperty(navigator, 'clipboard', { value, configurable: true });

  beforeEach(async () => {
    const { settings } = await PixPage.settings();
    page = await PixPage.open(settings);
    code = await page.create();
  });

  afterEach(() => {
    page.page.remove();
    if (clipboard) Object.defineProperty(navigator, 'clipboard', clipboard);
    else Reflect.deleteProperty(navigator, 'clipboard');
  });

  it('says that the code was copied only once the clipboard has it', async () => {
    const written: string[] = [];
    let settle = (): void => undefined;
    const writeText = (text: string): Promise<void> => {
      written.push(text);
      return new Promise((resolve) => (settle = resolve));
    };
    setClipboard({ writeText });
    await page.page.click(await page.part('copy-button'));
    expect(written).to.deep.equal([code]);
    expect(page.page.text).to.not.match(/copiado\./);
    settle();
    await page.says(/Código copiado\. Agora cole no app do seu banco/);
    expect((await page.part('copy-note')).getAttribute('role')).to.equal('status');
  });

  for (const [what, value] of [
    ['refuses', { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }],
    ['is missing', undefined],
  ] as const) {
    it(`selects the code and says so where the clipboard ${what}`, async () => {
      setClipboard(value);
      (await page.part('copy-button')).focus();
      await sendKeys({ press: 'Enter' });
      await page.says(/não deixou copiar.*já está selecionado/);
      expect(page.page.text).to.not.match(/Código copiado/);
      const field = await page.part('pix-code');
      expect(page.page.focused).to.equal('pix-code');
      expect(field instanceof HTMLTextAreaElement && field.value.slice(field.selectionStart, field.selectionEnd)).to.equal(code);
    });
  }

  it('shows the code as text that can be read and selected but not changed', async () => {
    const field = await page.part('pix-code');
    field.focus();
    await sendKeys({ type: 'x' });
    expect(field instanceof HTMLTextAreaElement && field.value).to.equal(code);
    expect(field instanceof HTMLTextAreaElement && field.labels?.[0]?.textContent).to.equal('Código Pix copia e cola');
  });
});
