import { expect } from '@open-wc/testing';
import type { PaymentsClient } from '../../../src/client/create-client.js';
import { systemClock } from '../../../src/client/system-clock.js';
import { ElementStatusSource } from '../../../src/controllers/pix/pix-status-source.js';
import { parseSettings } from '../../../src/controllers/settings/settings.js';
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

  const ask = (source: ElementStatusSource) => source.ask('pix-1', new AbortController().signal);

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
});
