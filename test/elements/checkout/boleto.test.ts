import '../../../src/elements/boleto/define.js';
import '../../../src/elements/checkout/define.js';
import '../../../src/elements/late.js';
import '../../../src/elements/pix/define.js';
import { expect } from '@open-wc/testing';
import { APPROVED_CARD, waitUntil } from '../../support/checkout-page.js';
import { collectErrors } from '../../support/console-errors.js';
import { BoletoShop, DAY_MS, type BoletoPage } from '../boleto/boleto-page.js';

const METHODS = { methods: 'card pix boleto' };

describe('balcao-checkout with boletos', () => {
  let shop: BoletoShop;
  collectErrors();

  beforeEach(() => (shop = new BoletoShop()));
  afterEach(() => shop.restore());

  /** Opens the row of a method, and waits for what is in it. */
  const choose = async (page: BoletoPage, method: 'boleto' | 'card' | 'pix'): Promise<void> => {
    const row = (): HTMLInputElement | null | undefined =>
      page.element.shadowRoot?.querySelector<HTMLInputElement>(`input[name="method"][value="${method}"]`);
    (await waitUntil(row, `the row of ${method}`)).click();
    await page.says({ boleto: /lotérica/, card: /Número do cartão/, pix: /QR Code ou copia e cola/ }[method]);
  };

  it('does not offer them by default, also where the shop can make them', async () => {
    const page = await shop.open({}, 'balcao-checkout');
    await page.says(/Cartão.*Pix/);
    expect(page.page.text).to.not.match(/boleto/i);
    expect(page.element.shadowRoot?.querySelector('balcao-boleto')).to.equal(null);
  });

  it('offers one beside the other methods, in the order of the shop, and makes it only when the shopper asks', async () => {
    const page = await shop.open(METHODS, 'balcao-checkout');
    await page.says(/Cartão.*Pix.*Boleto Aprovação em até 3 dias úteis/);
    expect(page.element.shadowRoot?.querySelector('balcao-boleto'), 'before it is chosen').to.equal(null);
    await choose(page, 'boleto');
    await page.says(/lotérica.*Gerar boleto/);
    expect(page.page.events.at(-1)).to.deep.equal({ name: 'balcao-method-changed', detail: { method: 'boleto' } });
    expect(shop.requests('boleto')).to.deep.equal([]);
    await page.create();
    expect(page.told('balcao-boleto-created')).to.have.length(1);
  });

  it('pays by the checkout’s own pay(), as an element without a button does', async () => {
    const page = await shop.open({ ...METHODS, 'pay-button': 'none' }, 'balcao-checkout');
    await choose(page, 'boleto');
    expect(page.find('pay-button')).to.equal(undefined);
    expect(await page.element.pay()).to.deep.equal({ status: 'invalid', fields: [] });
    await page.line();
  });

  it('keeps the card open beside a boleto, asks about the boleto first, and charges no card once it is paid', async () => {
    const page = await shop.open(METHODS, 'balcao-checkout');
    await choose(page, 'boleto');
    await page.create();
    await choose(page, 'card');
    await page.page.fill(APPROVED_CARD);
    shop.status = { status: 'paid', paidAmount: '149.90' };
    const before = shop.requests('status').length;
    await page.page.clickPay();
    await page.page.outcome(/Boleto pago/);
    expect(shop.requests('status').length).to.be.above(before);
    expect(page.page.eventNames).to.include('balcao-boleto-paid');
    expect(page.page.eventNames).to.not.include('balcao-approved');
  });

  it('asks about the boleto before a Pix too, and creates none once the boleto is paid', async () => {
    const page = await shop.open(METHODS, 'balcao-checkout');
    await choose(page, 'boleto');
    await page.create();
    await choose(page, 'pix');
    shop.status = { status: 'paid', paidAmount: '149.90' };
    await page.element.pay();
    await page.page.outcome(/Boleto pago/);
    expect(page.page.eventNames).to.include('balcao-boleto-paid');
    expect(page.page.eventNames).to.not.include('balcao-pix-created');
  });

  it('wants the shopper’s word before a card where nobody knows of the boleto', async () => {
    const page = await shop.open({ ...METHODS, 'status-url': '' }, 'balcao-checkout');
    await choose(page, 'boleto');
    await page.create();
    await choose(page, 'card');
    await page.page.fill(APPROVED_CARD);
    await page.page.clickPay();
    await page.says(/Há um boleto deste pedido.*Ainda não paguei o boleto nem o Pix/);
  });

  it('watches the boleto of an earlier page before its row is opened', async () => {
    const first = await shop.open(METHODS, 'balcao-checkout');
    await choose(first, 'boleto');
    await first.create();
    first.page.remove();
    shop.status = { status: 'paid', paidAmount: '149.90' };
    shop.time.jump(DAY_MS);
    const later = await shop.open(METHODS, 'balcao-checkout');
    await later.page.outcome(/Boleto pago/);
    expect(later.told('balcao-boleto-paid')).to.have.length(1);
    expect(later.page.eventNames.filter((name) => name === 'balcao-boleto-paid')).to.have.length(1);
  });
});
