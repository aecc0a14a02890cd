import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CheckoutError } from '../../../src/domain/errors.ts';
import { createTokenProvider } from '../../../src/server/tokens/providers.ts';
import { createHandClock, need } from './token-needs.mjs';

describe('tokens by a function of the shop', () => {
  function open(answer) {
    const clock = createHandClock();
    const calls = [];
    const provider = createTokenProvider(
      async (call) => {
        calls.push(call);
        return answer(calls.length);
      },
      { now: clock.now },
    );
    return { provider, calls, clock };
  }

  it('are kept by purpose while they have life enough', async () => {
    const { provider, calls, clock } = open((index) => ({ token: `t${index}`, expiresIn: 600 }));
    const first = await provider.getToken(need());
    assert.deepEqual(first, { token: 't1', expiresAt: clock.at + 600_000 });
    clock.at += 539_000;
    assert.equal((await provider.getToken(need())).token, 't1');
    assert.equal((await provider.getToken(need({ purpose: 'pix' }))).token, 't2');
    clock.at += 1000;
    assert.equal((await provider.getToken(need())).token, 't3');
    assert.deepEqual(
      calls.map(({ purpose }) => purpose),
      ['card-payment', 'pix', 'card-payment'],
    );
  });

  it('are good for those who wait at the same time alone where nobody told their life', async () => {
    const { provider, calls } = open((index) => `t${index}`);
    const [one, two] = await Promise.all([provider.getToken(need()), provider.getToken(need())]);
    assert.deepEqual([one, two], [{ token: 't1' }, { token: 't1' }]);
    assert.deepEqual(await provider.getToken(need({ rejected: 't1' })), { token: 't2' });
    assert.equal(calls[1].rejected, 't1');
  });

  it('are not asked for in the second after a failure, of which nothing is told', async () => {
    const { provider, calls, clock } = open((index) => {
      if (index === 1) throw new Error('password=SECRET');
      return 't';
    });
    await assert.rejects(
      provider.getToken(need()),
      (error) => error instanceof CheckoutError && error.code === 'token-source' && !/SECRET/.test(`${error.stack}${error.cause}`),
    );
    assert.equal(await provider.health?.(), 'failing');
    await assert.rejects(provider.getToken(need()), { code: 'token-source', retryAfterMs: 1000 });
    assert.equal(calls.length, 1);
    clock.at += 1000;
    assert.deepEqual(await provider.getToken(need()), { token: 't' });
    assert.equal(await provider.health?.(), 'ready');
  });

  it('are refused where they are none', async () => {
    for (const answer of [undefined, '', 'two words', { token: 'x', expiresIn: -1 }, { closed: 'paid' }]) {
      const { provider } = open(() => answer);
      await assert.rejects(provider.getToken(need()), { code: 'token-source' }, JSON.stringify(answer));
    }
  });

  it('come from a provider as it is', () => {
    const provider = { getToken: async () => ({ token: 't' }) };
    assert.equal(createTokenProvider(provider), provider);
  });
});
