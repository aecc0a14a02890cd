import { expect } from '@open-wc/testing';
import type { PaymentsClient } from '../../../src/client/create-client.js';
import { systemClock } from '../../../src/client/system-clock.js';
import { ElementStatusSource } from '../../../src/controllers/charges/status-source.js';
import { parseSettings } from '../../../src/controllers/settings/settings.js';
import { createTestCharge } from '../../flow/support/pix-world.js';
import { FakeClock } from '../../support/fake-clock.js';
import { FetchStub, json } from '../../client/support/fetch-stub.js';

/** By how much the device's clock is behind the shop's. */
const SHOP_AHEAD_MS = 600_000;

describe('ElementStatusSource', () => {
  const realNow = Date.now;
  const startAt = Math.floor(realNow() / 1000) * 1000;
  let fetches: FetchStub;
  let now: number;

  /** Opens a source that polls the shop's endpoint, with a client of this clock. */
  const open = (client: Pick<PaymentsClient, 'now' | 'isTimeKnown'>): ElementStatusSource =>
    new ElementStatusSource({
      settings: () => parseSettings({ amount: '149.90', statusUrl: '/shop/status/{charge}' }),
      loadClient: async () => client as PaymentsClient,
      report: () => undefined,
      clock: systemClock,
    });

  const ask = (source: ElementStatusSource) => source.ask(createTestCharge(new FakeClock(startAt)), new AbortController().signal);

  beforeEach(() => {
    now = startAt;
    // A millisecond passes with each reading.
    Date.now = () => now++;
    fetches = new FetchStub();
    fetches.reply(json(200, { status: 'PENDING' }, { Date: new Date(startAt + SHOP_AHEAD_MS).toUTCString() }));
  });

  afterEach(() => {
    fetches.restore();
    Date.now = realNow;
  });

  it("goes by the device's clock before anybody has told the time", async () => {
    const source = open({ now: () => Date.now(), isTimeKnown: () => false });
    await source.loadClient();
    expect(source.trueNow()).to.be.within(startAt, startAt + 50);
  });

  it("goes by the shop's clock while the service's time is unknown, whatever passes between two readings", async () => {
    const source = open({ now: () => Date.now(), isTimeKnown: () => false });
    await source.loadClient();
    await ask(source);
    expect(source.trueNow()).to.be.within(startAt + SHOP_AHEAD_MS, startAt + SHOP_AHEAD_MS + 50);
  });

  it("goes by the service's clock where the client knows it, before the shop's", async () => {
    const source = open({ now: () => Date.now() + 1000, isTimeKnown: () => true });
    await ask(source);
    await source.loadClient();
    expect(source.trueNow()).to.be.within(startAt + 1000, startAt + 1050);
  });

  it("takes the service's time for known where it is the device's to the millisecond", async () => {
    Date.now = () => startAt;
    const source = open({ now: () => Date.now(), isTimeKnown: () => true });
    await ask(source);
    await source.loadClient();
    expect(source.trueNow()).to.equal(startAt);
  });

  it("goes by the clock of a page's own client, which does not say whether it knows the time, after the shop's", async () => {
    const source = open({ now: () => Date.now() + 1000 });
    await source.loadClient();
    expect(source.trueNow()).to.be.within(startAt + 1000, startAt + 1050);
    await ask(source);
    expect(source.trueNow()).to.be.within(startAt + SHOP_AHEAD_MS, startAt + SHOP_AHEAD_MS + 50);
  });

  it('takes days of sleep for what they are where the shop tells the same time, and not where it tells another', async () => {
    const DAYS_MS = 3 * 86_400_000;
    for (const [isTimeKnown, steadyMs] of [
      [false, DAYS_MS],
      // The service told the time before the clock was put ahead, and the shop contradicts it.
      [true, 0],
    ] as const) {
      Date.now = () => startAt;
      const source = open({ now: () => Date.now(), isTimeKnown: () => isTimeKnown });
      await source.loadClient();
      fetches.reply(json(200, { status: 'PENDING' }, { Date: new Date(startAt).toUTCString() }));
      await ask(source);
      Date.now = () => startAt + DAYS_MS;
      expect(source.steadyNow() - startAt, 'before an answer').to.be.below(1000);
      const shopNow = isTimeKnown ? startAt : startAt + DAYS_MS;
      fetches.reply(json(200, { status: 'PENDING' }, { Date: new Date(shopNow).toUTCString() }));
      await ask(source);
      expect(source.steadyNow() - startAt).to.be.within(steadyMs, steadyMs + 1000);
    }
  });
});
