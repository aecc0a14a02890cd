import '../../../src/elements/card-form/define.js';
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { memoryCardStore } from '../../../src/flow/card-stores/memory-card-store.js';
import { APPROVED_CARD, CheckoutPage, waitUntil } from '../../support/checkout-page.js';
import { collectErrors } from '../../support/console-errors.js';
import { findDeep } from '../../support/deep-dom.js';
import { isFramed } from '../../support/frame/use-frame.js';
import { openRoom, orderOf, type Room } from '../../support/sandbox-room.js';

const NAMELESS = { number: '4111111111111111', expirationDate: '0131', securityCode: '737' };
const SENT = { number: '4111111111111111', expirationDate: '01/31', securityCode: '737' };

describe('balcao-card-form: the name of a holder', () => {
  let room: Room;
  let page: CheckoutPage;
  const said = collectErrors();

  const open = async (holderName?: string, settings: Record<string, unknown> = {}): Promise<void> => {
    const profile = holderName && { profile: { holderName } };
    page = await CheckoutPage.open('balcao-card-form', { ...orderOf(room), ...profile, ...settings });
  };

  /** The body of the last request that had a card. */
  const received = async (): Promise<unknown> => (await room.state()).requests.at(-1)?.body;

  /** The last `detail` of `balcao-card-changed`. */
  const lastChange = (): unknown => page.events.filter(({ name }) => name === 'balcao-card-changed').at(-1)?.detail;

  const hasNameField = (): boolean => findDeep(page.element, '[name="holderName"]') !== undefined;

  beforeEach(async () => {
    room = await openRoom();
  });

  afterEach(async () => {
    page.remove();
    await room.release();
  });

  it('is asked for by default, and by a service that takes no card without it', async () => {
    for (const rule of [undefined, 'required']) {
      await open(rule);
      expect(await page.card.label('holderName')).to.equal('Nome no cartão');
      expect(await page.card.attribute('holderName', 'required')).to.equal('');
      await page.fill(NAMELESS);
      expect(await page.element.pay()).to.deep.equal({ status: 'invalid', fields: ['holderName'] });
      expect(await page.error('holderName')).to.equal('Digite o nome como está no cartão.');
      expect((await room.state()).requests).to.have.length(0);
      page.remove();
    }
    await open();
  });

  describe('that may be left out', () => {
    beforeEach(async () => room.configure({ holderName: 'optional' }));

    it('says so in each language, and is not required', async () => {
      await open('optional');
      expect(await page.card.label('holderName')).to.equal('Nome no cartão (opcional)');
      expect(await page.card.attribute('holderName', 'required')).to.equal(null);
      for (const [lang, label] of [
        ['en', 'Name on card (optional)'],
        ['es', 'Nombre en la tarjeta (opcional)'],
      ] as const) {
        page.element.lang = lang;
        await waitUntil(async () => (await page.card.label('holderName')) === label, label);
      }
    });

    it('is not sent where it is empty, or blank', async () => {
      for (const holderName of ['', '  ']) {
        await open('optional', { 'order-id': `${room.name}${holderName.length}` });
        await page.fill({ ...NAMELESS, holderName });
        expect(lastChange()).to.deep.equal({ complete: true, brand: 'visa', last4: '1111' });
        await page.focus('holderName');
        await page.press('Enter');
        await page.outcome(/Pagamento aprovado/);
        expect(await received()).to.deep.equal({ amount: 149.9, installments: 1, whoPaysFee: 'merchant', card: SENT });
        page.remove();
      }
      expect(await room.charges()).to.have.length(2);
      await open();
    });

    it('is sent where it is typed', async () => {
      await open('optional');
      await page.fill(APPROVED_CARD);
      await page.clickPay();
      await page.outcome(/Pagamento aprovado/);
      expect(await received()).to.have.deep.property('card', { ...SENT, holderName: 'MARIA DA SILVA' });
    });

    it('is looked at where it is typed', async () => {
      await open('optional');
      await page.fill({ ...NAMELESS, holderName: '4111111111111111' });
      expect(await page.error('holderName')).to.equal('Parece o número do cartão. Digite o nome como está no cartão.');
      expect(await page.element.pay()).to.deep.equal({ status: 'invalid', fields: ['holderName'] });
      expect(await room.charges()).to.have.length(0);
    });

    it('is the next field once the code is typed, and Enter there pays', async () => {
      await open('optional', { 'auto-advance': '' });
      await page.focus('number');
      await page.paste('number', '5555555555554444');
      await page.focus('expirationDate');
      await sendKeys({ type: '0131' });
      await sendKeys({ type: '737' });
      expect(await page.focused()).to.equal('holderName');
      await page.press('Enter');
      await page.outcome(/Pagamento aprovado/);
      expect(await received()).to.have.deep.property('card', { ...SENT, number: '5555555555554444' });
    });
  });

  describe('that the service does not take', () => {
    beforeEach(async () => room.configure({ holderName: 'none' }));

    it('has no field, and Enter in the last one pays', async () => {
      await open('none', { 'auto-advance': '' });
      expect(await page.readText()).not.to.match(/nome/i);
      if (!isFramed) expect(hasNameField()).to.equal(false);
      await page.focus('number');
      await sendKeys({ type: '5555555555554444' });
      await sendKeys({ type: '0131' });
      await sendKeys({ type: '737' });
      expect(await page.focused()).to.equal('securityCode');
      expect(await page.card.enterKeyHint('securityCode')).to.equal('go');
      await page.press('Enter');
      await page.outcome(/Pagamento aprovado/);
      const card = { ...SENT, number: '5555555555554444' };
      expect(await received()).to.deep.equal({ amount: 149.9, installments: 1, whoPaysFee: 'merchant', card });
    });

    it('is missing in no form: three fields make a card, and three are named where it is empty', async () => {
      await open('none');
      expect(await page.element.pay()).to.deep.equal({ status: 'invalid', fields: ['number', 'expirationDate', 'securityCode'] });
      await page.fill(NAMELESS);
      expect(lastChange()).to.deep.equal({ complete: true, brand: 'visa', last4: '1111' });
      expect((await page.element.pay()).status).to.equal('approved');
      expect(await room.charges()).to.have.length(1);
    });

    it('leads Enter from field to field, and Tab from the code out of the card', async () => {
      await open('none');
      await page.type('number', NAMELESS.number);
      const fields: (string | null)[] = [];
      for (const text of ['', NAMELESS.expirationDate]) {
        if (text) await sendKeys({ type: text });
        await page.press('Enter');
        fields.push(await page.focused());
      }
      await sendKeys({ type: NAMELESS.securityCode });
      await page.press('Tab');
      await waitUntil(async () => (await page.focused()) === 'installments', 'the focus behind the card');
      expect(fields).to.deep.equal(['expirationDate', 'securityCode']);
    });

    it('does not hinder a whole card that is pasted', async () => {
      await open('none');
      await page.paste('number', '4111 1111 1111 1111 01/31 737');
      await page.hear();
      await page.press('Enter');
      await page.outcome(/Pagamento aprovado/);
      expect(await received()).to.have.deep.property('card', SENT);
    });

    it('does not hinder a card that is saved: its name has no holder', async () => {
      const cardStore = memoryCardStore();
      await open('none', { 'customer-id': room.name, cardStore });
      await page.click(page.field('saveCard'));
      await page.fill(NAMELESS);
      await page.clickPay();
      await page.outcome(/Pagamento aprovado/);
      const tokenized = (await room.state()).requests.find(({ operation }) => operation === 'tokenizeCard');
      expect(tokenized?.body).to.deep.equal({ ...SENT, name: 'Visa final 1111' });
      await waitUntil(async () => (await cardStore.list())[0]?.name === 'Visa final 1111', 'the card in the list');
    });

    it('takes no room: what is below the fields stands where it is from the first drawing on', async () => {
      await open('none');
      const heightOf = (): number => findDeep(page.element, '[part="form"]')?.getBoundingClientRect().height ?? 0;
      const late = heightOf();
      page.remove();
      await open();
      const withName = heightOf();
      // A label, a control and the space between two rows.
      expect(withName - late).to.be.within(70, 110);
      if (!isFramed) return;
      for (const holderName of ['none', 'optional', 'required']) {
        page.remove();
        const opening = open(holderName);
        await waitUntil(() => findDeep(document.body, 'slot[name="card-frame"]'), 'the room of the frame');
        const slot = findDeep<HTMLElement>(document.body, 'slot[name="card-frame"]');
        const early = slot?.getBoundingClientRect().height ?? 0;
        await opening;
        await waitUntil(() => slot?.style.height, 'the height of the frame');
        expect(Math.abs((slot?.getBoundingClientRect().height ?? 0) - early), holderName).to.be.below(1.5);
      }
    });
  });

  it('makes the form unavailable where the profile has a word that there is not', async () => {
    await open('never');
    await page.outcome(/Pagamento indisponível/);
    expect(said.filter((line) => line.includes('profile.holderName cannot be used.'))).to.have.length(1);
    expect((await room.state()).requests).to.have.length(0);
  });
});
