import { expect } from '@open-wc/testing';
import { createNotifier, createResolver } from '../../../src/client/shop/shop-endpoints.js';
import type { Attempt } from '../../../src/domain/order/attempt.js';
import { FakeClock } from '../../support/fake-clock.js';
import { broken, FetchStub, HeldReply, json, text } from '../support/fetch-stub.js';

const attempt: Attempt = { attemptId: 'a-1', method: 'card', amount: '149.90', startedAt: 1, state: 'unconfirmed' };

describe('createResolver', () => {
  let stub: FetchStub;
  beforeEach(() => (stub = new FetchStub()));
  afterEach(() => stub.restore());

  it('posts the attempt and reads what became of it', async () => {
    stub.reply(
      json(200, { status: 'charged', identifier: 7, message: 'Pago 4111111111111111' }),
      json(200, { status: 'charged', identifier: null }),
      json(200, { status: 'not-charged', identifier: 'x' }),
      json(200, { status: 'unknown' }),
    );
    const resolve = createResolver('/resolve');
    expect(await resolve(attempt)).to.deep.equal({ status: 'charged', identifier: '7', message: 'Pago ••••' });
    expect(await resolve(attempt)).to.deep.equal({ status: 'charged' });
    expect(await resolve(attempt)).to.deep.equal({ status: 'not-charged' });
    expect(await resolve(attempt)).to.deep.equal({ status: 'unknown' });
    expect(stub.requests[0]?.body).to.deep.equal(attempt);
  });

  it('is unknown after every failure and all garbage', async () => {
    const clear = { status: 'not-charged' };
    const replies = [
      json(500, clear),
      json(404, clear),
      json(200, {}),
      json(200, 'not-charged'),
      json(200, [clear]),
      text(200, '<p>'),
      broken(),
    ];
    const resolve = createResolver('/resolve');
    for (const reply of replies) {
      stub.reply(reply);
      expect(await resolve(attempt)).to.deep.equal({ status: 'unknown' });
    }
  });

  it('is unknown after 15 seconds and when it is given up, and ends the request', async () => {
    const clock = new FakeClock();
    const resolve = createResolver('/resolve', clock);
    stub.reply(new HeldReply().reply);
    const slow = resolve(attempt);
    await clock.advance(15_000);
    expect(await slow).to.deep.equal({ status: 'unknown' });
    expect(stub.requests[0]?.init.signal?.aborted).to.equal(true);
    const controller = new AbortController();
    const dropped = resolve(attempt, { signal: controller.signal });
    controller.abort();
    expect(await dropped).to.deep.equal({ status: 'unknown' });
    expect(clock.pending).to.equal(0);
  });

  it('refuses a URL that is not safe', () => {
    expect(() => createResolver('http://shop.example/')).to.throw(/resolveUrl/);
    expect(() => createNotifier('http://shop.example/')).to.throw(/notifyUrl/);
  });
});

describe('createNotifier', () => {
  let stub: FetchStub;
  beforeEach(() => (stub = new FetchStub()));
  afterEach(() => stub.restore());

  it('posts the attempt in a request that outlives the page', async () => {
    stub.reply(text(204, null));
    expect(await createNotifier('/notify')(attempt)).to.equal(true);
    expect(stub.requests[0]?.init).to.include({ method: 'POST', keepalive: true, credentials: 'same-origin' });
    expect(stub.requests[0]?.body).to.deep.equal(attempt);
  });

  it('is true only after 2xx', async () => {
    for (const reply of [text(500, ''), text(404, ''), broken()]) {
      stub.reply(reply);
      expect(await createNotifier('/notify')(attempt)).to.equal(false);
    }
  });
});
