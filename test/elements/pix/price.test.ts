import '../../../src/elements/checkout/define.js';
import '../../../src/elements/pix/define.js';
import { expect } from '@open-wc/testing';
import type { Room } from '../../support/sandbox-room.js';
import { PixPage, returnToPage } from './pix-page.js';

describe('balcao-pix: a price of its own', () => {
  let room: Room;
  let settings: Record<string, unknown>;
  let page: PixPage;

  /** The amounts that the shop was asked a token for. */
  const askedAmounts = async (purpose: string): Promise<unknown[]> => {
    const { requests } = await room.shop.state();
    return requests.filter(({ endpoint, body }) => endpoint === 'token' && body['purpose'] === purpose).map(({ body }) => body['amount']);
  };

  beforeEach(async () => {
    ({ room, settings } = await PixPage.settings());
    settings = { ...settings, 'pix-amount': '142.41', methods: 'pix card', 'notify-url': room.notifyUrl };
  });

  afterEach(() => page.page.remove());

  it('is what is said, asked for, charged and told, and pays the order in full', async () => {
    page = await PixPage.open(settings, 'balcao-checkout');
    await page.says(/R\$ 142,41/);
    await page.create();
    await page.says(/Valor R\$ 142,41/);
    expect(page.told('balcao-pix-created')[0]).to.include({ amount: '142.41' });
    const sent = (await room.state()).requests.filter(({ operation }) => operation === 'generatePixQrCode');
    expect(sent.map(({ body }) => body)).to.have.nested.property('[0].amount', 142.41);
    expect(await askedAmounts('pix')).to.deep.equal(['142.41']);
    await room.pix('settle');
    returnToPage();
    expect(await page.waitFor('balcao-pix-paid')).to.include({ status: 'paid', amount: '142.41' });
    await page.says(/R\$ 142,41/);
    expect(page.page.text).to.not.match(/Falta uma parte|149,90/);
    expect(await page.page.element.pay()).to.include({ status: 'approved', amount: '142.41' });
    await room.shop.waitForRequests('notify');
    expect((await room.shop.state()).requests.find(({ endpoint }) => endpoint === 'notify')?.body).to.include({
      method: 'pix',
      amount: '142.41',
      state: 'approved',
    });
  });

  it('is not what a card pays', async () => {
    page = await PixPage.open({ ...settings, methods: 'card pix' }, 'balcao-checkout');
    await page.page.fill();
    expect(await page.page.element.pay()).to.include({ status: 'approved', amount: '149.90' });
    expect((await room.charges()).map(({ amount }) => amount)).to.deep.equal([149.9]);
    expect(await askedAmounts('card-payment')).to.deep.equal(['149.90']);
  });

  it('makes the checkout unavailable where it is above the amount', async () => {
    page = await PixPage.open({ ...settings, 'pix-amount': '149.91' });
    await page.says(/Pagamento indisponível/);
    expect(await page.element.create()).to.equal(undefined);
    expect((await room.state()).requests).to.deep.equal([]);
  });
});
