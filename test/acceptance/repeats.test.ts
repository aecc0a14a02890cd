import { expect } from '@open-wc/testing';
import { createPaymentsClient } from '../../src/client/payments-client.js';
import type { ServiceProfileInput } from '../../src/client/index.js';
import type { CardPayment } from '../../src/domain/payment.js';
import type { ChargeResult } from '../../src/domain/order/charge-result.js';
import { runSettings } from '../support/run-settings.js';
import { openRoom, type Room } from '../support/sandbox-room.js';
import { payment as twoInstallments } from '../client/cards/charge-setup.js';

const payment: CardPayment = { ...twoInstallments, installments: 1, whoPaysFee: 'merchant' };

/** How often a connection is broken in each test. */
const TIMES = runSettings.isWhole ? 30 : 3;

const isWebKit = !/Firefox|Chrome/.test(navigator.userAgent);
/** A short time limit makes short pauses. */
const key = { idempotency: { header: 'Idempotency-Key' }, timeLimits: { cardMs: 3000 } } satisfies ServiceProfileInput;

/** What became of one charge whose connection was broken once it was carried out. */
interface Broken {
  result: ChargeResult;
  /** The charges at the service. */
  charges: number;
  /** Those of them that the browser has sent by itself. */
  resent: number;
  /** The requests at the service. */
  requests: number;
}

interface Play {
  profile?: ServiceProfileInput;
  /** Whether the token source says that each token serves one request. */
  singleUse?: boolean;
}

/** Charges once, and has the connection break on which the charge has come, after it was carried out. */
async function payOverBreak(room: Room, amount: number, { profile = {}, singleUse = false }: Play): Promise<Broken> {
  await room.fault('processPayment', 'reset-after-charge');
  const before = await room.state();
  const getToken = async (): Promise<{ token: string; singleUse: boolean }> => ({ token: (await room.issueToken()).token, singleUse });
  const result = await createPaymentsClient({ baseUrl: room.baseUrl, getToken, profile }).processPayment({ ...payment, amount });
  const after = await room.state();
  const charges = after.charges.slice(before.charges.length);
  return {
    result,
    charges: charges.length,
    resent: charges.filter(({ resent }) => resent).length,
    requests: after.requests.slice(before.requests.length).filter(({ operation }) => operation === 'processPayment').length,
  };
}

/** Does so many times at one service, and counts how they ended. */
async function playAll(
  habits: readonly string[],
  play: Play = {},
): Promise<{ ends: Record<string, number>; twice: number; seen: Broken[] }> {
  const room = await openRoom(habits);
  if (play.profile) await room.configure({ idempotency: 'header' });
  const seen: Broken[] = [];
  for (let count = 0; count < TIMES; count += 1) seen.push(await payOverBreak(room, 100 + count, play));
  const ends: Record<string, number> = {};
  for (const { result } of seen) ends[result.status] = (ends[result.status] ?? 0) + 1;
  const twice = seen.filter(({ charges }) => charges > 1).length;
  if (runSettings.isWhole)
    console.log(`${habits.join(' ') || 'plain'} ${JSON.stringify(play)}: ${JSON.stringify(ends)}, ${twice} charged twice`);
  return { ends, twice, seen };
}

describe('a charge on the connection of its preflight, which breaks after the charge', () => {
  // WebKitGTK gives each charge a connection of its own, and sends none again.
  const repeats = isWebKit ? 0 : TIMES;

  for (const habits of [[], ['charge-closes']]) {
    it(`is sent again by the browser itself and charged twice, where there is no key${habits.length > 0 ? ', whatever its own response says' : ''}`, async () => {
      const { twice, seen, ends } = await playAll(habits);
      expect(twice).to.equal(repeats);
      expect(seen.filter(({ resent }) => resent === 1)).to.have.length(repeats);
      expect(ends).to.deep.equal(isWebKit ? { unconfirmed: TIMES } : { approved: TIMES });
    });
  }

  it('is charged once, and called failed all the same, where a service without a key refuses what it takes for a double', async () => {
    const { ends, twice } = await playAll(['knows-doubles']);
    expect([ends, twice]).to.deep.equal([isWebKit ? { unconfirmed: TIMES } : { failed: TIMES }, 0]);
  });

  it('is charged once, and unconfirmed, where responses to OPTIONS close their connection', async () => {
    const { ends, twice } = await playAll(['preflight-closes']);
    expect([ends, twice]).to.deep.equal([{ unconfirmed: TIMES }, 0]);
  });

  it('is charged once, and approved, by its key', async () => {
    const { ends, twice } = await playAll([], { profile: key });
    expect([ends, twice]).to.deep.equal([{ approved: TIMES }, 0]);
  });

  it('is charged once, and unconfirmed, with a token that serves one request and says so: nothing is sent after the 401', async () => {
    const { ends, twice, seen } = await playAll(['single-use'], { singleUse: true });
    expect([ends, twice]).to.deep.equal([{ unconfirmed: TIMES }, 0]);
    expect(Math.max(...seen.map(({ requests }) => requests))).to.equal(isWebKit ? 1 : 2);
  });

  it('is charged once, and approved by its key, with such a token', async () => {
    const { ends, twice } = await playAll(['single-use'], { profile: key, singleUse: true });
    expect([ends, twice]).to.deep.equal([{ approved: TIMES }, 0]);
  });

  for (const habits of [
    ...[400, 401, 403, 404, 409, 422, 429].map((status) => [`repeat-${status}`]),
    ['repeat-400', 'says-declined'],
    ['repeat-422', 'says-declined'],
  ]) {
    it(`is charged once, and never failed or declined, by its key, where the service answers ${habits.join(', ')} to what comes again`, async () => {
      const { ends, twice } = await playAll(habits, { profile: key });
      expect([ends, twice]).to.deep.equal([{ approved: TIMES }, 0]);
    });
  }
});

describe('a charge that is answered 408 on the connection of its preflight, though it was carried out', () => {
  it('is sent again by Chromium itself, and by no other', async () => {
    const room = await openRoom([]);
    await room.fault('processPayment', '408-after-charge');
    const getToken = async (): Promise<string> => (await room.issueToken()).token;
    const result = await createPaymentsClient({ baseUrl: room.baseUrl, getToken }).processPayment(payment);
    const isChromium = /Chrome/.test(navigator.userAgent);
    expect([result.status, (await room.charges()).length]).to.deep.equal(isChromium ? ['approved', 2] : ['unconfirmed', 1]);
  });

  it('is sent once where responses to OPTIONS close their connection', async () => {
    const room = await openRoom(['preflight-closes']);
    await room.fault('processPayment', '408-after-charge');
    const getToken = async (): Promise<string> => (await room.issueToken()).token;
    const result = await createPaymentsClient({ baseUrl: room.baseUrl, getToken }).processPayment(payment);
    expect([result.status, (await room.charges()).length]).to.deep.equal(['unconfirmed', 1]);
  });
});

describe('a charge through the relay of the shop, on a connection that breaks after the charge', () => {
  for (const [what, profile] of [
    ['', {}],
    [', with a key', key],
  ] as const) {
    it(`is charged once, and never failed${what}`, async () => {
      const room = await openRoom([]);
      const ends: Record<string, number> = {};
      for (let count = 0; count < TIMES; count += 1) {
        const baseUrl = new URL(`/__relay/${room.name}/orders/${count}/service/`, location.href).href;
        // A connection that has served the page before.
        await fetch(`${baseUrl}pix/qrCode/none`);
        const result = await createPaymentsClient({ baseUrl, profile }).processPayment(payment, { attemptId: crypto.randomUUID() });
        ends[result.status] = (ends[result.status] ?? 0) + 1;
      }
      if (runSettings.isWhole) console.log(`relay${what}: ${JSON.stringify(ends)}`);
      expect(ends['failed'] ?? 0).to.equal(0);
      expect(await room.charges()).to.have.length(TIMES);
    });
  }

  it('is told to the page by the repeat of a browser that had the cookie of its session', async () => {
    const room = await openRoom([]);
    const baseUrl = new URL(`/__relay/${room.name}/orders/1/service/`, location.href).href;
    // Without one, a repeat has another session than the charge: all that it is told is that the charge was sent.
    const first = await createPaymentsClient({ baseUrl, profile: key }).processPayment(payment, { attemptId: 'attempt-1' });
    expect(first.status).to.be.oneOf(['approved', 'unconfirmed']);
    const second = await createPaymentsClient({ baseUrl, profile: key }).processPayment(payment, { attemptId: 'attempt-2' });
    expect(second).to.have.nested.property('error.code', 'order-closed');
    expect(await room.charges()).to.have.length(1);
  });
});

describe('a charge that is refused, with nothing sent again', () => {
  for (const profile of [{}, key]) {
    for (const status of ['400', '401', '403', '404', '422', ...(profile === key ? [] : (['429'] as const))] as const) {
      it(`by ${status} has failed${profile === key ? ', with a key' : ''}`, async () => {
        const room = await openRoom([]);
        await room.configure({ idempotency: 'header' });
        await room.fault('processPayment', status, { times: 4 * TIMES });
        const getToken = async (): Promise<string> => (await room.issueToken()).token;
        const client = createPaymentsClient({ baseUrl: room.baseUrl, getToken, profile });
        const results: string[] = [];
        for (let count = 0; count < TIMES; count += 1) results.push((await client.processPayment(payment)).status);
        expect(new Set(results)).to.deep.equal(new Set(['failed']));
        expect(await room.charges()).to.have.length(0);
      });
    }
  }

  it('by 429 is unconfirmed with a key: whoever limits requests says nothing of a charge', async () => {
    const room = await openRoom([]);
    await room.fault('processPayment', '429', { times: 4, retryAfter: 0 });
    const getToken = async (): Promise<string> => (await room.issueToken()).token;
    const client = createPaymentsClient({ baseUrl: room.baseUrl, getToken, profile: key });
    expect((await client.processPayment(payment)).status).to.equal('unconfirmed');
    expect(await room.charges()).to.have.length(0);
  });
});
