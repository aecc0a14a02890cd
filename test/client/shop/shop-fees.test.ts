import { expect } from '@open-wc/testing';
import { fetchShopFees, createFeesUrlSource, type FeesAnswer, type GetFees } from '../../../src/client/shop/shop-fees.js';
import { FakeClock } from '../../support/fake-clock.js';
import { broken, FetchStub, HeldReply, json, text } from '../support/fetch-stub.js';

const FEES = [{ installments: 3, total: '308.97', amount: '300.00', cet: 0.2999 }];

/** A request that nobody gives up. */
const request = (): { amount: string; signal: AbortSignal } => ({ amount: '300.00', signal: new AbortController().signal });

async function codeOf(asking: Promise<unknown>): Promise<unknown> {
  const error: unknown = await asking.catch((reason: unknown) => reason);
  return error instanceof Error && 'code' in error ? error.code : error;
}

describe('fetchShopFees', () => {
  let stub: FetchStub;
  beforeEach(() => (stub = new FetchStub()));
  afterEach(() => stub.restore());

  it('posts order, amount and brand to the shop, and reads the table', async () => {
    stub.reply(json(200, { fees: FEES }));
    expect(await fetchShopFees(createFeesUrlSource('/fees', '42'), { ...request(), brand: 'elo' })).to.deep.equal({ fees: FEES });
    expect(stub.requests[0]).to.deep.include({ body: { orderId: '42', amount: '300.00', brand: 'elo' } });
    expect(stub.requests[0]?.init).to.include({ method: 'POST', credentials: 'same-origin', redirect: 'error', cache: 'no-store' });
    expect(stub.requests[0]?.url).to.equal(new URL('/fees', location.href).href);
  });

  it('leaves out what is not known', async () => {
    stub.reply(json(200, { fees: [] }));
    expect(await fetchShopFees(createFeesUrlSource('/fees', undefined), request())).to.deep.equal({ fees: [] });
    expect(stub.requests[0]?.body).to.deep.equal({ amount: '300.00' });
  });

  it('reads of a row only what it knows', async () => {
    stub.reply(json(200, { fees: [{ installments: 2, rate: 0.05, note: 'autumn' }], more: 1 }));
    expect(await fetchShopFees(createFeesUrlSource('/fees', '42'), request())).to.deep.equal({ fees: [{ installments: 2, rate: 0.05 }] });
  });

  for (const [what, reply, code] of [
    ['500', json(500, { fees: FEES }), 'server'],
    ['404', json(404, { fees: FEES }), 'not-found'],
    ['a refusal', json(200, { success: false, fees: FEES }), 'invalid-request'],
    ['HTML', text(200, '<p>'), 'bad-response'],
    ['the rows alone', json(200, FEES), 'bad-response'],
    ['a row that is none', json(200, { fees: [...FEES, { installments: '3' }] }), 'bad-response'],
    ['nothing', text(204, null), 'bad-response'],
    ['no answer', broken(), 'network'],
  ] as const) {
    it(`rejects with ${code} after ${what}`, async () => {
      stub.reply(reply);
      expect(await codeOf(fetchShopFees(createFeesUrlSource('/fees', '42'), request()))).to.equal(code);
    });
  }

  it('reads the terms that come with a table, and takes no others for terms', async () => {
    const terms = { maxInstallments: 3, feePayer: 'choice', feeFreeUpTo: 2 } as const;
    stub.reply(json(200, { fees: FEES, terms }), json(200, { fees: FEES, terms: { ...terms, minimum: '5.00' } }));
    const source = createFeesUrlSource('/fees', '42');
    expect(await fetchShopFees(source, request())).to.deep.equal({ fees: FEES, terms });
    expect(await codeOf(fetchShopFees(source, request()))).to.equal('bad-response');
  });

  for (const [terms, read] of [
    [{}, { maxInstallments: 1, feePayer: 'merchant' }],
    [{ maxInstallments: 3 }, { maxInstallments: 3, feePayer: 'merchant' }],
    [{ feePayer: 'choice' }, { maxInstallments: 1, feePayer: 'choice' }],
    [{ feeFreeUpTo: 2 }, { maxInstallments: 1, feePayer: 'merchant', feeFreeUpTo: 2 }],
  ] as const) {
    it(`fills in the defaults of terms: ${JSON.stringify(terms)}`, async () => {
      stub.reply(json(200, { fees: FEES, terms }));
      expect(await fetchShopFees(createFeesUrlSource('/fees', '42'), request())).to.deep.equal({ fees: FEES, terms: read });
    });
  }

  it('waits 15 seconds, and ends the request then or when it is given up', async () => {
    const clock = new FakeClock();
    const source = createFeesUrlSource('/fees', '42');
    stub.reply(new HeldReply().reply);
    const slow = codeOf(fetchShopFees(source, request(), { clock }));
    await clock.advance(15_000);
    expect(await slow).to.equal('timeout');
    expect(stub.requests[0]?.init.signal?.aborted).to.equal(true);
    const controller = new AbortController();
    const dropped = codeOf(fetchShopFees(source, { amount: '1.00', signal: controller.signal }, { clock }));
    controller.abort();
    expect(await dropped).to.equal('aborted');
    expect(stub.requests[1]?.init.signal?.aborted).to.equal(true);
  });

  it('refuses a URL that is not safe', () => {
    expect(() => createFeesUrlSource('http://shop.example/', '42')).to.throw(/feesUrl/);
  });

  it('asks a function of the page, which may answer rows or { fees }', async () => {
    const asked: unknown[] = [];
    const answers: FeesAnswer[] = [FEES, { fees: FEES }];
    for (const answer of answers) {
      const getFees: GetFees = ({ signal, ...rest }) => {
        asked.push(rest, signal.aborted);
        return answer;
      };
      expect(await fetchShopFees(getFees, { ...request(), brand: 'visa' })).to.deep.equal({ fees: FEES });
    }
    expect(asked.slice(0, 2)).to.deep.equal([{ amount: '300.00', brand: 'visa' }, false]);
  });

  it('rejects with bad-response where that function throws, rejects or answers something else', async () => {
    const fail = (): never => {
      throw new TypeError('no');
    };
    const sources: (() => unknown)[] = [fail, async () => fail(), () => undefined, () => ({}), () => [{ installments: 3, rate: -1 }]];
    for (const source of sources) expect(await codeOf(fetchShopFees(source as GetFees, request()))).to.equal('bad-response');
  });
});
