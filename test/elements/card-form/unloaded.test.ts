import { expect } from '@open-wc/testing';
import type { Tab } from '../../model/tab.js';
import { readPayments } from '../../model/storage.js';
import { CARD, SAYS, TestOrder } from '../../model/test-order.js';
import { waitUntil } from '../../support/wait-until.js';

/** Keeps each answer from an address back in the page that is loaded now. Resolves once there is one. */
function holdAnswers({ window: page }: Tab, url: string, until: Promise<void>): Promise<void> {
  const send = page.fetch.bind(page);
  return new Promise((answered) => {
    page.fetch = async (input, init) => {
      const request = new page.Request(input, init);
      const answer = await send(request);
      if (!request.url.endsWith(url)) return answer;
      answered();
      await until;
      return answer;
    };
  });
}

/** WebKit goes on with the code of a page that was reloaded, if a promise of the page around it wakes that code. */
describe('balcao-card-form: a payment that goes on after its page was unloaded', () => {
  let order: TestOrder;
  let wake: () => void;
  let tab: Tab;

  /** A tab whose payment has its token and waits. */
  beforeEach(async () => {
    order = await TestOrder.create();
    tab = await order.openFilledIn();
    const answered = holdAnswers(tab, order.room.tokenUrl, new Promise((resolve) => (wake = resolve)));
    void tab.pay();
    await answered;
  });

  afterEach(() => order.end());

  it('charges nothing', async () => {
    await tab.reload();
    wake();
    await tab.type(CARD);
    expect((await tab.pay()).status).to.equal('approved');
    expect(await order.countCharges()).to.equal(1);
  });

  it('shares no memory with the page that follows', async () => {
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
