import '../../../src/elements/checkout/define.js';
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { waitUntil } from '../../support/checkout-page.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';
import { SavedCardsPage, settingsOf } from '../saved-cards/saved-cards-page.js';
import type { SavedCard } from '../../../src/domain/card/saved-card.js';
import { memoryCardStore } from '../../../src/flow/card-stores/memory-card-store.js';

const CARD: SavedCard = { cardId: 'card-1', name: 'Roxinho', brand: 'visa', last4: '1111', expiration: '01/2040' };

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
    expect(lines()).to.deep.equal(['Até 3x sem juros, 10x com juros', 'Aprovação na hora']);
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
      'Até 2x sem juros, 12x com juros',
    ],
  ] as const) {
    it(`say of installments what is true: ${name}`, async () => {
      await open(settings);
      await waitUntil(() => lines().length === 2, 'the lines');
      expect(lines()[0]).to.equal(line);
    });
  }

  it('have Pix first where it is cheaper, and the same form open, unless the shop has set an order', async () => {
    const names = (): (string | null)[] =>
      page.all('[part="method-name"], [part~="card-name"] > [aria-hidden]').map(({ textContent }) => textContent);
    const cheaper = { methods: undefined, 'pix-amount': '142.41' };
    await open(cheaper);
    await waitUntil(() => lines().length === 2, 'the lines');
    expect(names()).to.deep.equal(['Pix', 'Cartão']);
    expect([isOpen('card'), isOpen('pix')]).to.deep.equal([true, false]);
    // The rows keep their places: the shopper may be about to press one.
    page.element.setAttribute('pix-amount', '149.90');
    await page.element.updateComplete;
    expect(names()).to.deep.equal(['Pix', 'Cartão']);
    page.remove();
    for (const [settings, order] of [
      [{ ...cheaper, 'pix-amount': '149.90' }, ['Cartão', 'Pix']],
      [{ methods: undefined }, ['Cartão', 'Pix']],
      [{ ...cheaper, methods: 'card pix' }, ['Cartão', 'Pix']],
      [{ ...cheaper, ...settingsOf(room, memoryCardStore([CARD])), 'customer-id': '7' }, ['Pix', 'Roxinho •••• 1111', 'Novo cartão']],
    ] as const) {
      await open(settings);
      // The saved cards, and the form's word for a card beside them, come one after the other.
      await waitUntil(
        () => lines().length === 2 && names().join() === order.join(),
        () => `${order.join()}; there is ${names().join()}`,
      );
      page.remove();
    }
    await open();
  });

  it('has the discount of a Pix beside its name, in percent and never more than it is', async () => {
    const badges = (): string[] => page.all('[part~="method-badge"]').map(({ textContent }) => textContent ?? '');
    await open({ amount: '149.90', 'pix-amount': '142.41' });
    await waitUntil(() => badges().length === 1, 'the badge');
    // R$ 142,405, rounded up to the next cent.
    expect(badges()).to.deep.equal(['5% de desconto']);
    expect(page.part('method-badge').closest('[part~="method"]')).to.equal(page.part('method-pix'));
    for (const [price, badge] of [
      ['142.40', ['5% de desconto']],
      ['142.42', ['4% de desconto']],
      ['149.00', []],
      ['149.90', []],
      ['160.00', []],
    ] as const) {
      page.element.setAttribute('pix-amount', price);
      await page.element.updateComplete;
      expect(badges(), price).to.deep.equal(badge);
    }
  });

  describe('where the shop is asked for its plans', () => {
    const answers: ((answer: unknown) => void)[] = [];
    const getFees = (): Promise<unknown> => new Promise((resolve) => answers.push(resolve));
    const TERMS = { maxInstallments: 3, feePayer: 'merchant' };
    const answer = async (index: number, given: unknown): Promise<void> => {
      await waitUntil(() => answers.length > index, `question ${index}`);
      answers[index]?.(given);
    };
    const cardLine = (): string | null | undefined => page.part('method-card').querySelector('[part="method-line"]')?.textContent;
    const cardSays = (line: string): Promise<unknown> =>
      waitUntil(
        () => cardLine() === line,
        () => `${line}; there is ${cardLine()}`,
      );

    beforeEach(() => answers.splice(0));

    it('say nothing of installments until it answers, and then what its server takes', async () => {
      await open({ 'max-installments': '12', amount: '300.00', getFees });
      await waitUntil(() => lines().includes('Aprovação na hora'), 'the lines');
      expect(cardLine()).to.equal('');
      await answer(0, { fees: [], terms: TERMS });
      await cardSays('Até 3x sem juros');

      page.element.setAttribute('amount', '600.00');
      await cardSays('');
      await answer(1, { fees: [], terms: { maxInstallments: 6, feePayer: 'customer', feeFreeUpTo: 2 } });
      await cardSays('Até 2x sem juros, 6x com juros');
    });

    it('count its rows, too, and keep to what was known while the table of a brand comes', async () => {
      const terms = { maxInstallments: 4, feePayer: 'customer' };
      await open({ amount: '300.00', getFees });
      await answer(0, { fees: [{ installments: 2, whoPaysFee: 'merchant' }], terms });
      await cardSays('Até 2x sem juros, 4x com juros');
      await page.fill();
      await waitUntil(() => answers.length > 1, 'the question of the brand');
      expect(cardLine()).to.equal('Até 2x sem juros, 4x com juros');
      await answer(1, { fees: [], terms });
      await cardSays('Até 4x');
    });

    for (const [what, given, line] of [
      ['terms', { fees: [], terms: TERMS }, 'Até 3x sem juros'],
      ['no terms, so that the attributes count', [], 'Até 4x sem juros, 12x com juros'],
      ['nothing that can be used, so that the plans are left which it pays for by the attributes', {}, 'Até 4x sem juros'],
    ] as const)
      it(`say what is offered, once the card is opened, of a shop that answers ${what}`, async () => {
        const settings = { 'max-installments': '12', 'fee-payer': 'customer', 'fee-free-up-to': '4', amount: '300.00' };
        const { error, warn } = console;
        Object.assign(console, { error: () => undefined, warn: () => undefined });
        await open({ methods: 'pix card', ...settings, getFees });
        await waitUntil(() => lines().includes('Aprovação na hora'), 'the lines');
        expect([cardLine(), answers.length]).to.deep.equal(['', 0]);
        await page.clickPart('method-card');
        await answer(0, given);
        await cardSays(line);
        Object.assign(console, { error, warn });
      });
  });

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
