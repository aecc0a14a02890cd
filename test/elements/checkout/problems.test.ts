import '../../../src/elements/checkout/define.js';
import '../../../src/elements/pix/define.js';
import { expect } from '@open-wc/testing';
import type { BalcaoEvents } from '../../../src/controllers/page/checkout-events.js';
import { CheckoutPage, waitUntil } from '../../support/checkout-page.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';

type Problem = BalcaoEvents['balcao-problem'];

describe('balcao-problem', () => {
  let room: Room;
  let settings: Record<string, unknown>;
  let page: CheckoutPage;
  const { error } = console;

  const problems = (operation: Problem['operation']): Problem[] =>
    page.events
      .flatMap(({ name, detail }) => (name === 'balcao-problem' ? [detail as Problem] : []))
      .filter((each) => each.operation === operation);
  const problem = async (operation: Problem['operation']): Promise<Problem> =>
    waitUntil(() => problems(operation)[0], `a problem of ${operation}; there were ${page.eventNames.join(', ')}`);

  beforeEach(async () => {
    room = await openRoom();
    settings = { 'base-url': room.baseUrl, 'token-url': room.tokenUrl, amount: '149.90', 'order-id': `order-${room.name}` };
    console.error = () => undefined;
  });

  afterEach(() => {
    console.error = error;
    page.remove();
  });

  it('tells once of each setting that cannot be used, at the element that has it', async () => {
    page = await CheckoutPage.open('balcao-checkout', { ...settings, 'max-installments': '0' });
    expect((await problem('config')).error).to.include({ code: 'invalid-config' });
    await page.element.pay();
    page.element.setAttribute('amount', '1,5');
    await waitUntil(() => problems('config').length > 1, 'the other setting');
    expect(problems('config').map((each) => each.error.message.split('=')[0])).to.deep.equal(['max-installments', 'amount']);
  });

  it('lets the page put a setting right when it hears of it', async () => {
    const element = document.createElement('balcao-checkout');
    for (const [name, value] of Object.entries({ ...settings, amount: '0' })) element.setAttribute(name, value);
    element.addEventListener('balcao-problem', () => element.setAttribute('amount', '12.30'), { once: true });
    page = new CheckoutPage(element);
    document.body.append(element);
    await problem('config');
    await page.fill();
    expect(await page.element.pay()).to.include({ status: 'approved', amount: '12.30' });
  });

  it('tells of a token source that fails, beside the payment that it fails', async () => {
    await room.shop.fault('token', '500');
    page = await CheckoutPage.open('balcao-card-form', settings);
    await page.fill();
    await page.element.pay();
    expect((await problem('token')).error).to.include({ code: 'token-source' });
    expect(await page.element.pay()).to.include({ status: 'approved' });
    expect(problems('token')).to.have.length(1);
  });

  it('tells of a Pix charge that could not be made', async () => {
    await room.fault('generatePixQrCode', '403');
    page = await CheckoutPage.open('balcao-pix', settings);
    await page.clickPay();
    expect((await problem('pix')).error).to.include({ code: 'forbidden' });
    expect(page.eventNames).to.include('balcao-failed');
    expect(problems('token')).to.deep.equal([]);
  });

  it('tells that the token source fails where a Pix charge is followed', async () => {
    let isBroken = false;
    const getToken = async (): Promise<string> => {
      if (isBroken) throw new TypeError('broken');
      return (await room.issueToken()).token;
    };
    page = await CheckoutPage.open('balcao-pix', { ...settings, 'token-url': '', getToken });
    await page.clickPay();
    await waitUntil(() => page.eventNames.includes('balcao-pix-created'), 'the charge');
    isBroken = true;
    await room.revokeTokens();
    dispatchEvent(new PageTransitionEvent('pageshow'));
    expect((await problem('token')).error).to.include({ code: 'token-source' });
    expect(problems('pix')).to.deep.equal([]);
  });

  it("tells that the shop's notify-url has not taken note", async () => {
    await room.shop.fault('notify', '500');
    page = await CheckoutPage.open('balcao-checkout', { ...settings, methods: 'card', 'notify-url': room.notifyUrl });
    await page.fill();
    await page.element.pay();
    expect((await problem('notify')).error).to.include({ code: 'server' });
    expect(problems('notify')).to.have.length(1);
  });
});
