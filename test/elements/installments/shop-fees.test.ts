import { expect } from '@open-wc/testing';
import { waitUntil } from '../../support/checkout-page.js';
import { collectErrors } from '../../support/console-errors.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';
import { InstallmentsPage } from './installments-page.js';

describe('balcao-installments: fees that the shop is asked for', () => {
  let room: Room;
  let page: InstallmentsPage;
  let problems: unknown[];
  const said = collectErrors();

  beforeEach(async () => {
    room = await openRoom();
    problems = [];
  });

  afterEach(() => page.remove());

  const open = async (): Promise<void> => {
    const feesUrl = room.tokenUrl.replace(/token$/, 'fees');
    page = await InstallmentsPage.open({
      amount: '300.00',
      orderId: '42',
      feePayer: 'customer',
      feeFreeUpTo: 3,
      maxInstallments: 4,
      feesUrl,
    });
    page.element.addEventListener('balcao-problem', ({ detail }) => problems.push(detail.operation, detail.error.code));
  };
  const offers = (count: number): Promise<unknown> => waitUntil(() => page.options.length === count, `${count} plans`);

  it('shows the figures of this amount and brand, and none while they come', async () => {
    await open();
    expect(page.options).to.deep.equal(['1x de R$ 300,00']);
    expect(page.part('notice')).to.equal('Buscando as opções de parcelamento…');
    await offers(4);
    expect(page.options[3]).to.match(/total R\$ 315,09$/);
    expect(page.part('notice')).to.equal('');

    await page.choose(4);
    await page.change({ amount: '200.00', brand: 'elo' });
    expect(page.element.plan).to.include({ installments: 1, totalCents: 20000 });
    expect(page.element.refuse(), 'what was chosen is not there').to.deep.equal({ fields: ['installments'] });
    await offers(4);
    expect(page.part('total')).to.equal('Total R$ 212,06');
    expect((await room.shop.state()).requests.map(({ body }) => body)).to.deep.equal([
      { orderId: '42', amount: '300.00' },
      { orderId: '42', amount: '200.00', brand: 'elo' },
    ]);
    expect(said).to.deep.equal([]);
  });

  it('offers no plan that the customer pays after a failure, says so, and asks again when the shopper returns', async () => {
    await room.shop.fault('fees', '500');
    await open();
    await waitUntil(() => problems.length, 'the problem');
    await page.element.updateComplete;
    expect(problems).to.deep.equal(['config', 'server']);
    expect(said.join()).to.match(/no fee table .* The answer was 500/);
    expect(page.options).to.have.length(3);
    expect(page.part('notice')).to.match(/^As outras opções não carregaram/);

    document.dispatchEvent(new Event('visibilitychange'));
    await offers(4);
    expect(page.part('notice')).to.equal('');
  });
});
