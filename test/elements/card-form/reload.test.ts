import { expect } from '@open-wc/testing';
import type { Attempt } from '../../../src/domain/order/attempt.js';
import type { Resolution } from '../../../src/domain/order/resolution.js';
import { CARD, SAYS, TestOrder } from '../../model/test-order.js';
import type { Tab } from '../../model/tab.js';
import { waitUntil } from '../../support/wait-until.js';

/** Presses "check again" until the shop's answer is there: while the service is busy, it does not know. */
async function checkUntil(tab: Tab, pattern: RegExp): Promise<void> {
  const check = (): boolean => {
    tab.press('check-button');
    return pattern.test(tab.text);
  };
  await waitUntil(check, () => `${String(pattern)}, the tab says: ${tab.text}`);
}

describe('balcao-card-form: what outlives the page', () => {
  let order: TestOrder;

  beforeEach(async () => {
    order = await TestOrder.create();
  });

  afterEach(() => order.end());

  /** A tab whose charge was cut off by a reload. */
  const openCutOff = async (attributes: Record<string, string> = {}, properties: Record<string, unknown> = {}): Promise<Tab> => {
    const tab = await order.openFilledIn({ attributes, properties });
    void tab.pay();
    await order.room.waitForPending();
    await tab.reload();
    return tab;
  };

  it('is unconfirmed after a reload in flight, and is not charged again', async () => {
    await order.room.fault('processPayment', 'hang-after-charge');
    const tab = await openCutOff();
    await tab.says(SAYS.unconfirmed);
    await tab.type(CARD);
    tab.click(7);
    expect((await tab.pay()).status).to.equal('unconfirmed');
    expect(tab.text).not.to.match(SAYS.notCharged).and.not.to.match(SAYS.notified);
    expect(await order.countCharges()).to.equal(1);
  });

  it('is paid after a reload, and pay() gives the stored outcome', async () => {
    const tab = await order.openFilledIn();
    const paid = await tab.pay();
    await tab.reload();
    await tab.says(SAYS.approved);
    expect(tab.isPayable).to.equal(false);
    const again = await tab.pay();
    expect(again).to.include({ status: 'approved', amount: '149.90', installments: 1, last4: '1111' });
    expect('attemptId' in again && again.attemptId).to.equal('attemptId' in paid && paid.attemptId);
    expect(await order.countCharges()).to.equal(1);
  });

  it('can be paid after a reload that followed a decline', async () => {
    await order.room.fault('processPayment', 'decline');
    const tab = await order.openFilledIn();
    expect((await tab.pay()).status).to.equal('declined');
    await tab.reload();
    await tab.type(CARD);
    expect((await tab.pay()).status).to.equal('approved');
    expect(await order.countCharges()).to.equal(1);
  });

  it('has nothing of the card in the form after a reload', async () => {
    const tab = await order.openFilledIn();
    await tab.reload();
    expect(await tab.card.readAll()).to.deep.equal(['', '', '', '']);
  });

  it('has nothing of the card in the form when the browser shows the page again from its cache', async () => {
    const tab = await order.openFilledIn();
    tab.window.dispatchEvent(new tab.window.PageTransitionEvent('pagehide', { persisted: true }));
    await waitUntil(
      async () => (await tab.card.readAll()).join('') === '',
      () => 'empty fields',
    );
    tab.window.dispatchEvent(new tab.window.PageTransitionEvent('pageshow', { persisted: true }));
    await tab.type(CARD);
    expect((await tab.pay()).status).to.equal('approved');
  });

  it('asks before the page is left, while a charge is in flight and at no other time', async () => {
    const asks = (tab: Tab): boolean => !tab.window.dispatchEvent(new tab.window.Event('beforeunload', { cancelable: true }));
    await order.room.fault('processPayment', 'hang');
    const tab = await order.openFilledIn();
    expect(asks(tab)).to.equal(false);
    const paying = tab.pay();
    await order.room.waitForPending();
    expect(asks(tab)).to.equal(true);
    await order.room.release();
    await paying;
    expect(asks(tab)).to.equal(false);
  });

  describe('what the shop says of it', () => {
    it('is paid when the shop says so', async () => {
      await order.room.fault('processPayment', 'hang-after-charge');
      const tab = await openCutOff({ 'resolve-url': order.room.resolveUrl });
      await order.room.release();
      await checkUntil(tab, SAYS.approved);
      expect(tab.outcomes.filter(({ by, status, late }) => by === 'event' && status === 'approved' && late)).to.have.length(1);
      expect(await order.countCharges()).to.equal(1);
    });

    it('is open again when the shop says that it was not charged', async () => {
      await order.room.fault('processPayment', 'hang');
      const tab = await openCutOff({ 'resolve-url': order.room.resolveUrl });
      await checkUntil(tab, SAYS.notCharged);
      await tab.type(CARD);
      expect((await tab.pay()).status).to.equal('approved');
      expect(await order.countCharges()).to.equal(1);
    });

    for (const fault of ['500', 'reset', 'garbage', 'html', 'empty', 'unknown', 'hang'] as const) {
      it(`stays unconfirmed when the shop answers "${fault}", and can be checked again`, async () => {
        await order.room.fault('processPayment', '503-after-charge');
        const tab = await order.openFilledIn({ attributes: { 'resolve-url': order.room.resolveUrl } });
        await order.room.shop.fault('resolve', fault);
        expect((await tab.pay()).status).to.equal('unconfirmed');
        await tab.says(SAYS.unconfirmed);
        tab.press('check-button');
        await order.room.shop.waitForRequests('resolve');
        if (fault === 'hang') {
          await tab.says(/Verificando/);
          expect(tab.text).to.match(SAYS.unconfirmed);
          await order.room.shop.release();
        } else {
          // A browser may itself ask once more on a broken connection that it had used before.
          await tab.says(fault === 'reset' ? /Verificar de novo|Pagamento aprovado/ : /Verificar de novo/);
          tab.press('check-button');
        }
        await tab.says(SAYS.approved);
        expect(await order.countCharges()).to.equal(1);
      });
    }

    it('does not open the order by "not charged" while the request still runs', async () => {
      await order.room.fault('processPayment', 'hang-after-charge');
      await order.room.shop.fault('resolve', 'not-charged', { times: 5 });
      const tab = await order.openFilledIn({ attributes: { 'resolve-url': order.room.resolveUrl } });
      expect((await order.payUnanswered(tab)).status).to.equal('unconfirmed');
      tab.press('check-button');
      await order.room.shop.waitForRequests('resolve');
      await tab.says(/Verificar de novo/);
      expect(tab.isPayable).to.equal(false);
      await order.room.release();
      await tab.says(SAYS.approved);
      expect(await order.countCharges()).to.equal(1);
    });

    it('asks a function of the page instead, and takes no notice of one that throws', async () => {
      await order.room.fault('processPayment', '503-after-charge');
      const asked: Attempt[] = [];
      let answer: () => Promise<Resolution> = () => Promise.reject(new Error('down'));
      const resolveUnconfirmed = (attempt: Attempt): Promise<Resolution> => {
        asked.push(attempt);
        return answer();
      };
      const tab = await order.openFilledIn({ properties: { resolveUnconfirmed } });
      expect((await tab.pay()).status).to.equal('unconfirmed');
      tab.press('check-button');
      await waitUntil(
        () => asked.length > 0,
        () => 'a question',
      );
      await tab.says(SAYS.unconfirmed);
      answer = () => Promise.resolve({ status: 'charged', identifier: '42' });
      await tab.says(/Verificar de novo/);
      tab.press('check-button');
      await tab.says(/Pagamento aprovado.*42/);
      expect(asked[0]).to.include({ amount: '149.90', last4: '1111', orderId: order.orderId });
    });

    it('says that the shop knows only after its 2xx', async () => {
      await order.room.fault('processPayment', '503-after-charge');
      await order.room.shop.fault('notify', '500', { times: 99 });
      const tab = await order.openFilledIn({ attributes: { 'notify-url': order.room.notifyUrl } });
      expect((await tab.pay()).status).to.equal('unconfirmed');
      await order.room.shop.waitForRequests('notify', 2);
      await tab.says(SAYS.unconfirmed);
      expect(tab.text).not.to.match(SAYS.notified);
      await order.room.shop.clearFaults();
      tab.comeBack();
      await tab.says(SAYS.notified);
      expect((await order.room.shop.toldStates()).at(-1)).to.include('unconfirmed');
    });

    it('is told each state of each attempt, also by the page that comes after the one that paid', async () => {
      await order.room.fault('processPayment', 'decline');
      const tab = await order.openFilledIn({ attributes: { 'notify-url': order.room.notifyUrl } });
      await tab.pay();
      await order.room.shop.waitForRequests('notify', 2);
      await order.room.shop.fault('notify', '500', { times: 99 });
      await tab.type(CARD);
      await tab.pay();
      await order.room.shop.waitForRequests('notify', 4);
      await tab.reload();
      await tab.says(SAYS.approved);
      await order.room.shop.clearFaults();
      tab.comeBack();
      await waitUntil(
        async () => (await order.room.shop.toldStates()).length === 2,
        () => 'the second attempt, at the shop',
      );
      const told = await order.room.shop.toldStates();
      expect(told).to.have.length(2);
      expect(told[0]).to.include.members(['open', 'declined']);
      expect(told[1]).to.deep.equal(['approved']);
    });
  });
});
