import '../../../src/elements/checkout/define.js';
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { waitUntil } from '../../support/checkout-page.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';
import { SavedCardsPage, settingsOf } from '../saved-cards/saved-cards-page.js';
import { memoryCardStore } from '../../../src/flow/card-stores/memory-card-store.js';

describe('balcao-checkout: the rows of the methods', () => {
  let room: Room;
  let page: SavedCardsPage;

  const open = async (more: Record<string, unknown> = {}): Promise<void> => {
    const visitor = { 'customer-id': '', cardStore: undefined, methods: 'card pix' };
    page = await SavedCardsPage.show('balcao-checkout', { ...settingsOf(room, memoryCardStore()), ...visitor, ...more });
  };
  const lines = (): string[] => page.all('[part="method-line"]').flatMap((line) => line.textContent || []);
  const isOpen = (method: string): boolean => page.part(`method-${method}`).querySelector('[part="panel"]')?.checkVisibility() ?? false;

  beforeEach(async () => {
    room = await openRoom();
  });

  afterEach(() => page.remove());

  it('say each method in a word and a line, and hold the form of the one that is open', async () => {
    await open({ 'max-installments': '10', 'fee-payer': 'customer', 'fee-free-up-to': '3' });
    await waitUntil(() => lines().length === 2, 'the lines');
    expect(page.all('[part="method-name"]').map((name) => name.textContent)).to.deep.equal(['Cartão', 'Pix']);
    expect(lines()).to.deep.equal(['Até 10x, 3x sem juros', 'Aprovação na hora']);
    expect([isOpen('card'), isOpen('pix')]).to.deep.equal([true, false]);
    await page.clickPart('method-pix');
    await waitUntil(() => isOpen('pix'), 'Pix');
    expect(isOpen('card')).to.equal(false);
    await expect(page.element).to.be.accessible();
  });

  for (const [name, settings, line] of [
    ['all of them of the shop', { 'max-installments': '12' }, 'Até 12x sem juros'],
    ['all of them with a fee', { 'max-installments': '12', 'fee-payer': 'customer' }, 'Até 12x'],
    ['a choice that the shopper has yet to make', { 'max-installments': '12', 'fee-payer': 'choice' }, 'Até 12x'],
    ['none but the single payment, where the shop says nothing of others', { 'fee-payer': 'choice' }, 'Crédito à vista'],
    ['an amount too small for parts', { 'max-installments': '12', amount: '9.00' }, 'Crédito à vista'],
    [
      'a row of the fee table that the shop bears',
      { 'max-installments': '12', 'fee-payer': 'customer', fees: [{ installments: 2, whoPaysFee: 'merchant' }] },
      'Até 12x, 2x sem juros',
    ],
  ] as const) {
    it(`say of installments what is true: ${name}`, async () => {
      await open(settings);
      await waitUntil(() => lines().length === 2, 'the lines');
      expect(lines()[0]).to.equal(line);
    });
  }

  it('are one native group: arrows choose, and Tab goes on into the form', async () => {
    await open();
    page.all('[name="method"]:checked')[0]?.focus();
    await sendKeys({ press: 'ArrowDown' });
    await waitUntil(() => isOpen('pix'), 'Pix');
    await sendKeys({ press: 'ArrowUp' });
    await waitUntil(() => isOpen('card'), 'the card');
    await sendKeys({ press: 'Tab' });
    await waitUntil(async () => (await page.focused()) !== null, 'the focus, which a frame gets a moment later');
    expect(await page.focused()).to.equal('number');
  });

  it('move nothing when their lines come', async () => {
    await open();
    const place = async (): Promise<number> => (await page.card.place('number')).top;
    const withLines = (await waitUntil(() => lines().length === 2, 'the lines')) && (await place());
    for (const late of page.all('[part="method-line"], [part="method-mark"]')) late.replaceChildren();
    expect(await place()).to.equal(withLines);
  });
});
