import { expect } from '@open-wc/testing';
import type { FeesAnswer, GetFees } from '../../../src/client/shop/shop-fees.js';
import { FeeTableController } from '../../../src/controllers/card/fee-table-controller.js';
import { parseSettings, type SettingsInput } from '../../../src/controllers/settings/settings.js';
import type { Brand } from '../../../src/domain/card/brands.js';
import type { BrandLimit } from '../../../src/domain/installments/plans.js';
import type { PageActivity } from '../../../src/flow/browser/page-activity.js';
import { waitUntil } from '../../support/checkout-page.js';
import { createFakeHost, type FakeHost } from '../../support/controller-host.js';

/** A question that the shop was asked, and its answer, which the test gives. */
interface Question {
  amount: string;
  brand?: Brand;
  signal: AbortSignal;
  answer: (answer: FeesAnswer) => void;
  refuse: () => void;
}

describe('FeeTableController', () => {
  const FEES = [{ installments: 3, rate: 0.05 }];
  const TERMS = { maxInstallments: 3, feePayer: 'customer', feeFreeUpTo: 2 } as const;
  let host: FakeHost;
  let fees: FeeTableController;
  let input: SettingsInput;
  let isUsable: boolean;
  let brand: Brand;
  let asked: Question[];
  let problems: string[];
  let activity: PageActivity & { returnTo: (state: { visible: boolean; online?: boolean }) => void };

  const getFees: GetFees = (request) =>
    new Promise((resolve, reject) => asked.push({ ...request, answer: resolve, refuse: () => reject(new TypeError('no')) }));
  const change = async (settings: SettingsInput, next: Brand = brand): Promise<void> => {
    input = { ...input, ...settings };
    brand = next;
    host.requestUpdate();
    await host.updateComplete;
  };
  /** The question that was asked after so many. */
  const question = async (index: number): Promise<Question> => {
    await waitUntil(() => asked[index], `question ${index}`);
    const found = asked[index];
    if (!found) throw new Error(`No question ${index}`);
    return found;
  };
  const becomes = (status: string): Promise<unknown> => waitUntil(() => fees.table.status === status, status);

  beforeEach(async () => {
    [asked, problems, brand, isUsable] = [[], [], 'unknown', true];
    input = { amount: '300.00', orderId: '42', feePayer: 'customer', getFees };
    let returned = (): void => undefined;
    const state = { visible: true, online: true };
    activity = {
      get visible() {
        return state.visible;
      },
      get online() {
        return state.online;
      },
      subscribe: (listener) => {
        returned = listener;
        return () => (returned = () => undefined);
      },
      returnTo: (now) => {
        Object.assign(state, now);
        returned();
      },
    };
    host = createFakeHost({});
    fees = new FeeTableController(host, {
      settings: () => ({ settings: parseSettings(input), problems: isUsable ? [] : [{ setting: 'amount', message: 'wrong' }] }),
      input: () => input,
      brand: () => brand,
      failed: ({ code, message }) => problems.push(`${code}: ${message}`),
      activity,
    });
    host.connect();
    await host.updateComplete;
  });

  afterEach(() => host.disconnect());

  it('has what the shop wrote, where the shop is not to be asked', async () => {
    await change({ getFees: undefined, fees: FEES });
    expect(fees.table).to.deep.equal({ status: 'ready', fees: FEES });
  });

  it('has no table until the shop has answered', async () => {
    await change({ fees: [{ installments: 3, rate: 0.9 }] });
    const first = await question(0);
    expect([first.amount, first.brand]).to.deep.equal(['300.00', undefined]);
    expect(fees.table).to.deep.equal({ status: 'asking', terms: undefined, fees: undefined });
    first.answer(FEES);
    await becomes('ready');
    expect(fees.table.fees).to.deep.equal(FEES);
    expect(asked).to.have.length(1);
  });

  it('asks anew for another amount or brand, gives the old question up and drops its answer', async () => {
    const first = await question(0);
    await change({ amount: '200.00' });
    await waitUntil(() => first.signal.aborted, 'the end of the question');
    const second = await question(1);
    expect(second.amount).to.equal('200.00');
    await change({}, 'elo');
    const third = await question(2);
    expect([third.amount, third.brand]).to.deep.equal(['200.00', 'elo']);
    third.answer(FEES);
    await becomes('ready');
    first.answer([{ installments: 3, rate: 0.9 }]);
    second.refuse();
    await host.updateComplete;
    expect(fees.table.fees).to.deep.equal(FEES);
    expect(problems).to.deep.equal([]);
  });

  it('has no table for an amount from the moment on that it is set', async () => {
    (await question(0)).answer(FEES);
    await becomes('ready');
    input = { ...input, amount: '200.00' };
    expect(fees.table).to.deep.equal({ status: 'asking' });
  });

  it('asks anew where the same amount comes back: tables change', async () => {
    (await question(0)).answer(FEES);
    await becomes('ready');
    await change({ amount: '200.00' });
    await change({ amount: '300.00' });
    await question(2);
    expect(fees.table.status).to.equal('asking');
  });

  it('asks nothing while there is nothing to make plans of, and again when there is', async () => {
    const first = await question(0);
    isUsable = false;
    await change({});
    await waitUntil(() => first.signal.aborted, 'the end of the question');
    isUsable = true;
    await change({});
    await question(1);
  });

  for (const [what, answer, problem] of [
    ['a failure', (asking: Question) => asking.refuse(), /^bad-response: getFees failed/],
    ['no table', (asking: Question) => asking.answer(JSON.parse('{}')), /^bad-response: .*no fee table/],
    [
      'a rate in per cent',
      (asking: Question) => asking.answer([{ installments: 3, rate: 4.99 }]),
      /^bad-response: fees\[0\]: rate 4.99 would/,
    ],
    [
      'a total below the amount',
      (asking: Question) => asking.answer([{ installments: 3, total: '299.00', amount: '300' }]),
      /below the amount/,
    ],
  ] as const) {
    it(`has no table after ${what}, and says so`, async () => {
      answer(await question(0));
      await becomes('failed');
      expect(fees.table).to.deep.equal({ status: 'failed', terms: undefined, fees: undefined });
      expect(problems).to.have.length(1);
      expect(problems[0]).to.match(problem);
    });
  }

  for (const [what, answer, terms] of [
    ['the terms', { fees: FEES, terms: TERMS }, TERMS],
    ['none, and then what the page has set', FEES, { maxInstallments: 4, feePayer: 'customer', feeFreeUpTo: 0 }],
  ] as const)
    it(`knows the terms of the order while another brand's table comes, and after its failure: ${what}`, async () => {
      await change({ maxInstallments: 4 });
      (await question(0)).answer(answer);
      await becomes('ready');
      await change({}, 'elo');
      expect(fees.table.status).to.equal('asking');
      expect(fees.table.terms).to.include(terms);
      (await question(1)).refuse();
      await becomes('failed');
      expect(fees.table.terms).to.include(terms);
      await change({}, 'visa');
      expect(fees.table.terms, 'after a failure, too').to.include(terms);
    });

  it('keeps the limits of brands, and no figure, while the table of another brand comes, and after its failure', async () => {
    const limit: BrandLimit = { brands: ['elo'], maxInstallments: 2 };
    (await question(0)).answer([...FEES, limit]);
    await becomes('ready');
    await change({}, 'elo');
    expect([fees.table.status, fees.table.fees]).to.deep.equal(['asking', [limit]]);
    (await question(1)).refuse();
    await becomes('failed');
    expect(fees.table.fees).to.deep.equal([limit]);
    await change({}, 'visa');
    expect(fees.table.fees, 'after a failure, too').to.deep.equal([limit]);
    await change({ amount: '200.00' });
    expect(fees.table.fees, 'of another amount nothing is known').to.equal(undefined);
  });

  for (const [what, settings] of Object.entries({
    amount: { amount: '200.00' },
    order: { orderId: '43' },
    address: { getFees: () => new Promise<never>(() => undefined) },
  }))
    it(`knows no terms any more with another ${what}`, async () => {
      (await question(0)).answer({ fees: FEES, terms: TERMS });
      await becomes('ready');
      await change(settings);
      expect(fees.table).to.deep.equal({ status: 'asking', terms: undefined, fees: undefined });
    });

  it('asks again after a failure when the shopper returns, or with the next change', async () => {
    (await question(0)).refuse();
    await becomes('failed');
    await change({ maxInstallments: 3 });
    activity.returnTo({ visible: false });
    activity.returnTo({ visible: true, online: false });
    await host.updateComplete;
    expect(asked).to.have.length(1);
    activity.returnTo({ visible: true, online: true });
    await host.updateComplete;
    (await question(1)).refuse();
    await becomes('failed');
    await change({ amount: '200.00' });
    (await question(2)).answer(FEES);
    await becomes('ready');
    activity.returnTo({ visible: true });
    await host.updateComplete;
    expect(asked).to.have.length(3);
  });

  it('gives the question up when its element leaves the page, and asks again when it is back', async () => {
    const first = await question(0);
    host.disconnect();
    await waitUntil(() => first.signal.aborted, 'the end of the question');
    first.refuse();
    host.connect();
    await host.updateComplete;
    (await question(1)).answer(FEES);
    await becomes('ready');
    host.disconnect();
    expect(fees.table.status).to.equal('ready');
    expect(problems).to.deep.equal([]);
  });
});
