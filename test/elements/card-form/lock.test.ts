import '../../../src/elements/card-form/define.js';
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { CheckoutPage } from '../../support/checkout-page.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';
import { TIME_LIMITS } from '../../support/time-limits.js';

describe('balcao-card-form: one charge, whatever is pressed', () => {
  let room: Room;
  let settings: Record<string, unknown>;
  const pages: CheckoutPage[] = [];

  const open = async (more: Record<string, unknown> = {}): Promise<CheckoutPage> => {
    const page = await CheckoutPage.open('balcao-card-form', { ...settings, ...more });
    pages.push(page);
    return page;
  };

  beforeEach(async () => {
    room = await openRoom();
    settings = { 'base-url': room.baseUrl, 'token-url': room.tokenUrl, amount: '149.90', 'order-id': `order-${room.name}` };
  });

  afterEach(() => pages.splice(0).forEach((page) => page.remove()));

  it('takes seven clicks in one task as one', async () => {
    const page = await open();
    await page.fill();
    const button = page.part('pay-button');
    for (let click = 0; click < 7; click++) button.click();
    await page.outcome(/aprovado/);
    expect(await room.charges()).to.have.length(1);
    expect(page.eventNames.filter((name) => name === 'balcao-approved')).to.have.length(1);
  });

  it('takes Enter together with a click as one', async () => {
    const page = await open();
    await page.fill();
    await page.focus('securityCode');
    const entered = sendKeys({ press: 'Enter' });
    page.part('pay-button').click();
    await entered;
    await page.outcome(/aprovado/);
    expect(await room.charges()).to.have.length(1);
  });

  it('answers one promise to three calls of pay()', async () => {
    const page = await open();
    await page.fill();
    const answers = [page.element.pay(), page.element.pay(), page.element.pay()];
    expect(new Set(answers)).to.have.length(1);
    expect((await answers[0])?.status).to.equal('approved');
    expect(await room.charges()).to.have.length(1);
  });

  it('is locked while balcao-before-pay is heard, and while it waits', async () => {
    const page = await open();
    await page.fill();
    const again: Promise<unknown>[] = [];
    page.element.addEventListener('balcao-before-pay', (event) => {
      again.push(page.element.pay());
      event.waitUntil(Promise.resolve().then(() => void again.push(page.element.pay())));
    });
    const answer = page.element.pay();
    await answer;
    expect(new Set([answer, ...again])).to.have.length(1);
    expect(await room.charges()).to.have.length(1);
  });

  it('charges once when two elements of one order pay at the same instant', async () => {
    const [first, second] = [await open(), await open()];
    await first.fill();
    await second.fill();
    await Promise.all([first.element.pay(), second.element.pay()]);
    expect(await room.charges()).to.have.length(1);
    await first.outcome(/aprovado/);
    await second.outcome(/aprovado/);
    const told = new Set([...first.events, ...second.events].filter(({ name }) => name === 'balcao-approved').map(({ detail }) => detail));
    expect(told, 'one payment is told by one element').to.have.length(1);
  });

  it('pays with Enter in a field', async () => {
    const page = await open();
    await page.fill();
    await page.focus('expirationDate');
    await sendKeys({ press: 'Enter' });
    await page.outcome(/aprovado/);
    expect(await page.focused(), 'the focus goes where the words are').to.equal('outcome');
  });

  it('shows the paid order again to an element that comes later, and gives the stored outcome', async () => {
    const page = await open();
    await page.fill();
    const paid = await page.element.pay();
    page.remove();
    const later = await open();
    await later.outcome(/aprovado/);
    expect(await later.element.pay()).to.deep.include({ status: 'approved', attemptId: 'attemptId' in paid ? paid.attemptId : '' });
    expect(await room.charges()).to.have.length(1);
  });

  it('does not let what was answered later open an unconfirmed order to a second charge', async () => {
    await room.fault('processPayment', 'hang-after-charge');
    const page = await open();
    await page.fill();
    const paying = page.element.pay();
    await room.waitForPending();
    await page.runOut(TIME_LIMITS.cardMs);
    expect((await paying).status).to.equal('unconfirmed');
    expect((await page.element.pay()).status).to.equal('unconfirmed');
    await room.release();
    await page.outcome(/aprovado/);
    expect(page.events.filter(({ name }) => name === 'balcao-approved').map(({ detail }) => detail)).to.have.nested.property(
      '[0].late',
      true,
    );
    expect(await room.charges()).to.have.length(1);
  });

  it('cancels, changes and refuses through balcao-before-pay', async () => {
    const page = await open();
    await page.fill();
    page.element.addEventListener('balcao-before-pay', (event) => event.preventDefault(), { once: true });
    expect(await page.element.pay()).to.deep.equal({ status: 'cancelled', reason: 'prevented' });
    page.element.addEventListener('balcao-before-pay', (event) => event.waitUntil(Promise.reject(new Error('no'))), { once: true });
    expect((await page.element.pay()).status).to.equal('failed');
    expect(await room.charges()).to.have.length(0);
    expect(await page.card.read('number'), 'nothing is lost').to.equal('4111 1111 1111 1111');
    const orderId = `other-${room.name}`;
    page.element.addEventListener('balcao-before-pay', (event) => event.waitUntil(Promise.resolve({ orderId, amount: '99.50' })), {
      once: true,
    });
    expect(await page.element.pay()).to.include({ status: 'approved', amount: '99.50' });
    expect((await room.charges())[0]).to.include({ amount: 99.5 });
    expect((await room.shop.state()).requests.at(-1)?.body).to.include({ orderId });
  });

  it('keeps no typed card in a form whose order becomes one that is paid', async () => {
    const [one, two] = [await open(), await open({ 'order-id': `other-${room.name}` })];
    await one.fill();
    await one.clickPay();
    await one.outcome(/aprovado/);
    await two.fill();
    two.element.setAttribute('order-id', `order-${room.name}`);
    await two.outcome(/aprovado/);
    expect(await two.card.readAll()).to.deep.equal(['', '', '', '']);
    expect(await room.charges()).to.have.length(1);
  });
});
