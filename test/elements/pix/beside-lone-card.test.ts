import '../../../src/elements/card-form/define.js';
import { expect } from '@open-wc/testing';
import { CheckoutPage, waitUntil } from '../../support/checkout-page.js';
import type { Room } from '../../support/sandbox-room.js';
import { leaveCode, PixPage } from './pix-page.js';

describe('balcao-card-form alone, after a page that has made a Pix code', () => {
  let room: Room;
  let page: CheckoutPage;

  beforeEach(async () => {
    const opened = await PixPage.settings();
    ({ room } = opened);
    await leaveCode(room);
    page = await CheckoutPage.open('balcao-card-form', opened.settings);
    await page.fill();
  });

  afterEach(() => page.remove());

  it('does not charge the card when the code was paid, and tells the page of the Pix', async () => {
    await room.pix('settle');
    expect(await page.element.pay()).to.include({ status: 'approved' });
    await page.outcome(/Pix recebido/);
    expect(await room.charges()).to.have.length(0);
    expect(page.eventNames).to.include('balcao-pix-paid').and.not.to.include('balcao-approved');
  });

  it('charges the card when the code was not paid', async () => {
    expect(await page.element.pay()).to.include({ status: 'approved' });
    expect(await room.charges()).to.have.length(1);
    const operations = (await room.state()).requests.map(({ operation }) => operation);
    expect(operations.indexOf('pixStatus')).to.be.within(1, operations.indexOf('processPayment'));
  });

  it('asks the shopper when nobody else can say', async () => {
    await room.fault('pixStatus', '500', { times: 9 });
    expect(await page.element.pay()).to.deep.equal({ status: 'invalid', fields: ['pixNotPaid'] });
    await waitUntil(
      () => /Ainda não paguei o Pix/.test(page.text),
      () => `the question; the page says: ${page.text}`,
    );
    expect(await room.charges()).to.have.length(0);
    await page.click(page.field('pixNotPaid'));
    expect(await page.element.pay()).to.include({ status: 'approved' });
    expect(await room.charges()).to.have.length(1);
  });
});
