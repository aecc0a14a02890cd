import '../../../src/elements/card-form/define.js';
import '../../../src/elements/saved-cards/define.js';
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { APPROVED_CARD, waitUntil } from '../../support/checkout-page.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';
import { SavedCardsPage, settingsOf, tokenize } from '../saved-cards/saved-cards-page.js';

describe('the field that has the focus', () => {
  let room: Room;
  let page: SavedCardsPage;
  let told: string[];

  const note = (event: Event): void => {
    if (!(event instanceof CustomEvent)) return;
    const { detail } = event;
    expect(Object.keys(detail), 'a name and no value').to.deep.equal(['name']);
    told.push(`${event.type.replace('balcao-field-', '')} ${detail.name}`);
  };
  const open = async (
    tag: 'balcao-checkout' | 'balcao-card-form' | 'balcao-saved-cards',
    more: Record<string, unknown> = {},
  ): Promise<void> => {
    page = await SavedCardsPage.show(tag, { ...settingsOf(room, []), ...more });
    await customElements.whenDefined('balcao-installments');
    await page.element.updateComplete;
  };

  beforeEach(async () => {
    room = await openRoom();
    told = [];
    document.addEventListener('balcao-field-focus', note);
    document.addEventListener('balcao-field-blur', note);
  });

  afterEach(() => {
    document.removeEventListener('balcao-field-focus', note);
    document.removeEventListener('balcao-field-blur', note);
    page.remove();
  });

  it('is told by its name, once when it is entered and once when it is left', async () => {
    await open('balcao-checkout', { 'max-installments': '3' });
    await page.focus('number');
    for (const key of ['4', 'Tab', '0', 'Tab']) await sendKeys({ press: key });
    await waitUntil(
      () => told.at(-1) === 'focus securityCode',
      () => `the code; told were ${told.join(', ')}`,
    );
    expect(told).to.deep.equal(['focus number', 'blur number', 'focus expirationDate', 'blur expirationDate', 'focus securityCode']);
    told.length = 0;
    for (const name of ['holderName', 'saveCard', 'installments']) await page.focus(name);
    page.part('pay-button').focus();
    expect(told).to.deep.equal([
      ...['blur securityCode', 'focus holderName', 'blur holderName', 'focus saveCard', 'blur saveCard'],
      ...['focus installments', 'blur installments'],
    ]);
  });

  it('is one field with all its options', async () => {
    const cards = [await tokenize(room), await tokenize(room, { name: 'Roxinho', expirationDate: '02/31' })];
    const fees = [{ installments: 2, rate: 0.02 }];
    await open('balcao-saved-cards', {
      ...settingsOf(room, cards),
      fees,
      'fee-payer': 'choice',
      'default-installments': '2',
      'max-installments': '2',
    });
    await page.cards(2);
    told.length = 0;
    page.radios[0]?.focus();
    await sendKeys({ press: 'ArrowDown' });
    await waitUntil(() => page.field('whoPaysFee'), 'the choice of who pays');
    page.field('whoPaysFee').focus();
    await sendKeys({ press: 'ArrowDown' });
    page.field('installments').focus();
    expect(told).to.deep.equal(['focus cardId', 'blur cardId', 'focus whoPaysFee', 'blur whoPaysFee', 'focus installments']);
  });

  it('is left once where the outcome takes its place, and where its element goes', async () => {
    await open('balcao-card-form');
    await page.fill({ ...APPROVED_CARD, securityCode: '' });
    await page.type('securityCode', '737');
    told.length = 0;
    await sendKeys({ press: 'Enter' });
    await page.outcome(/Pagamento aprovado/);
    await waitUntil(async () => (await page.focused()) === 'outcome', 'the focus');
    expect(told).to.deep.equal(['blur securityCode']);
    page.remove();

    await open('balcao-card-form', { 'order-id': `other-${room.name}` });
    let left = 0;
    page.element.addEventListener('balcao-field-blur', () => left++);
    await page.focus('number');
    page.remove();
    await page.element.updateComplete;
    expect(left).to.equal(1);
  });
});
