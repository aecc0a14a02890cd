// Before the first test, which should not wait for what a page loads late.
import '../../../src/controllers/card/card-validator.js';
import '../../../src/elements/installments/define.js';
import '../../../src/elements/pix/define.js';
import '../../../src/elements/late.js';
import { expect } from '@open-wc/testing';
import type { SavedCard } from '../../../src/domain/card/saved-card.js';
import { memoryCardStore } from '../../../src/flow/card-stores/memory-card-store.js';
import { waitUntil } from '../../support/checkout-page.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';
import { SavedCardsPage, settingsOf, tokenize } from '../saved-cards/saved-cards-page.js';

const FEES = [
  { installments: 2, whoPaysFee: 'merchant' },
  { installments: 4, rate: 0.05 },
];

describe('balcao-checkout: how it looks', () => {
  let room: Room;
  let cards: SavedCard[];
  let page: SavedCardsPage;

  const open = async (more: Record<string, unknown> = {}): Promise<void> => {
    page = await SavedCardsPage.show('balcao-checkout', {
      ...settingsOf(room, memoryCardStore(cards)),
      'max-installments': '12',
      'fee-payer': 'customer',
      fees: FEES,
      ...more,
    });
  };
  const read = (part: string): string => (page.part(part).textContent ?? '').replace(/\s+/g, ' ').trim();
  const choose = async (installments: number): Promise<void> => {
    const select = page.part('installments');
    if (!(select instanceof HTMLSelectElement)) throw new Error('No list of plans');
    select.value = String(installments);
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await waitUntil(() => read('installments-text').startsWith(`${installments}x`), `a plan of ${installments}`);
    await page.element.updateComplete;
  };
  const isAbove = (part: string, other: string): boolean =>
    page.part(part).getBoundingClientRect().bottom <= page.part(other).getBoundingClientRect().top;

  beforeEach(async () => {
    room = await openRoom();
    cards = [];
  });

  afterEach(() => page.remove());

  for (const method of ['card', 'saved-cards'] as const) {
    it(`sums up right above the pay button what it asks for, and sends it: ${method}`, async () => {
      if (method === 'saved-cards') cards = [await tokenize(room)];
      await open({ methods: method });
      if (method === 'card') await page.fill();
      else {
        await page.cards(1);
        await page.pick(cards[0]?.cardId ?? '');
      }
      await choose(4);

      expect(read('installments-text')).to.match(/^4x de R\$ [\d,]+ com juros$/);
      expect(read('payer')).to.equal('Taxa da operadora R$ 7,50');
      expect(read('cost')).to.contain('À vista R$ 149,90');
      const total = read('total').replace('Total ', '');
      expect(total).to.equal('R$ 157,40');
      expect(read('pay-button')).to.equal(`Pagar ${total}`);
      expect(page.text.split(total), 'said in the summary, on the button, in the list and in the table').to.have.length(5);
      expect(isAbove('summary', 'pay-button')).to.equal(true);

      page.element.setAttribute('amount', '200.01');
      await waitUntil(() => read('pay-button').includes('210,01'), 'another amount');
      expect(read('total')).to.equal('Total R$ 210,01');

      await page.clickPart('pay-button');
      await page.says(/Pagamento aprovado/);
      expect(await room.charges()).to.have.length(1);
      expect((await room.charges())[0]).to.include({ amount: 200.01, installments: 4, whoPaysFee: 'customer' });
      expect(read('outcome-amount'), 'what the button said').to.equal('R$ 210,01');
      expect(read('outcome-details')).to.contain('4x de R$ 52,51 com juros (1 de R$ 52,51 e 3 de R$ 52,50)');
    });
  }

  it('sums a Pix up before its code is made', async () => {
    await open({ methods: 'pix' });
    await waitUntil(() => page.all('[part~="summary"]').length, 'a summary');
    expect(read('total')).to.equal('Total à vista R$ 149,90');
    expect(isAbove('summary', 'pay-button')).to.equal(true);
  });

  it('says the words of the shop where the shopper is', async () => {
    await open({ methods: 'card pix', 'customer-id': '' });
    for (const slot of ['help', 'approved']) page.element.append(Object.assign(document.createElement('p'), { slot, textContent: slot }));
    const [help, approved] = page.element.querySelectorAll('p');
    await waitUntil(() => help?.checkVisibility(), 'help');
    expect(approved?.checkVisibility(), 'not yet').to.equal(false);

    await customElements.whenDefined('balcao-pix');
    await page.clickPart('method-pix');
    await waitUntil(() => help?.assignedSlot && help.checkVisibility(), 'help beside Pix');
    await page.clickPart('method-card');
    await page.fill();
    await page.clickPart('pay-button');
    await page.says(/Pagamento aprovado/);

    await waitUntil(() => approved?.checkVisibility(), 'what comes next');
    expect(help?.checkVisibility(), 'nothing to pay any more').to.equal(false);
  });

  it('lets a page style the pieces of nested elements', async () => {
    const style = document.createElement('style');
    style.textContent = ['summary', 'total', 'installments', 'methods', 'panel', 'outcome-title']
      .map((part) => `balcao-checkout::part(${part}) { outline: 1px solid rgb(1, 2, 3) }`)
      .join('\n');
    document.head.append(style);
    await open({ methods: 'card pix', 'customer-id': '' });
    const colour = (part: string): string => getComputedStyle(page.part(part)).outlineColor;
    for (const part of ['summary', 'total', 'installments', 'methods', 'panel']) {
      expect(colour(part), part).to.equal('rgb(1, 2, 3)');
    }
    await page.fill();
    await page.clickPart('pay-button');
    await page.says(/Pagamento aprovado/);
    expect(colour('outcome-title')).to.equal('rgb(1, 2, 3)');
    style.remove();
  });

  it("lets a page style the inputs of the card, where they are the page's", async () => {
    const style = document.createElement('style');
    style.textContent = 'balcao-checkout::part(input) { outline-color: rgb(1, 2, 3) }';
    document.head.append(style);
    await open({ methods: 'card' });
    expect(await page.card.style('number', 'outline-color')).to.equal('rgb(1, 2, 3)');
    style.remove();
  });

  for (const methods of ['card pix', 'card']) {
    it(`keeps its height from a form to its outcome: ${methods}`, async () => {
      await open({ methods, 'customer-id': '' });
      await page.fill();
      await waitUntil(() => page.all('option').length > 1, 'the plans');
      const height = page.element.offsetHeight;
      await page.clickPart('pay-button');
      await page.says(/Pagamento aprovado/);
      expect(page.element.offsetHeight).to.equal(height);
    });
  }
});
