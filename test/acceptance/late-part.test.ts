import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { CheckoutPage, waitUntil } from '../support/checkout-page.js';
import { writeFrameUrl } from '../support/frame/frame-address.js';
import { sample } from '../support/run-settings.js';
import { DistCopy } from './dist-copy.js';
import { SCRIPT, ShopFrame, scriptTag } from './shop-frame.js';

/** A fee that makes three installments cost more than the amount that the button says before they are there. */
const FEES = '<script type="application/json">{ "fees": [{ "installments": 3, "rate": 0.1 }] }</script>';

/** While a test keeps a part back, no time limit passes. */
const PATIENT = scriptTag('patient.js');

/** The part of the API that TypeScript's DOM library lacks. */
interface LayoutShift extends PerformanceEntry {
  value: number;
}

/** Whether the engine asks again for a module that it could not load. Where not, the page must be loaded anew. */
const asksAgain = !navigator.userAgent.includes('Firefox');

const hasLayoutShift = PerformanceObserver.supportedEntryTypes.includes('layout-shift');

describe('a page whose part that pays comes late', () => {
  const frames: ShopFrame[] = [];

  afterEach(() => frames.splice(0).forEach((frame) => frame.close()));

  async function openFrame(...args: Parameters<typeof ShopFrame.open>): Promise<ShopFrame> {
    const frame = await ShopFrame.open(...args);
    frames.push(frame);
    return frame;
  }

  /** The module of a copy of its own, with a checkout that offers three installments by itself. */
  async function open(copy: DistCopy): Promise<{ frame: ShopFrame; page: CheckoutPage }> {
    const settings = `max-installments="12" default-installments="3" fee-payer="customer">${FEES}<`;
    const frame = await openFrame((tag) => `${PATIENT}${copy.tag}${tag.replace('><', ` ${settings}`)}`, { isHeldBack: true });
    return { frame, page: await frame.checkout() };
  }

  const PRESSES: Readonly<Record<string, (page: CheckoutPage) => Promise<unknown>>> = {
    'a click': (page) => page.clickPay(),
    Enter: async (page) => {
      page.field('securityCode').focus();
      await sendKeys({ press: 'Enter' });
    },
    'pay()': async (page) => void page.element.pay(),
  };

  for (const [name, press] of Object.entries(PRESSES)) {
    it(`locks at ${name}, and pays once what the button said`, async () => {
      const copy = await DistCopy.open({ held: ['pay'] });
      const { frame, page } = await open(copy);
      await page.fill();
      const button = page.part('pay-button');
      expect(button.textContent?.trim()).to.match(/^Pagar R\$\s149,90$/);

      await press(page);
      await waitUntil(() => button.textContent?.includes('Processando'), 'the lock');
      for (const again of Object.values(PRESSES)) await again(page);

      expect(button.getAttribute('aria-disabled')).to.equal('true');
      expect(page.field('number').readOnly).to.equal(true);
      expect((await frame.room.state()).requests).to.deep.equal([]);
      await copy.change({ held: [] });
      await page.outcome(/Pagamento aprovado.*R\$ 149,90.*Visa final 1111/);
      const charges = await frame.room.charges();
      expect(charges.map(({ amount, installments }) => ({ amount, installments }))).to.deep.equal([{ amount: 149.9, installments: 1 }]);
      expect(page.eventNames.filter((event) => event === 'balcao-approved')).to.have.length(1);
    });
  }

  it("uses the shop's own frame alone, also where the parser finds it after the start of the checkout", async () => {
    const copy = await DistCopy.open({ held: ['pay'] });
    const url = writeFrameUrl({ service: 'https://service.test/', origins: [location.origin] }, location.href);
    const frame = await openFrame((tag) => `${PATIENT}${copy.tag}${tag.replace('><', ` frame-url="${url}"><`)}`, { isHeldBack: true });
    const { element } = await frame.checkout();
    await waitUntil(() => element.querySelector('iframe'), "the form's own frame");
    const shops = Object.assign(element.ownerDocument.createElement('iframe'), { slot: 'card-frame', src: url, title: 'Dados do cartão' });
    element.append(shops);
    await waitUntil(() => [...element.querySelectorAll('iframe')].every((iframe) => iframe === shops), "only the shop's frame");
  });

  // Who pays the fee is asked in one line or, on a phone, in two: the room is between them.
  const layouts: readonly (readonly [settings: string, mostPx: number, json?: string])[] = [
    ['', 1],
    ['fee-payer="choice" default-installments="3"', 1],
    ['max-installments="12"', 1],
    ['max-installments="12" lang="en" fee-payer="choice"', 1],
    ['max-installments="12" fee-payer="customer" style="--balcao-font-size: 20px"', 1],
    ['max-installments="12" default-installments="3"', 1],
    ['max-installments="12" default-installments="5"', 1],
    ['max-installments="12" fee-payer="customer" default-installments="3"', 4, FEES],
    ['max-installments="12" fee-payer="choice" default-installments="3"', 36, FEES],
  ];
  for (const [settings, mostPx, json = ''] of sample(layouts, 3)) {
    it(`has held the room of the plans when they come: ${settings || 'with nothing set'}`, async () => {
      const copy = await DistCopy.open({ held: ['pay'] });
      const frame = await openFrame((tag) => `${PATIENT}${copy.tag}${tag.replace('><', ` ${settings}>${json}<`)}`, { isHeldBack: true });
      const page = await frame.checkout();
      await frame.drawn();
      const button = page.part('pay-button');
      const { top } = button.getBoundingClientRect();

      await copy.change({ held: [] });
      await waitUntil(() => page.text.includes('Total'), 'the plans');
      await frame.drawn();

      expect(button.getBoundingClientRect().top).to.be.closeTo(top, mostPx);
    });
  }

  it('charges nothing where the price was changed after the button was pressed', async () => {
    const copy = await DistCopy.open({ held: ['pay'] });
    const { frame, page } = await open(copy);
    await page.fill();
    await page.clickPay();
    await waitUntil(() => page.text.includes('Processando'), 'the lock');

    page.element.setAttribute('amount', '200.00');
    await copy.change({ held: [] });
    await waitUntil(() => page.text.includes('Parcelas') && page.field('installments').getAttribute('aria-invalid') === 'true', 'the mark');

    expect(page.text).to.match(/Pagar R\$ 220,00/);
    expect(page.field('number').value).to.equal('4111 1111 1111 1111');
    expect(await frame.room.charges()).to.deep.equal([]);
  });

  it('groups what was typed before, and leaves the caret where it was', async () => {
    const copy = await DistCopy.open({ held: ['pay'] });
    const { page } = await open(copy);
    const number = page.field('number');
    await page.type('number', '411111112');
    for (let steps = 0; steps < 3; steps++) await sendKeys({ press: 'ArrowLeft' });
    expect(number.value).to.equal('411111112');

    await copy.change({ held: [] });
    await waitUntil(() => number.value === '4111 1111 2', 'groups');
    await sendKeys({ type: '5' });

    expect(number.value).to.equal('4111 1151 12');
    expect(await page.focused()).to.equal('number');
  });

  it('pays with what was filled in before anything could be judged', async () => {
    const copy = await DistCopy.open({ held: ['pay'] });
    const { frame, page } = await open(copy);
    await page.fillIn({ number: '4111-1111-1111-1111', holderName: 'MARIA DA SILVA', expirationDate: '01/2031', securityCode: '737' });
    expect(page.field('number').value, 'nothing has grouped it yet').to.equal('4111-1111-1111-1111');
    await page.clickPay();
    await copy.change({ held: [] });
    await page.outcome(/Pagamento aprovado.*Visa final 1111/);
    expect(await frame.room.charges()).to.have.length(1);
  });

  it('splits a whole card that was pasted before it came', async () => {
    const copy = await DistCopy.open({ held: ['pay'] });
    const { page } = await open(copy);
    await page.paste('number', '4111 1111 1111 1111 01/31 737');
    expect(page.field('number').value).to.equal('4111 1111 1111 1111 01/31 737');
    await copy.change({ held: [] });
    await waitUntil(() => page.field('securityCode').value, 'the code in its field');
    expect(await page.card.readAll()).to.deep.equal(['4111 1111 1111 1111', '01/31', '737', '']);
  });

  it('tells what had the focus before it came', async () => {
    const copy = await DistCopy.open({ held: ['pay'] });
    const { page } = await open(copy);
    const told: string[] = [];
    for (const turn of ['focus', 'blur'] as const)
      page.element.addEventListener(`balcao-field-${turn}`, ({ detail }) => told.push(`${turn} ${detail.name}`));
    page.field('number').focus();
    page.field('holderName').focus();
    expect(told, 'nothing can be told yet').to.deep.equal([]);
    await copy.change({ held: [] });
    await waitUntil(() => told.length > 2, 'what had the focus');
    expect(told).to.deep.equal(['focus number', 'blur number', 'focus holderName']);
  });

  for (const [name, says] of [
    ['paid', /Pagamento aprovado.*Visa final 1111/],
    ['unconfirmed', /Não conseguimos confirmar o pagamento/],
  ] as const) {
    it(`shows an order that is ${name} in the place of what was typed, and charges nothing`, async () => {
      let tag = '';
      const before = await openFrame((given) => `${SCRIPT}${(tag = given)}`);
      if (name === 'unconfirmed') await before.room.fault('processPayment', '500');
      await before.pay(await before.checkout(), says);
      const charges = await before.room.charges();
      before.close();
      const copy = await DistCopy.open({ held: ['pay'] });
      const frame = await openFrame(() => `${PATIENT}${copy.tag}${tag}<p>Below the checkout</p>`, { isHeldBack: true });
      const page = await frame.checkout();
      await frame.drawn();
      const shifts: PerformanceEntry[] = [];
      const observer = new frame.window.PerformanceObserver((list) => shifts.push(...list.getEntries()));
      if (hasLayoutShift) observer.observe({ type: 'layout-shift' });
      await page.fill();
      const number = page.field('number');
      await page.clickPay();

      await copy.change({ held: [] });
      await page.outcome(says);
      await frame.drawn();

      expect(number.value).to.equal('');
      expect(await before.room.charges()).to.deep.equal(charges);
      shifts.push(...observer.takeRecords());
      expect(shifts.reduce((sum, shift) => sum + (shift as LayoutShift).value, 0)).to.be.below(0.01);
    });
  }

  it('keeps what was typed where it is gone, says once that nothing was charged, and can be tried again', async () => {
    const copy = await DistCopy.open({ gone: ['pay'] });
    const opened = await open(copy);
    const { frame } = opened;
    let { page } = opened;
    await page.fill();

    await page.clickPay();
    await waitUntil(() => page.eventNames.includes('balcao-failed'), 'the failure');
    await page.element.updateComplete;

    const failed = page.events.filter(({ name }) => name === 'balcao-failed');
    expect(failed.map(({ detail }) => detail))
      .to.have.length(1)
      .and.to.have.nested.property('[0].error.code', 'network');
    expect(page.field('number').value).to.equal('4111111111111111');
    expect((await frame.room.state()).requests).to.deep.equal([]);
    expect(page.text).to.match(/Pagar R\$ 149,90/);

    expect(page.part('outcome').textContent).to.contain('nada foi cobrado');

    await copy.change({ gone: [] });
    if (asksAgain) await page.clickPay();
    else {
      const reloaded = frame.reloaded();
      await page.click(page.part('reload-button'));
      await reloaded;
      page = await frame.checkout();
      await page.fill();
      await page.clickPay();
    }
    await page.outcome(/Pagamento aprovado.*Visa final 1111/);
    expect(await frame.room.charges()).to.have.length(1);
  });

  it('shows no field in a page that is not secure, also before it comes', async () => {
    const copy = await DistCopy.open({ held: ['pay'] });
    const frame = await openFrame((tag) => `${scriptTag('insecure.js')}${PATIENT}${copy.tag}${tag}`, { isHeldBack: true });
    await frame.window.customElements.whenDefined('balcao-card-form');
    await frame.drawn();
    const page = new CheckoutPage(frame.document.querySelector('balcao-checkout') as CheckoutPage['element']);
    expect(() => page.field('number')).to.throw();

    await copy.change({ held: [] });
    await page.outcome(/Pagamento indisponível/);
    expect(() => page.field('number')).to.throw();
  });
});
