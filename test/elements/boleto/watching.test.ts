import '../../../src/elements/boleto/define.js';
import { expect } from '@open-wc/testing';
import { waitUntil } from '../../support/checkout-page.js';
import { collectErrors } from '../../support/console-errors.js';
import { AFTER_CLEARED, BoletoShop, createShopBoleto, DAY_MS, PIX_CODE } from './boleto-page.js';

describe('balcao-boleto: what becomes of a boleto', () => {
  let shop: BoletoShop;
  const errors = collectErrors();

  beforeEach(() => (shop = new BoletoShop()));
  afterEach(() => shop.restore());

  /** Comes back, and waits until the shop was asked about a boleto. */
  const askAfter = async (ms: number): Promise<void> => {
    const before = shop.requests('status').length;
    shop.comeBack(ms);
    await waitUntil(() => shop.requests('status').length > before, 'a question to the shop');
  };

  it('is asked of the shop on return, by the identifier of the boleto, and told once', async () => {
    const page = await shop.open();
    await page.create();
    await askAfter(2 * DAY_MS);
    await page.says(/Aguardando o pagamento do boleto/);
    expect(new URL(shop.requests('status')[0]?.url ?? '').pathname).to.equal('/shop/status/boleto%3Ab-1');
    shop.status = { status: 'paid', paidAmount: '149.90' };
    await askAfter(DAY_MS);
    await page.page.outcome(/Boleto pago.*R\$ 149,90/);
    expect(page.hasCode).to.equal(false);
    expect(await page.waitFor('balcao-boleto-paid')).to.include({ status: 'paid' });
    expect(page.page.eventNames.filter((name) => name === 'balcao-boleto-paid' || name === 'balcao-approved')).to.have.length(1);
  });

  it('is expired only by an answer three banking days after the due date, and may be paid late', async () => {
    const page = await shop.open();
    await page.create();
    shop.status = { status: 'expired' };
    await askAfter(DAY_MS);
    await page.says(/Aguardando o pagamento do boleto/);
    await askAfter(7 * DAY_MS);
    await page.says(/O boleto venceu\. Se você já pagou, a confirmação leva até 3 dias úteis/);
    expect(page.hasCode, 'a boleto past its due date').to.equal(false);
    await page.element.create();
    expect(shop.requests('boleto'), 'no other one while its money may be under way').to.have.length(1);
    expect(page.told('balcao-boleto-expired')).to.deep.equal([]);
    await askAfter(AFTER_CLEARED - shop.time.now());
    expect(await page.waitFor('balcao-boleto-expired')).to.include({ status: 'expired' });
    await page.says(/O boleto venceu e não foi pago.*Gerar outro boleto/);
    shop.status = { status: 'paid', paidAmount: '149.90' };
    await askAfter(DAY_MS);
    expect(await page.waitFor('balcao-boleto-paid')).to.include({ late: true });
    await page.page.outcome(/Boleto pago/);
  });

  it('offers another one after a cancelled one, and watches both', async () => {
    const page = await shop.open();
    await page.create();
    shop.status = { status: 'cancelled' };
    await askAfter(DAY_MS);
    expect(await page.waitFor('balcao-boleto-ended')).to.include({ status: 'cancelled' });
    await page.says(/Este boleto não vale mais/);
    shop.status = { status: 'pending' };
    shop.boleto = createShopBoleto({
      chargeId: 'boleto:b-2',
      line: createShopBoleto({}, 149_90, '2026-12-08').line ?? '',
      dueDate: '2026-12-08',
    });
    await page.page.click(page.page.part('new-code-button'));
    await page.says(/08\/12\/2026/);
    expect(page.told('balcao-boleto-created')).to.have.length(2);
  });

  it('is paid twice by the Pix and the bar code of a hybrid: one event of payment, and one of money twice', async () => {
    shop.boleto = createShopBoleto({ pixCode: PIX_CODE });
    const page = await shop.open();
    await page.create();
    shop.status = { status: 'paid', paidAmounts: ['149.90'] };
    await askAfter(DAY_MS);
    await page.page.outcome(/Boleto pago/);
    shop.status = { status: 'paid', paidAmounts: ['149.90', '149.90'] };
    await askAfter(DAY_MS);
    await page.page.outcome(/R\$ 149,90.*R\$ 149,90/);
    await askAfter(DAY_MS);
    expect(page.told('balcao-boleto-paid')).to.have.length(1);
    const duplicates = page.page.events.filter(({ name }) => name === 'balcao-duplicate');
    expect(duplicates).to.have.length(1);
    const payment = { method: 'boleto', chargeId: 'boleto:b-1', amount: '149.90' };
    expect(duplicates[0]?.detail).to.have.deep.property('payments', [payment, payment]);
  });

  it('is looked up when the shopper says that it was paid', async () => {
    const page = await shop.open();
    await page.create();
    await page.page.click(page.page.part('check-button'));
    await page.says(/A confirmação do pagamento ainda não chegou\. Se você já pagou, não pague de novo/);
    shop.status = { status: 'paid' };
    await page.page.click(page.page.part('check-button'));
    await page.page.outcome(/Boleto pago/);
  });

  it('is left to the shop where nobody tells of it, and the developer is told once', async () => {
    const page = await shop.open({ 'status-url': '' });
    await page.create();
    shop.comeBack(DAY_MS);
    await page.says(/A loja confirmará o pagamento/);
    await page.line();
    shop.comeBack(DAY_MS);
    const problems = page.page.events.filter(({ name }) => name === 'balcao-problem');
    expect(problems).to.have.length(1);
    expect(problems[0]).to.have.nested.property('detail.operation', 'pix-status');
    expect(errors.filter((line) => /set status-url/.test(line))).to.have.length(1);
  });

  it('stays good without a network', async () => {
    const page = await shop.open();
    await page.create();
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
    dispatchEvent(new Event('offline'));
    await page.says(/Sem internet\. Seu boleto continua valendo/);
    Reflect.deleteProperty(navigator, 'onLine');
    dispatchEvent(new Event('online'));
    await page.says(/Aguardando o pagamento do boleto/);
  });
});
