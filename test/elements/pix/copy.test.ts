import '../../../src/elements/pix/define.js';
import { aTimeout, expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { findFocus } from '../../../src/controllers/page/find-focus.js';
import { waitUntil } from '../../support/checkout-page.js';
import type { Room } from '../../support/sandbox-room.js';
import { FakeTime } from './fake-time.js';
import { PixPage } from './pix-page.js';

const GREEN_WORDS = /Código copiado|Copiar de novo/;

describe('balcao-pix: copying', () => {
  let page: PixPage;
  let code: string;
  let time: FakeTime | undefined;
  /** What the older way of copying took, where it was let. */
  let taken: string[];
  let isCommandLet: boolean;
  const clipboard = Object.getOwnPropertyDescriptor(navigator, 'clipboard');

  const setClipboard = (value: unknown): void => void Object.defineProperty(navigator, 'clipboard', { value, configurable: true });
  const field = async (): Promise<HTMLTextAreaElement> => {
    const found = await page.part('pix-code');
    if (!(found instanceof HTMLTextAreaElement)) throw new Error('The code is no text field');
    return found;
  };
  const readSelected = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): string => value.slice(selectionStart, selectionEnd);
  const button = (): string | undefined => page.find('copy-button')?.textContent?.trim();

  beforeEach(async () => {
    [taken, isCommandLet] = [[], false];
    const { settings } = await PixPage.settings();
    page = await PixPage.open(settings);
    code = await page.create();
    const read = await field();
    Object.defineProperty(document, 'execCommand', {
      configurable: true,
      value: (command: string) => {
        if (isCommandLet && command === 'copy' && findFocus()?.getAttribute('part') === 'pix-code') taken.push(readSelected(read));
        return isCommandLet;
      },
    });
  });

  afterEach(() => {
    page.page.remove();
    time?.restore();
    time = undefined;
    Reflect.deleteProperty(document, 'execCommand');
    if (clipboard) Object.defineProperty(navigator, 'clipboard', clipboard);
    else Reflect.deleteProperty(navigator, 'clipboard');
  });

  it('says that the code was copied only once the clipboard has it, and the next step in the place of the button', async () => {
    const written: string[] = [];
    let settle = (): void => undefined;
    const writeText = (text: string): Promise<void> => {
      written.push(text);
      return new Promise((resolve) => (settle = resolve));
    };
    setClipboard({ writeText });
    const steps = (await page.part('steps')).querySelectorAll('li');
    const before = (await page.part('steps')).getBoundingClientRect().top;
    expect(page.page.text).to.match(/1?\s*Copie o código/);
    await page.page.click(await page.part('copy-button'));
    await page.page.click(await page.part('copy-button'));
    expect(written).to.deep.equal([code]);
    expect(page.page.text).to.not.match(GREEN_WORDS);
    settle();
    await page.says(/Código copiado\. Agora cole no app do seu banco/);
    const note = await page.part('copy-note');
    expect(note.getAttribute('role')).to.equal('status');
    expect(note.clientHeight).to.be.greaterThan(15);
    expect(button()).to.equal('Copiar de novo');
    expect(await page.page.focused()).to.equal('copy-button');
    // The step is ticked, and the steps have hardly moved.
    expect([...steps].map((step) => step.classList.contains('ticked'))).to.deep.equal([true, false, false]);
    expect((await page.part('steps')).getBoundingClientRect().top - before).to.be.within(0, 24);
    await page.page.click(await page.part('copy-button'));
    await waitUntil(() => written.length === 2, 'the second copy');
    expect(page.page.text).to.not.match(GREEN_WORDS);
    settle();
    await page.says(GREEN_WORDS);
  });

  for (const [what, value] of [
    ['refuses', { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }],
    ['is missing', undefined],
    ['never says anything', { writeText: () => new Promise(() => undefined) }],
  ] as const) {
    it(`selects the code and says so, never that it was copied, where the clipboard ${what} and the older way fails`, async () => {
      time = new FakeTime();
      setClipboard(value);
      const before = (await page.part('qr')).getBoundingClientRect().top;
      (await page.part('copy-button')).focus();
      await sendKeys({ press: 'Enter' });
      await time.advance(1000);
      await page.says(/não deixou copiar.*já está selecionado/);
      expect(page.page.text).to.not.match(GREEN_WORDS);
      expect(await page.page.focused()).to.equal('pix-code');
      expect(readSelected(await field())).to.equal(code);
      const note = await page.part('copy-note');
      expect(note.getAttribute('role')).to.equal('status');
      expect(note.clientHeight).to.be.greaterThan(20);
      expect((await page.part('qr')).getBoundingClientRect().top).to.equal(before);
      // Once the shopper goes on, it lies over nothing any more.
      (await page.part('copy-button')).focus();
      await waitUntil(() => !/não deixou copiar/.test(page.page.text), 'the note to go');
    });

    it(`copies by the older way where the clipboard ${what}`, async () => {
      time = new FakeTime();
      isCommandLet = true;
      setClipboard(value);
      await page.page.click(await page.part('copy-button'));
      await time.advance(1000);
      await page.says(/Código copiado/);
      expect(taken).to.deep.equal([code]);
      expect(await page.page.focused()).to.equal('copy-button');
    });
  }

  describe('in one press', () => {
    /** The texts that the clipboard got. */
    let got: string[];
    /** Settles what the page wants to write, once it is known. */
    let write: (items: readonly { content: Promise<Blob> }[]) => Promise<void>;

    beforeEach(async () => {
      got = [];
      write = async ([item]) => void got.push((await (await item?.content)?.text()) ?? '');
      Object.defineProperty(window, 'ClipboardItem', {
        configurable: true,
        value: class {
          readonly content: Promise<Blob>;
          constructor(items: Record<string, Promise<Blob>>) {
            this.content = items['text/plain'] ?? Promise.reject(new Error('no text'));
          }
        },
      });
      setClipboard({ write: (items: readonly { content: Promise<Blob> }[]) => write(items) });
    });

    afterEach(() => void Reflect.deleteProperty(window, 'ClipboardItem'));

    const start = async (): Promise<Room> => {
      page.page.remove();
      const { room, settings } = await PixPage.settings();
      page = await PixPage.open(settings);
      return room;
    };
    const press = async (): Promise<void> => page.page.clickPay();

    it('creates the code and copies it', async () => {
      await start();
      expect(page.find('pay-button')?.textContent?.trim()).to.equal('Gerar e copiar código');
      await press();
      await page.says(/Código copiado\. Agora cole no app do seu banco/);
      expect(got).to.deep.equal([await page.code()]);
      expect(await page.page.focused()).to.equal('copy-button');
      await expect(page.element).to.be.accessible();
    });

    it('is only said where it works: else the code is there, and a press copies it', async () => {
      await start();
      write = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
      await press();
      await waitUntil(() => button() === 'Copiar código', 'the button for copying');
      await page.code();
      expect(page.page.text).to.not.match(/copiado|não deixou copiar/);
    });

    it('copies nothing if no code comes, nor one that is refused', async () => {
      for (const fault of ['403', 'pix-tampered'] as const) {
        const room = await start();
        await room.fault('generatePixQrCode', fault);
        await press();
        await page.says(/Você não foi cobrado/);
        await aTimeout(0);
        expect(got, fault).to.deep.equal([]);
        expect(page.page.text, fault).to.not.match(GREEN_WORDS);
      }
    });

    it('copies once for two presses', async () => {
      await start();
      const { element } = page;
      const button = await page.part('pay-button');
      button.click();
      button.click();
      await page.says(GREEN_WORDS);
      await element.updateComplete;
      expect(got).to.have.length(1);
    });

    it('does not copy for a page that creates the code itself', async () => {
      await start();
      await page.element.create();
      await page.code();
      expect(got).to.deep.equal([]);
      expect(button()).to.equal('Copiar código');
    });
  });

  it('shows the code as text that can be read and selected but not changed', async () => {
    const text = await field();
    text.focus();
    await sendKeys({ type: 'x' });
    expect(text.value).to.equal(code);
    expect(text.labels?.[0]?.textContent).to.equal('Código Pix copia e cola');
  });

  it('shows one line of the code, of which a press selects all, and the whole on demand', async () => {
    await setViewport({ width: 360, height: 740 });
    const text = await field();
    const line = text.clientHeight;
    await page.page.click(text);
    expect(readSelected(text)).to.equal(code);
    const toggle = await page.part('code-toggle');
    expect([toggle.getAttribute('aria-label'), toggle.getAttribute('aria-expanded')]).to.deep.equal(['Ver o código inteiro', 'false']);
    toggle.focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => text.clientHeight > 2 * line, 'the whole code');
    expect(toggle.getAttribute('aria-expanded')).to.equal('true');
    expect(text.scrollHeight).to.be.at.most(text.clientHeight + 1);
    expect(text.scrollWidth).to.equal(text.clientWidth);
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => text.clientHeight === line, 'one line again');
    await setViewport({ width: 1280, height: 720 });
  });
});
