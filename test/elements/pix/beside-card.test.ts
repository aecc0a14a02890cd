import '../../../src/elements/checkout/define.js';
import '../../../src/elements/pix/define.js';
import { expect } from '@open-wc/testing';
import { CheckoutPage, waitUntil } from '../../support/checkout-page.js';
import type { Room } from '../../support/sandbox-room.js';
import { FakeTime } from './fake-time.js';
import { lookAtPix, PixPage, returnToPage } from './pix-page.js';

describe('balcao-checkout: Pix beside card', () => {
  let room: Room;
  let time: FakeTime;
  let pix: PixPage;

  beforeEach(async () => {
    const opened = await PixPage.settings();
    ({ room } = opened);
    time = new FakeTime();
    pix = await PixPage.open({ ...opened.settings, methods: 'card pix' }, 'balcao-checkout');
    await pix.page.click(await pix.part('method-pix'));
    await pix.says(/Gerar código Pix/);
    const element = pix.page.element.shadowRoot?.querySelector('balcao-pix');
    await element?.create();
    await pix.part('qr');
    await pix.page.click(pix.page.part('method-card'));
    await waitUntil(() => !/Copiar código/.test(pix.page.text), 'the code to be hidden');
    await pix.page.fill();
  });

  afterEach(() => {
    pix.page.remove();
    time.restore();
  });

  const asked = async () => (await room.state()).requests.filter(({ operation }) => operation === 'pixStatus').length;

  it('asks about the code before a card is charged, and goes on when it was not paid', async () => {
    expect(await pix.page.element.pay()).to.include({ status: 'approved' });
    expect(await asked()).to.be.at.least(1);
    expect(await room.charges()).to.have.length(1);
  });

  it('makes and shows no code while a card is being charged', async () => {
    await room.fault('processPayment', 'hang-after-charge');
    const paid = pix.page.element.pay();
    await room.waitForPending();
    const codes = (await room.state()).pix.length;

    const charge = await pix.page.element.shadowRoot?.querySelector('balcao-pix')?.create();

    expect(charge).to.equal(undefined);
    expect((await room.state()).pix).to.have.length(codes);
    await room.release();
    expect(await paid).to.include({ status: 'approved' });
  });

  it('does not charge the card when the code was paid', async () => {
    await room.pix('settle');
    await pix.page.clickPay();
    await pix.waitFor('balcao-pix-paid');
    await pix.says(/Pix recebido/);
    expect(await room.charges()).to.have.length(0);
  });

  it('asks the shopper when nobody else can say, and charges only after the answer', async () => {
    await room.fault('pixStatus', '500', { times: 9 });
    await pix.page.clickPay();
    await pix.says(/não conseguimos conferir se ele foi pago.*Ainda não paguei o Pix/);
    expect(await room.charges()).to.have.length(0);
    await waitUntil(async () => (await pix.page.focused()) === 'pixNotPaid', 'the focus on the question');
    expect(pix.page.field('pixNotPaid').getAttribute('aria-invalid')).to.equal('true');
    await pix.page.click(pix.page.field('pixNotPaid'));
    expect(pix.page.field('pixNotPaid').getAttribute('aria-invalid')).to.equal('false');
    await pix.page.clickPay();
    await pix.says(/Pagamento aprovado/);
    expect(await room.charges()).to.have.length(1);
  });

  it('watches the code after the card was charged, and calls a payment a duplicate', async () => {
    await pix.page.element.pay();
    await room.pix('settle');
    time.jump(2000);
    returnToPage();
    expect(await pix.waitFor('balcao-pix-paid')).to.include({ status: 'paid', duplicate: true });
    expect(pix.told('balcao-pix-paid')).to.have.length(1);
    expect(await room.charges()).to.have.length(1);
  });
});

describe('balcao-checkout: a balcao-pix that comes and goes, as in the tabs of a framework', () => {
  let room: Room;
  let time: FakeTime;
  let page: PixPage;
  const pix = document.createElement('balcao-pix');

  beforeEach(async () => {
    const opened = await PixPage.settings();
    ({ room } = opened);
    time = new FakeTime();
    const checkout = document.createElement('balcao-checkout');
    for (const [name, value] of Object.entries(opened.settings)) checkout.setAttribute(name, String(value));
    checkout.append(document.createElement('balcao-card-form'), pix);
    document.body.append(checkout);
    page = new PixPage(new CheckoutPage(checkout));
    await waitUntil(() => page.page.eventNames.includes('balcao-ready'), 'a checkout that can be used');
    expect(await pix.create()).to.include({ status: 'pending' });
    pix.remove();
    // A change that the page had not rendered yet.
    pix.requestUpdate();
    await time.advance(100);
  });

  afterEach(() => {
    page.page.remove();
    time.restore();
  });

  const settle = async (): Promise<void> => {
    await room.pix('settle');
    time.jump(2000);
    returnToPage();
    await page.waitFor('balcao-pix-paid');
  };

  it('tells of a payment through the checkout, once, while it is away', async () => {
    const targets: (EventTarget | null)[] = [];
    page.page.element.addEventListener('balcao-pix-paid', ({ target }) => targets.push(target));
    await settle();
    expect(targets).to.deep.equal([page.page.element]);
  });

  it('tells of a payment itself, once, when it is back', async () => {
    const targets: (EventTarget | null)[] = [];
    page.page.element.addEventListener('balcao-pix-paid', ({ target }) => targets.push(target));
    page.page.element.append(pix);
    await page.part('qr');
    await settle();
    expect(targets).to.deep.equal([pix]);
  });

  it('is followed no more when the checkout has gone as well', async () => {
    page.page.remove();
    await time.advance(60_000);
    expect(time.pending).to.equal(0);
  });
});

describe('balcao-checkout: a card while a Pix code is being made', () => {
  it('waits for the code, asks about it, and is charged when it was not paid', async () => {
    const { room, settings } = await PixPage.settings();
    const pix = await PixPage.open({ ...settings, methods: 'card pix' }, 'balcao-checkout');
    await pix.page.fill();
    await room.fault('generatePixQrCode', 'hang');
    const created = (await lookAtPix(pix.page)).create();
    await room.waitForPending();

    const paid = pix.page.element.pay();
    await pix.says(/Processando o pagamento/);
    expect((await room.state()).requests.map(({ operation }) => operation)).to.deep.equal(['generatePixQrCode']);
    await room.release();

    expect(await created).to.include({ status: 'pending' });
    expect(await paid).to.include({ status: 'approved' });
    const operations = (await room.state()).requests.map(({ operation }) => operation);
    expect(operations.indexOf('pixStatus')).to.be.within(1, operations.indexOf('processPayment'));
    pix.page.remove();
  });
});
