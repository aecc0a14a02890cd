import '../../../src/elements/boleto/define.js';
import { expect } from '@open-wc/testing';
import { BoletoShop } from './boleto-page.js';

// In a page of its own: where the time has jumped, the page may have given the database up as slow.
describe('balcao-boleto: a shopper who returns long after the boleto expired', () => {
  let shop: BoletoShop;

  beforeEach(() => (shop = new BoletoShop()));
  afterEach(() => shop.restore());

  it('is not asked to pay another one before the shop was asked about the old one', async () => {
    await shop.rememberExpired();
    const page = await shop.open();
    await page.says(/Gerar boleto/);
    expect(shop.requests('status')).to.deep.equal([]);
    shop.status = { status: 'paid', paidAmount: '149.90' };
    await page.page.clickPay();
    await page.page.outcome(/Boleto pago/);
    expect(shop.requests('boleto')).to.deep.equal([]);
  });
});
