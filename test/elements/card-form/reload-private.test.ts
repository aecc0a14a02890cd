import { expect } from '@open-wc/testing';
import type { FrameWindow } from '../../model/tab-settings.js';
import { SAYS, TestOrder } from '../../model/test-order.js';
import { TIME_LIMITS } from '../../support/time-limits.js';

/** What a browser may do with IndexedDB, in private mode or by a setting. */
const BROKEN: Record<string, (frame: FrameWindow) => void> = {
  'is missing': (frame) => Object.defineProperty(frame, 'indexedDB', { value: undefined }),
  'is refused': (frame) =>
    Object.defineProperty(frame.IDBFactory.prototype, 'open', {
      value: () => {
        throw new frame.DOMException('The operation is insecure.', 'SecurityError');
      },
    }),
  // A request that nothing is ever heard of.
  hangs: (frame) =>
    Object.defineProperty(frame.IDBFactory.prototype, 'open', {
      value: () => Object.assign(new Promise(() => undefined), { addEventListener: () => undefined }),
    }),
};

describe('balcao-card-form: where the browser keeps nothing', () => {
  let order: TestOrder;
  let passing: ReturnType<typeof setInterval> | undefined;

  beforeEach(async () => {
    order = await TestOrder.create();
  });

  afterEach(async () => {
    clearInterval(passing);
    await order.end();
  });

  for (const [what, prepare] of Object.entries(BROKEN)) {
    it(`pays once where IndexedDB ${what}, and says so in the console`, async () => {
      const tab = await order.openFilledIn({ prepare });
      // Whenever money depends on it, the page waits for the database as long as its limit is.
      passing = setInterval(() => tab.window.endTimeLimits?.(TIME_LIMITS.databaseMs), 10);
      tab.click(7);
      await tab.says(SAYS.approved);
      expect((await tab.pay()).status).to.equal('approved');
      expect(tab.log.filter((line) => /Balcão: IndexedDB is missing, blocked or slow/.test(line))).to.have.length(1);
      expect(await order.countCharges()).to.equal(1);
    });
  }

  it('keeps an unconfirmed order closed in memory where IndexedDB is missing', async () => {
    await order.room.fault('processPayment', '503-after-charge');
    const tab = await order.openFilledIn({ prepare: BROKEN['is missing'] ?? (() => undefined) });
    expect((await tab.pay()).status).to.equal('unconfirmed');
    expect((await tab.pay()).status).to.equal('unconfirmed');
    expect(await order.countCharges()).to.equal(1);
  });

  it('pays once in two tabs where there are no Web Locks and no BroadcastChannel', async () => {
    const prepare = (frame: FrameWindow): void => {
      Object.defineProperty(frame.navigator, 'locks', { value: undefined });
      Object.defineProperty(frame, 'BroadcastChannel', { value: undefined });
    };
    const tabs = [await order.openFilledIn({ prepare }), await order.openFilledIn({ prepare })];
    await Promise.all(tabs.map((tab) => tab.pay()));
    for (const tab of tabs) tab.comeBack();
    for (const tab of tabs) await tab.says(SAYS.approved);
    expect(await order.countCharges()).to.equal(1);
  });
});
