import { expect } from '@open-wc/testing';
import type { Tab } from '../../model/tab.js';
import { readPayments } from '../../model/storage.js';
import { CARD, SAYS, TestOrder } from '../../model/test-order.js';
import { waitUntil } from '../../support/wait-until.js';

/** WebKit goes on with the code of a page that was reloaded, if a promise of the page around it wakes that code. */
describe('balcao-card-form: code that runs after its page was unloaded', () => {
  let order: TestOrder;

  beforeEach(async () => {
    order = await TestOrder.create();
  });

  afterEach(() => order.end());

  /** Opens a tab whose payment has its token, and goes on at `wake()`. */
  const openWaiting = async (): Promise<{ tab: Tab; wake: () => void }> => {
    let wake = (): void => undefined;
    const woken = new Promise<void>((resolve) => (wake = resolve));
    const tab = await order.openFilledIn();
    const waits = tab.hold(order.room.tokenUrl, () => woken, 'answer');
    void tab.pay();
    await waits;
    return { tab, wake };
  };

  it('charges nothing, though its payment goes on', async () => {
    const { tab, wake } = await openWaiting();
    await tab.reload();
    wake();
    await tab.type(CARD);
    expect((await tab.pay()).status).to.equal('approved');
    expect(await order.countCharges()).to.equal(1);
  });

  it('shares no memory with the page that follows', async () => {
    const { tab, wake } = await openWaiting();
    const { window: page } = tab;
    const old = page.document;
    const reloading = tab.reload();
    await waitUntil(() => page.document !== old, 'the next page');
    wake();
    await reloading;
    await tab.type(CARD);
    expect((await tab.pay()).status).to.equal('approved');
    expect(await readPayments(order.room.baseUrl, order.orderId)).to.have.length(1);
  });

  it('comes to rest, though it knows a charge of another tab that still runs', async () => {
    await order.room.fault('processPayment', 'hang');
    const [watching, charging] = [await order.open(), await order.openFilledIn()];
    void charging.pay();
    await order.room.waitForPending();
    await watching.says(SAYS.elsewhere);
    const old = watching.element;
    await watching.reload();
    void old.pay();
    await watching.says(SAYS.elsewhere);
  });
});
