import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { CardFields } from '../../src/frame/card-fields.js';
import { LOOK } from '../channel/look.js';
import { CARD, FramePage } from './frame-page.js';
import { waitUntil } from '../support/wait-until.js';

describe('the fields in a frame', () => {
  let page: FramePage;

  beforeEach(async () => (page = await FramePage.open()));
  afterEach(() => page.remove());

  const part = (name: string): Element | null | undefined => page.fields.shadowRoot?.querySelector(`[part="${name}"]`);
  const textOf = (selector: string): string | null | undefined => page.fields.shadowRoot?.querySelector(selector)?.textContent;
  const error = (name: string): string | null | undefined => textOf(`#${name}-error`);

  it('are accessible', async () => {
    page.send({ type: 'mark' });
    await page.check();
    await expect(page.fields).to.be.accessible();
  });

  it('tell of a card what a page may know, as it is typed', async () => {
    page.input('number').focus();
    await sendKeys({ type: '4111' });
    await waitUntil(() => page.all('state').at(-1)?.state.brand === 'visa', 'the brand');
    expect(await page.check()).to.deep.equal({
      brand: 'visa',
      hasNumber: true,
      isTyped: true,
      wrong: [
        { field: 'number', key: 'numberLength' },
        { field: 'expirationDate', key: 'expirationEmpty' },
        { field: 'securityCode', key: 'codeEmpty' },
        { field: 'holderName', key: 'holderEmpty' },
      ],
      marked: [],
    });
    page.fill();
    expect(await page.check()).to.deep.equal({ brand: 'visa', hasNumber: true, isTyped: true, last4: '1111', wrong: [], marked: [] });
    page.fill({ securityCode: '12' });
    expect((await page.check()).last4).to.equal(undefined);
  });

  for (const [name, text, before, after] of [
    ['number', '4111111111111112', 'numberLength', 'numberChecksum'],
    ['number', '0', 'numberLength', 'numberCharacters'],
    ['expirationDate', '0120', 'expirationFormat', 'expirationPast'],
    ['holderName', '4111', 'holderEmpty', 'holderNumber'],
  ] as const) {
    it(`tell what is wrong with ${text} in ${name} once it is left, as they show it, and not while it is typed`, async () => {
      page.input(name).focus();
      await sendKeys({ type: text });
      const findKey = async (): Promise<string | undefined> => (await page.check()).wrong.find(({ field }) => field === name)?.key;
      expect(await findKey()).to.equal(before);
      expect(page.all('state').flatMap(({ state }) => state.wrong.filter(({ key }) => key === after))).to.deep.equal([]);
      expect(error(name)).to.equal('');
      await sendKeys({ press: 'Tab' });
      await waitUntil(() => error(name) !== '', 'the error');
      expect(await findKey()).to.equal(after);
      expect((await page.check()).marked).to.deep.equal([name]);
    });
  }

  it('tell of nothing twice', async () => {
    page.fill();
    await page.check();
    page.fields.requestUpdate();
    await page.fields.updateComplete;
    await page.check();
    const states = page.all('state').map(({ turn, state }) => (turn === undefined ? JSON.stringify(state) : undefined));
    const untold = states.filter((state) => state !== undefined);
    expect(untold).to.deep.equal([...new Set(untold)]);
  });

  it('are marked, and read out where the focus goes, when the page says so', async () => {
    page.send({ type: 'mark' });
    page.send({ type: 'focus', field: 'holderName' });
    expect((await page.check()).marked).to.deep.equal(['number', 'expirationDate', 'securityCode', 'holderName']);
    await waitUntil(() => page.fields.shadowRoot?.activeElement === page.input('holderName'), 'the focus');
    expect(error('holderName')).to.equal('Digite o nome como está no cartão.');
    expect(page.input('holderName').getAttribute('aria-describedby')).to.contain('holderName-error');
    page.send({ type: 'focus' });
    await waitUntil(() => page.fields.shadowRoot?.activeElement === page.input('number'), 'the focus on the first');
  });

  it('tell which one has the focus, and when none has it any more', async () => {
    page.input('number').focus();
    page.input('securityCode').focus();
    page.input('securityCode').blur();
    await page.wait('focus', 3);
    expect(page.all('focus').map(({ field }) => field)).to.deep.equal(['number', 'securityCode', null]);
  });

  it('tell how high they are once they have the look of the page, and when that changes', async () => {
    page.send({ type: 'look', look: { ...LOOK, lengths: { ...LOOK.lengths, controlHeight: 100 } } });
    const { height } = await page.wait('height');
    expect(page.all('height')).to.have.length(1);
    expect(height).to.be.within(300, 800);
    expect(height).to.equal(page.fields.getBoundingClientRect().height);
    page.send({ type: 'mark' });
    expect((await page.wait('height', 2)).height).to.be.above(height);
  });

  it('are emptied, all of them or the code alone', async () => {
    page.fill();
    page.send({ type: 'clear', what: 'code' });
    expect((await page.check()).wrong).to.deep.equal([{ field: 'securityCode', key: 'codeEmpty' }]);
    page.send({ type: 'clear', what: 'all' });
    expect((await page.check()).isTyped).to.equal(false);
  });

  it('are emptied when their page is left', async () => {
    page.fill();
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    expect(page.texts).to.deep.equal(['', '', '', '']);
    expect((await page.check()).isTyped).to.equal(false);
  });

  it('have the mark of the brand, and refuse one that the shop does not take', async () => {
    page.sendForm({ acceptedBrands: ['elo'] });
    page.fill();
    expect((await page.check()).wrong).to.deep.equal([{ field: 'number', key: 'brandRefused' }]);
    page.send({ type: 'mark' });
    await page.check();
    await page.fields.updateComplete;
    expect(error('number')).to.equal('Esta loja não aceita Visa. Use um cartão Elo.');
    expect(part('brand')?.getAttribute('aria-label')).to.equal('Visa');
    page.sendForm({ acceptedBrands: null });
    expect((await page.check()).wrong).to.deep.equal([]);
  });

  it('are read-only while a payment is under way, and cannot be used where the form cannot', async () => {
    page.sendForm({ isBusy: true });
    await waitUntil(() => page.input('number').readOnly && !page.input('number').disabled, 'read-only fields');
    expect(part('form')?.getAttribute('aria-busy')).to.equal('true');
    page.sendForm({ isDisabled: true });
    await waitUntil(() => page.input('number').disabled && !page.input('number').readOnly, 'disabled fields');
    page.sendForm();
    await waitUntil(() => !page.input('number').disabled, 'free fields');
  });

  it('speak the language of the page, and its own words, which are no markup', async () => {
    page.sendForm({ language: 'es', texts: { holder: '<img src=x onerror=alert(1)> "Nome"' } });
    await waitUntil(() => textOf('label[for="number"]') === 'Número de tarjeta', 'Spanish');
    expect(textOf('label[for="holderName"]')).to.equal('<img src=x onerror=alert(1)> "Nome"');
    expect(page.fields.shadowRoot?.querySelector('img')).to.equal(null);
    expect(document.documentElement.lang).to.equal('es');
    page.sendForm();
    await waitUntil(() => textOf('label[for="number"]') === 'Número do cartão', 'Portuguese');
  });

  describe('and Enter', () => {
    const press = async (name: keyof typeof CARD): Promise<void> => {
      page.input(name).focus();
      await sendKeys({ press: 'Enter' });
    };

    it('send the form where all is right', async () => {
      page.fill();
      await press('holderName');
      await page.wait('submit');
      expect(location.search).to.not.contain('number');
    });

    it('send it once somebody can be told, where that was pressed before', async () => {
      const fields = new CardFields();
      document.body.append(fields);
      await fields.updateComplete;
      // What the browser makes of Enter, whether what judges the fields has come by now or not.
      fields.shadowRoot?.querySelector('form')?.requestSubmit();
      const told: string[] = [];
      const watcher = { changed: () => undefined, submitted: () => told.push('submitted') };
      fields.watch(watcher);
      fields.watch(watcher);
      expect(told).to.deep.equal(['submitted']);
      fields.remove();
    });

    it('lead to what is wrong, and send nothing', async () => {
      page.fill({ number: CARD.number });
      await press('number');
      expect(page.fields.shadowRoot?.activeElement).to.equal(page.input('expirationDate'));
      await page.check();
      expect(page.all('submit')).to.deep.equal([]);
    });

    it('send the form with nothing in it only where the page says that it can', async () => {
      await press('number');
      await page.check();
      expect(page.all('submit')).to.deep.equal([]);
      page.sendForm({ canBeEmpty: true });
      await page.check();
      await press('number');
      await page.wait('submit');
    });

    it('send nothing while a payment is under way', async () => {
      page.fill();
      page.sendForm({ isBusy: true });
      await page.check();
      await press('number');
      await page.check();
      expect(page.all('submit')).to.deep.equal([]);
    });
  });

  describe('and their look', () => {
    const send = (look: unknown): void => page.post({ type: 'look', look });
    const styleOf = (name: keyof typeof CARD): CSSStyleDeclaration => getComputedStyle(page.input(name));

    it('is that of the page', async () => {
      send(LOOK);
      await page.check();
      const style = getComputedStyle(page.fields);
      expect(style.color).to.equal('rgb(1, 2, 3)');
      expect(style.fontSize).to.equal('18px');
      expect(style.fontFamily).to.equal('"Open Sans", system-ui, sans-serif');
      await waitUntil(() => styleOf('number').borderTopColor === 'rgb(4, 5, 6)', 'the colour of the border');
      expect(styleOf('number').borderTopLeftRadius).to.equal('4px');
      expect(styleOf('number').minHeight).to.equal('52px');
      expect(document.documentElement.style.colorScheme).to.equal('dark');
    });

    it('has words of CSS as names of fonts, in quotes', async () => {
      send({ ...LOOK, fonts: ['inherit', 'initial', 'monospace'] });
      await page.check();
      expect(page.fields.style.getPropertyValue('--balcao-font')).to.equal('"inherit", "initial", monospace');
    });

    const hostile: [string, object][] = [
      ['an address', { colors: { ...LOOK.colors, field: 'url(https://evil.test/)' } }],
      ['a second declaration', { colors: { ...LOOK.colors, text: 'rgb(9, 9, 9); --x: 1' } }],
      ['a font in quotes', { fonts: ['"x"'] }],
      ['more than a look has', { css: 'input { background: url(//evil.test) }' }],
    ];
    for (const [what, changes] of hostile) {
      it(`stays as it was where the page sends ${what}`, async () => {
        const before = page.fields.getAttribute('style');
        send({ ...LOOK, ...changes });
        expect(await page.countDropped()).to.equal(1);
        expect(page.fields.getAttribute('style')).to.equal(before);
      });
    }
  });

  it('tell what headers their page lacks, and whether the browser may fill them in', async () => {
    page.send({ type: 'inspect', id: 'look-1' });
    const { id, missing, canAutofill, droppedCount } = await page.wait('inspection');
    expect([id, canAutofill, droppedCount]).to.deep.equal(['look-1', true, 0]);
    expect(missing).to.include.members(['Content-Security-Policy: frame-ancestors', 'X-Content-Type-Options', 'Permissions-Policy']);
    expect(missing).to.not.include('Strict-Transport-Security');
  });
});
