import '../../../src/elements/card-form/define.js';
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { BrandLimit } from '../../../src/domain/installments/plans.js';
import { cardFixtures } from '../../../src/fixtures/cards.js';
import { APPROVED_CARD, CheckoutPage, waitUntil } from '../../support/checkout-page.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';
import { SavedCardsPage, settingsOf, tokenize } from '../saved-cards/saved-cards-page.js';

const ELO = cardFixtures.find(({ brand, isValid }) => brand === 'elo' && isValid)?.number ?? '';
const LIMITS: BrandLimit[] = [{ brands: ['elo'], maxInstallments: 6 }];
const TERMS = { maxInstallments: 12, maxInstallmentsByBrand: { elo: 6 } };
const MOVED = /^Com Elo, até 6x\. O parcelamento mudou para 6x de R\$\s50,00 sem juros\.$/;

describe('balcao-installments: a brand of which the shop takes fewer installments', () => {
  let room: Room;
  let page: CheckoutPage;

  beforeEach(async () => {
    room = await openRoom();
  });

  afterEach(() => page.remove());

  const open = async (settings: Record<string, unknown>): Promise<void> => {
    page = await CheckoutPage.open('balcao-card-form', {
      'base-url': room.baseUrl,
      'token-url': room.tokenUrl,
      'order-id': `order-${room.name}`,
      amount: '300.00',
      'max-installments': '12',
      ...settings,
    });
    await plans(12);
  };
  const plans = (count: number): Promise<unknown> =>
    waitUntil(
      () => page.part('installments').children.length === count,
      () => `${count} plans; there are ${page.part('installments').children.length}`,
    );
  const choose = async (count: number): Promise<void> => {
    const list = page.field('installments');
    list.value = String(count);
    list.dispatchEvent(new Event('change', { bubbles: true }));
    await page.element.updateComplete;
  };
  const says = (notice: RegExp): Promise<unknown> =>
    waitUntil(
      () => notice.test(page.part('notice').textContent?.trim() ?? ''),
      () => `${String(notice)}; there is ${page.part('notice').textContent}`,
    );
  /** Types another number in the place of the one that is there. */
  const retype = async (number: string): Promise<void> => {
    await page.focus('number');
    await sendKeys({ press: 'End' });
    for (let index = 0; index < 19; index += 1) await sendKeys({ press: 'Backspace' });
    await page.type('number', number);
  };

  for (const [what, settings] of [
    ['rows of the page', { fees: LIMITS }],
    ['the terms of the shop', { getFees: () => ({ fees: [], terms: TERMS }) }],
    ['rows of the shop', { getFees: () => LIMITS }],
  ] as const)
    it(`shows the plans of the typed brand by ${what}, says why the choice moved, and pays what is shown`, async () => {
      await open(settings);
      await choose(10);
      await says(/^$/);
      await page.fill({ ...APPROVED_CARD, number: ELO });
      await plans(6);
      await says(MOVED);
      expect(page.field('installments').value).to.equal('6');

      await retype(APPROVED_CARD.number);
      await plans(12);
      await waitUntil(() => page.field('installments').value === '10', 'the choice again');
      await says(/^$/);

      await retype(ELO);
      await plans(6);
      await says(MOVED);
      await page.hear();
      expect(await page.element.pay()).to.include({ status: 'approved', installments: 6, brand: 'elo' });
      expect((await room.charges()).map(({ installments }) => installments)).to.deep.equal([6]);
    });

  it('says so in the language of the page', async () => {
    for (const [lang, notice] of [
      ['en', /^With Elo, up to 6x\. Your installments changed to 6x/],
      ['es', /^Con Elo, hasta 6x\. Las cuotas cambiaron a 6x/],
    ] as const) {
      await open({ fees: LIMITS, lang, 'default-installments': '10' });
      await page.type('number', ELO);
      await says(notice);
      if (lang === 'en') page.remove();
    }
  });

  it('holds for a saved card as well', async () => {
    const cards = [
      await tokenize(room, { name: 'Da Ana' }),
      { ...(await tokenize(room, { number: ELO, name: 'Do Davi' })), brand: 'elo' as const },
    ];
    const saved = await SavedCardsPage.show('balcao-saved-cards', {
      ...settingsOf(room, cards),
      amount: '300.00',
      'max-installments': '12',
      fees: LIMITS,
    });
    page = saved;
    await saved.cards(2);
    await plans(12);
    await choose(10);
    await saved.pick(cards[1]?.cardId ?? '');
    await plans(6);
    await says(MOVED);
    await saved.pick(cards[0]?.cardId ?? '');
    await plans(12);
    await waitUntil(() => page.field('installments').value === '10', 'the choice again');
    await saved.pick(cards[1]?.cardId ?? '');
    await plans(6);
    await page.clickPay();
    await page.outcome(/aprovado/);
    expect((await room.charges()).map(({ installments }) => installments)).to.deep.equal([6]);
  });
});
