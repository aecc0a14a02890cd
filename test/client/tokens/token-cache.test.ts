import { expect } from '@open-wc/testing';
import { TokenCache, type TokenCriteria } from '../../../src/client/tokens/token-cache.js';
import type { GetToken, TokenRequest } from '../../../src/client/tokens/token.js';
import { isCheckoutError } from '../../../src/domain/errors.js';
import { FakeClock } from '../../support/fake-clock.js';

const chargeNeed: TokenCriteria = { purpose: 'card-payment', orderId: 'o', attemptId: 'a', amount: '149.90', minLifeMs: 30_000 };
const statusNeed: TokenCriteria = { purpose: 'pix-status', minLifeMs: 15_000 };

function createSource(getToken: GetToken): { source: TokenCache; clock: FakeClock; times: number[] } {
  const clock = new FakeClock();
  const times: number[] = [];
  return { clock, times, source: new TokenCache({ getToken, clock, onServerTime: (now) => times.push(now) }) };
}

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : 'no code'),
  );
}

describe('TokenCache', () => {
  it('tells the shop what the token is for, and nothing else', async () => {
    const requests: TokenRequest[] = [];
    const { source } = createSource((request) => {
      requests.push(request);
      return 'abc';
    });
    await source.get(chargeNeed);
    await source.get(statusNeed);
    expect(requests.map((request) => ({ ...request, signal: 'a signal' }))).to.deep.equal([
      { purpose: 'card-payment', orderId: 'o', attemptId: 'a', amount: '149.90', signal: 'a signal' },
      { purpose: 'pix-status', signal: 'a signal' },
    ]);
  });

  it('keeps a token while its life is longer than the call may take', async () => {
    let asked = 0;
    const { source, clock } = createSource(() => ({ token: `t${(asked += 1)}`, expiresIn: 60 }));
    expect(await source.get(chargeNeed)).to.equal('t1');
    await clock.advance(29_999);
    expect(await source.get(chargeNeed)).to.equal('t1');
    await clock.advance(1);
    expect(await source.get(chargeNeed)).to.equal('t2');
  });

  it('gives a token that serves one request to one caller, and remembers that they do', async () => {
    let asked = 0;
    const { source } = createSource(() => ({ token: `t${(asked += 1)}`, expiresIn: 3600, ...(asked === 1 && { singleUse: true }) }));
    expect(source.isSingleUse('card-payment')).to.equal(false);
    const together = await Promise.all([source.get(chargeNeed), source.get(chargeNeed)]);
    expect(new Set([...together, await source.get(chargeNeed)]).size).to.equal(3);
    expect([source.isSingleUse('card-payment'), source.isSingleUse('pix-status')]).to.deep.equal([true, false]);
  });

  it('takes no word for yes that is none', async () => {
    const { source } = createSource(() => JSON.parse('{ "token": "abc", "singleUse": "true" }'));
    expect(await codeOf(source.get(chargeNeed))).to.equal('token-source');
  });

  it('renews once ahead of a charge, and goes on with a token that is short-lived by nature', async () => {
    let asked = 0;
    const { source } = createSource(() => ({ token: `t${(asked += 1)}`, expiresIn: 1 }));
    expect(await source.get(chargeNeed)).to.equal('t1');
    expect(asked).to.equal(1);
  });

  it('asks anew for each charge where the life is unknown, and keeps it for other calls', async () => {
    let asked = 0;
    const { source } = createSource(() => `t${(asked += 1)}`);
    expect([await source.get(chargeNeed), await source.get(chargeNeed)]).to.deep.equal(['t1', 't2']);
    expect([await source.get(statusNeed), await source.get(statusNeed)]).to.deep.equal(['t3', 't3']);
  });

  it('does not give a token of one order to another', async () => {
    let asked = 0;
    const { source } = createSource(() => ({ token: `t${(asked += 1)}`, expiresIn: 600 }));
    expect(await source.get({ ...statusNeed, orderId: '1' })).to.equal('t1');
    expect(await source.get({ ...statusNeed, orderId: '2' })).to.equal('t2');
  });

  it('gives another token for one that was refused, once for all who wait', async () => {
    let asked = 0;
    const { source } = createSource(async () => ({ token: `t${(asked += 1)}`, expiresIn: 600 }));
    const rejected = await source.get(statusNeed);
    const renewed = await Promise.all([source.get({ ...statusNeed, rejected }), source.get({ ...statusNeed, rejected })]);
    expect(renewed).to.deep.equal(['t2', 't2']);
    expect(await source.get({ ...statusNeed, rejected })).to.equal('t2');
    expect(asked).to.equal(2);
  });

  it('says token-source for nonsense, throws and characters that no header takes', async () => {
    const answers = ['', 'a b', 'a\nb', 'não', 'Bearer abc', null, undefined, 42, [], {}, { token: 7 }, { token: 'a', expiresIn: '9' }];
    const more = [{ token: 'a', expiresIn: -1 }, { token: 'a', now: 1_700_000_000 }, { token: 'a', now: NaN }, { closed: 'maybe' }];
    for (const answer of [...answers, ...more]) {
      // @ts-expect-error: a shop that writes JavaScript may answer anything
      const { source } = createSource(() => answer);
      expect(await codeOf(source.get(statusNeed)), JSON.stringify(answer)).to.equal('token-source');
    }
    const { source } = createSource(() => {
      throw new TypeError('4111111111111111');
    });
    const error: unknown = await source.get(statusNeed).catch((reason: unknown) => reason);
    expect(String(error)).to.not.contain('4111');
  });

  it('takes the server time from an answer', async () => {
    const { source, times } = createSource(() => ({ token: 'a', now: 1_800_000_000_000 }));
    await source.get(statusNeed);
    expect(times).to.deep.equal([1_800_000_000_000]);
  });

  it('says that the order is closed, and how', async () => {
    const { source } = createSource(() => ({ closed: 'paid' }));
    const error: unknown = await source.get(chargeNeed).catch((reason: unknown) => reason);
    expect(error).to.include({ code: 'order-closed', closed: 'paid', name: 'CheckoutError' });
    expect(error).to.not.have.property('retryAfterMs');
  });

  it('says that a payment of the order is under way, and when to ask again', async () => {
    const waits = [
      [10, 10_000],
      [0, 0],
      [0.5, 500],
      [86_400, 120_000],
      [undefined, undefined],
      ['10', undefined],
      [-1, undefined],
      [NaN, undefined],
    ];
    for (const [retryAfter, retryAfterMs] of waits) {
      // @ts-expect-error: a shop that writes JavaScript may answer anything
      const { source } = createSource(() => ({ closed: 'busy', retryAfter }));
      const error: unknown = await source.get(chargeNeed).catch((reason: unknown) => reason);
      expect(error, String(retryAfter)).to.include({ code: 'order-closed', closed: 'busy', name: 'CheckoutError' });
      expect(isCheckoutError(error) && error.retryAfterMs, String(retryAfter)).to.equal(retryAfterMs);
    }
  });

  it('waits 15 seconds for a source that hangs, then lets go of it', async () => {
    let isAborted = false;
    const { source, clock } = createSource(({ signal }) => {
      signal.addEventListener('abort', () => (isAborted = true));
      return new Promise(() => undefined);
    });
    const code = codeOf(source.get(chargeNeed));
    await clock.advance(15_000);
    expect([await code, isAborted, clock.pending]).to.deep.equal(['token-source', true, 0]);
  });

  it('asks again after a source that hung, and does not keep its late answer', async () => {
    const answers: ((token: string) => void)[] = [];
    const { source, clock } = createSource(() => new Promise((resolve) => answers.push(resolve)));
    const first = codeOf(source.get(statusNeed));
    await clock.advance(15_000);
    await first;
    const second = source.get(statusNeed);
    await clock.advance(0);
    answers[0]?.('late');
    await clock.advance(0);
    answers[1]?.('fresh');
    expect([await second, await source.get(statusNeed)]).to.deep.equal(['fresh', 'fresh']);
  });

  it('ends the request only when nobody waits any more', async () => {
    let isAborted = false;
    const { source, clock } = createSource(({ signal }) => {
      signal.addEventListener('abort', () => (isAborted = true));
      return new Promise(() => undefined);
    });
    const [one, two] = [new AbortController(), new AbortController()];
    const codes = [codeOf(source.get({ ...statusNeed, signal: one.signal })), codeOf(source.get({ ...statusNeed, signal: two.signal }))];
    one.abort();
    await clock.advance(0);
    expect(isAborted).to.equal(false);
    two.abort();
    await clock.advance(0);
    expect([isAborted, ...(await Promise.all(codes))]).to.deep.equal([true, 'aborted', 'aborted']);
  });

  it('does not abort a request that was answered', async () => {
    let isAborted = false;
    const { source, clock } = createSource(({ signal }) => {
      signal.addEventListener('abort', () => (isAborted = true));
      return 'abc';
    });
    await source.get(statusNeed);
    await clock.advance(60_000);
    expect(isAborted).to.equal(false);
  });
});
