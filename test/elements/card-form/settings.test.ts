import '../../../src/elements/checkout/define.js';
import { expect } from '@open-wc/testing';
import { CheckoutPage, waitUntil } from '../../support/checkout-page.js';
import { collectErrors } from '../../support/console-errors.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';

describe('balcao-checkout: settings', () => {
  let room: Room;
  let good: Record<string, unknown>;
  let page: CheckoutPage | undefined;
  const said = collectErrors();

  beforeEach(async () => {
    room = await openRoom();
    good = { 'base-url': room.baseUrl, 'token-url': room.tokenUrl, amount: '149.90' };
  });

  afterEach(() => {
    page?.remove();
  });

  for (const [name, value, fix] of [
    ['base-url', '', /base-url is missing/],
    ['base-url', 'http://payments.example/', /https/],
    ['token-url', '', /token-url is missing/],
    ['amount', '12,3', /amount="12,3".*amount="149\.90"/],
    ['amount', '0', /amount="0"/],
    ['max-installments', '0', /max-installments="0".*whole number/],
    ['min-installment-amount', '5,00', /min-installment-amount/],
    ['fee-payer', 'shop', /merchant, customer or choice/],
    ['accepted-brands', 'visa vise', /vise/],
    ['resolve-url', 'http://shop.example/', /https/],
  ] as const) {
    it(`says once what is wrong with ${name}="${value}", and never sends`, async () => {
      page = await CheckoutPage.open('balcao-checkout', { ...good, [name]: value });
      await page.outcome(/Pagamento indisponível/);

      const outcome = await page.element.pay();

      expect(outcome).to.have.nested.property('error.code', 'invalid-config');
      expect(said.filter((line) => fix.test(line))).to.have.length(1);
      expect((await room.state()).requests).to.have.length(0);
      expect((await room.shop.state()).requests).to.have.length(0);
    });
  }

  it('comes back when the setting is put right', async () => {
    page = await CheckoutPage.open('balcao-checkout', { ...good, amount: '12,3' });
    await page.outcome(/indisponível/);
    page.element.setAttribute('amount', '12.30');
    await page.element.updateComplete;
    expect(page.part('pay-button').textContent).to.match(/12,30/);
    await page.fill();
    expect((await page.element.pay()).status).to.equal('approved');
  });

  it('keeps what was typed while a setting is wrong, out of sight, and goes on with it', async () => {
    page = await CheckoutPage.open('balcao-checkout', good);
    await page.fill();
    page.element.setAttribute('amount', '12,3');
    await page.outcome(/indisponível/);
    expect(await page.readText()).not.to.match(/Número do cartão/);
    expect((await page.element.pay()).status).to.equal('failed');
    page.element.setAttribute('amount', '12.30');
    await page.element.updateComplete;
    await waitUntil(() => /12,30/.test(page?.part('pay-button').textContent ?? ''), 'the form');
    expect(await page.card.read('number')).to.equal('4111 1111 1111 1111');
    expect(page.text).not.to.match(/indisponível/);
    expect(await page.element.pay()).to.include({ status: 'approved', amount: '12.30' });
  });

  it('reads what the JSON child holds, and its parts read what the checkout has', async () => {
    const checkout = document.createElement('balcao-checkout');
    checkout.innerHTML =
      '<script type="application/json">{ "texts": { "number": "Cartão da loja" } }</script><balcao-card-form></balcao-card-form>';
    for (const [name, value] of Object.entries(good)) checkout.setAttribute(name, String(value));
    document.body.append(checkout);
    page = new CheckoutPage(checkout);
    await checkout.updateComplete;
    const form = checkout.querySelector('balcao-card-form');
    if (!form) throw new Error('no form');
    await expectText(new CheckoutPage(form), /Cartão da loja/);
    await page.fill();
    expect((await page.element.pay()).status).to.equal('approved');
    expect(await room.charges()).to.have.length(1);
  });

  it("says nothing of what has given way to the shop's own layout", async () => {
    page = await CheckoutPage.open('balcao-checkout', good);
    const form = page.element.shadowRoot?.querySelector('balcao-card-form');
    page.element.append(document.createElement('balcao-card-form'));
    await waitUntil(() => form?.isConnected === false, 'the methods to give way');
    form?.requestUpdate();
    await form?.updateComplete;
    // The frame of an earlier test, whose service cannot be used, is given up some seconds later.
    expect(said.filter((line) => !line.includes('payments.example'))).to.deep.equal([]);
  });

  it('sends exactly the fields of the interface', async () => {
    page = await CheckoutPage.open('balcao-checkout', { ...good, 'max-installments': '2', 'default-installments': '2' });
    await page.fill();
    await page.element.pay();
    const { requests } = await room.state();
    expect(requests.at(-1)?.body).to.deep.equal({
      amount: 149.9,
      installments: 2,
      whoPaysFee: 'merchant',
      card: { holderName: 'MARIA DA SILVA', expirationDate: '01/31', number: '4111111111111111', securityCode: '737' },
    });
    expect(Object.keys(requests.at(-1)?.headers ?? {})).to.include.members(['authorization', 'content-type', 'accept']);
  });

  it('writes the expiry as the profile says', async () => {
    page = await CheckoutPage.open('balcao-checkout', { ...good, profile: { cardExpiration: 'MM/YYYY' } });
    await page.fill();
    await page.element.pay();
    expect((await room.state()).requests.at(-1)).to.have.nested.property('body.card.expirationDate', '01/2031');
  });

  it("pays through a relay of the page's own origin without asking for a token", async () => {
    page = await CheckoutPage.open('balcao-checkout', { 'base-url': room.relayUrl, amount: '149.90' });
    await page.fill();
    expect((await page.element.pay()).status).to.equal('approved');
    expect((await room.shop.state()).requests.filter(({ endpoint }) => endpoint === 'token')).to.have.length(0);
  });

  it('speaks the nearest language of the page', async () => {
    document.documentElement.lang = 'en';
    page = await CheckoutPage.open('balcao-checkout', good);
    await expectText(page, /Card number/);
    page.element.lang = 'es';
    await expectText(page, /Número de tarjeta/);
    page.element.lang = 'pt-PT';
    await expectText(page, /Número do cartão/);
    document.documentElement.removeAttribute('lang');
  });
});

async function expectText(page: CheckoutPage, pattern: RegExp): Promise<void> {
  await waitUntil(async () => pattern.test(await page.readText()), String(pattern));
}
