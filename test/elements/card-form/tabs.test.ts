import { expect } from '@open-wc/testing';
import { waitUntil } from '../../support/wait-until.js';
import { CARD, SAYS, TestOrder } from '../../model/test-order.js';

describe('balcao-card-form: one order in many tabs', () => {
  let order: TestOrder;

  beforeEach(async () => {
    order = await TestOrder.create();
  });

  afterEach(() => order.end());

  it('charges once when two tabs pay at the same instant', async () => {
    const tabs = [await order.openFilledIn(), await order.openFilledIn()];
    for (const tab of tabs) void tab.pay();
    for (const tab of tabs) await tab.says(SAYS.approved);
    expect(await order.countCharges()).to.equal(1);
  });

  it('charges once when three tabs are clicked seven times each while the answer hangs', async () => {
    await order.room.fault('processPayment', 'hang', { times: 3 });
    const tabs = [await order.openFilledIn(), await order.openFilledIn(), await order.openFilledIn()];
    for (const tab of tabs) tab.click(7);
    await order.room.waitForPending();
    for (const tab of tabs) tab.click(7);
    await order.room.release();
    for (const tab of tabs) await tab.says(SAYS.approved);
    expect(await order.countCharges()).to.equal(1);
    expect((await order.room.state()).requests).to.have.length(1);
  });

  it('shows in the other tab that the order is being paid, and does not let it pay', async () => {
    await order.room.fault('processPayment', 'hang');
    const [paying, other] = [await order.openFilledIn(), await order.openFilledIn()];
    void paying.pay();
    await other.says(SAYS.elsewhere);
    expect(await other.pay()).to.deep.equal({ status: 'cancelled', reason: 'busy' });
    expect(other.outcomes.map(({ by, status }) => `${by}: ${status}`)).to.deep.equal(['pay(): cancelled']);
    await order.room.waitForPending();
    await order.room.release();
    await other.says(SAYS.approved);
    expect(await other.pay()).to.include({ status: 'approved', amount: '149.90' });
    expect(await order.countCharges()).to.equal(1);
  });

  it('leaves the order open in every tab after a decline', async () => {
    await order.room.fault('processPayment', 'decline');
    const [first, second] = [await order.openFilledIn(), await order.openFilledIn()];
    expect((await first.pay()).status).to.equal('declined');
    await first.type(CARD);
    await waitUntil(
      () => second.isPayable && first.isPayable,
      () => second.text,
    );
    expect((await first.pay()).status).to.equal('approved');
    await second.says(SAYS.approved);
    expect(await order.countCharges()).to.equal(1);
  });

  it('calls the charge of a closed tab unconfirmed, in every other tab and after a reload', async () => {
    await order.room.fault('processPayment', 'hang-after-charge');
    const [paying, other] = [await order.openFilledIn(), await order.openFilledIn()];
    void paying.pay();
    await order.room.waitForPending();
    paying.close();
    await other.says(SAYS.unconfirmed);
    expect(other.text)
      .to.match(/R\$ 149,90/)
      .and.to.match(/Visa final 1111/);
    await other.reload();
    await other.says(SAYS.unconfirmed);
    await other.type(CARD);
    expect((await other.pay()).status).to.equal('unconfirmed');
    const later = await order.openFilledIn();
    await later.says(SAYS.unconfirmed);
    expect(await order.countCharges()).to.equal(1);
  });

  it('closes the order in every tab by the late answer of one', async () => {
    await order.room.fault('processPayment', 'hang-after-charge');
    const [paying, other] = [await order.openFilledIn(), await order.openFilledIn()];
    expect((await order.payUnanswered(paying)).status).to.equal('unconfirmed');
    await other.says(SAYS.unconfirmed);
    await order.room.release();
    await paying.says(SAYS.approved);
    await other.says(SAYS.approved);
    expect(paying.outcomes.filter(({ status, late }) => status === 'approved' && late)).to.have.length(1);
    expect(await order.countCharges()).to.equal(1);
  });

  it('opens an order that the shop forgets, in every tab', async () => {
    await order.room.fault('processPayment', '500');
    const [first, second] = [await order.openFilledIn(), await order.open()];
    expect((await first.pay()).status).to.equal('unconfirmed');
    await second.says(SAYS.unconfirmed);
    await second.forgetOrder(order.orderId);
    for (const tab of [first, second]) await tab.says(/Pagar R\$ 149,90/);
    await second.type(CARD);
    expect((await second.pay()).status).to.equal('approved');
    await first.says(SAYS.approved);
    expect(await order.countCharges()).to.equal(1);
  });

  it('keeps an order closed whose request still runs, though the shop forgets it', async () => {
    await order.room.fault('processPayment', 'hang-after-charge');
    const tab = await order.openFilledIn();
    expect((await order.payUnanswered(tab)).status).to.equal('unconfirmed');
    await tab.forgetOrder(order.orderId);
    await tab.type(CARD);
    expect((await tab.pay()).status).to.equal('unconfirmed');
    await order.room.release();
    await tab.says(SAYS.approved);
    expect(await order.countCharges()).to.equal(1);
  });
});
