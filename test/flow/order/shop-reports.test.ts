import { expect } from '@open-wc/testing';
import type { Attempt } from '../../../src/domain/order/attempt.js';
import { ShopNotifier } from '../../../src/flow/order/shop-notifier.js';
import { FakeClock } from '../../support/fake-clock.js';

describe('ShopNotifier', () => {
  const approved: Attempt = { attemptId: 'a', method: 'card', amount: '149.90', startedAt: 1, state: 'approved' };

  it('reports an approved payment once more when it turns out to be one too many', async () => {
    const reported: Attempt[] = [];
    const notifier = new ShopNotifier(new FakeClock(), () => undefined);
    notifier.setNotify(async (attempt) => Boolean(reported.push(attempt)));
    notifier.report(approved);
    notifier.report({ ...approved });
    notifier.report({ ...approved, duplicate: true });
    notifier.report({ ...approved, duplicate: true });
    expect(reported).to.deep.equal([approved, { ...approved, duplicate: true }]);
  });

  it('sends what was reported before the shop could be told, and calls back for each acknowledgement', async () => {
    const reported: Attempt[] = [];
    let acknowledgedCount = 0;
    const notifier = new ShopNotifier(new FakeClock(), () => (acknowledgedCount += 1));
    notifier.report(approved);
    expect(notifier.isReported(approved)).to.equal(false);
    notifier.setNotify(async (attempt) => reported.push(attempt) > 1);
    await new FakeClock().advance(0);
    expect([reported.length, acknowledgedCount, notifier.isReported(approved)]).to.deep.equal([1, 0, false]);
    notifier.retry();
    await new FakeClock().advance(0);
    expect([reported.length, acknowledgedCount, notifier.isReported(approved)]).to.deep.equal([2, 1, true]);
    notifier.retry();
    expect(reported).to.have.length(2);
    expect(notifier.isReported({ ...approved, state: 'unconfirmed' })).to.equal(false);
  });
});
