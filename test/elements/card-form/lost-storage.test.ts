import { expect } from '@open-wc/testing';
import { waitUntil } from '../../support/wait-until.js';
import { SAYS, TestOrder } from '../../model/test-order.js';

/** Clears the ledger, as a browser does that is told to clear the site's data while its pages are open. */
async function clearLedger(): Promise<void> {
  await new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase('balcao-ledger');
    request.onsuccess = resolve;
    request.onerror = reject;
  });
}

describe('balcao-card-form: the data of the site are cleared under an open page', () => {
  let order: TestOrder;

  beforeEach(async () => {
    order = await TestOrder.create();
  });

  afterEach(() => order.end());

  it('goes on showing that the order is paid, and writes it down again for a reload', async () => {
    const tab = await order.openFilledIn();
    expect((await tab.pay()).status).to.equal('approved');
    await clearLedger();
    tab.comeBack();
    await tab.says(SAYS.approved);
    expect(await tab.pay()).to.include({ status: 'approved', orderId: order.orderId });
    const later = await order.openFilledIn();
    await later.says(SAYS.approved);
    expect((await later.pay()).status).to.equal('approved');
    expect(await order.countCharges()).to.equal(1);
  });

  it('goes on showing that the order is unconfirmed, in a new tab as well, until the shop frees it', async () => {
    await order.room.fault('processPayment', 'reset-after-charge');
    const tab = await order.openFilledIn();
    expect((await tab.pay()).status).to.equal('unconfirmed');
    await clearLedger();
    tab.comeBack();
    const other = await order.openFilledIn();
    await other.says(SAYS.unconfirmed);
    expect((await other.pay()).status).to.equal('unconfirmed');
    await tab.forgetOrder(order.orderId);
    for (const each of [tab, other]) {
      await waitUntil(
        () => each.isPayable,
        () => `the form; the tab says: ${each.text}`,
      );
    }
  });
});
