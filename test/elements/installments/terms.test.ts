import { expect } from '@open-wc/testing';
import type { BalcaoEvents } from '../../../src/controllers/page/checkout-events.js';
import type { Installments } from '../../../src/elements/installments/installments.js';
import { waitUntil } from '../../support/wait-until.js';
import { InstallmentsPage } from './installments-page.js';

const FEES = [3, 4, 5, 6].map((installments) => ({ installments, rate: installments / 100 }));
const TERMS = { maxInstallments: 6, feePayer: 'customer', feeFreeUpTo: 2 } as const;

describe('balcao-installments: the terms of the shop', () => {
  let page: InstallmentsPage;
  let warnings: string[];
  let answers: ((answer: unknown) => void)[];
  const { warn, error } = console;

  beforeEach(() => {
    [warnings, answers] = [[], []];
    console.warn = (message: string) => void warnings.push(message);
  });

  afterEach(() => {
    page.remove();
    Object.assign(console, { warn, error });
  });

  /** Opens the element as a page writes it, whose shop answers with this. */
  const open = async (answer: unknown, settings: Partial<Installments> = {}): Promise<void> => {
    const getFees = (): Promise<never> => new Promise((resolve) => answers.push(resolve as (answer: unknown) => void));
    page = await InstallmentsPage.open({ maxInstallments: undefined, amount: '300.00', getFees, ...settings });
    await waitUntil(() => answers.length > 0, 'the question');
    answers[0]?.(answer);
  };
  const counts = (): number => page.options.length;
  /** The plans as the list has them, once there are so many. */
  const read = async (count: number): Promise<string[]> => {
    await waitUntil(() => counts() === count, `${count} plans`);
    return page.options;
  };

  it('decide where the page has set nothing', async () => {
    await open({ fees: FEES, terms: TERMS });
    const plans = await read(6);
    expect(plans[1]).to.equal('2x de R$ 150,00 sem juros');
    expect(plans[2]).to.equal('3x de R$ 103,00 com juros · total R$ 309,00');
    expect(warnings).to.deep.equal([]);
  });

  it('are waited for: until then there is one installment, whatever the page has set', async () => {
    page = await InstallmentsPage.open({ maxInstallments: 12, amount: '300.00', getFees: () => new Promise(() => undefined) });
    expect(page.options).to.deep.equal(['1x de R$ 300,00']);
    expect(page.element.plan).to.include({ installments: 1, totalCents: 30000 });
  });

  it('leave it at one installment where there are none, as of an older server', async () => {
    await open({ fees: FEES });
    await page.element.updateComplete;
    expect(await read(1)).to.deep.equal(['1x de R$ 300,00']);
  });

  it('are not exceeded by what the page has set, of which the developer is warned', async () => {
    await open({ fees: FEES, terms: TERMS }, { maxInstallments: 12, feePayer: 'merchant' });
    const plans = await read(6);
    expect(plans[5]).to.equal('6x de R$ 53,00 com juros · total R$ 318,00');
    expect(
      warnings.filter((warning) => /max-installments="12" .* 6 is offered|fee-payer="merchant" .* customer is offered/.test(warning)),
    ).to.have.length(2);
  });

  it('leave less that the page has set as it is', async () => {
    await open({ fees: FEES, terms: TERMS }, { maxInstallments: 3 });
    expect(await read(3)).to.have.length(3);
    expect(warnings).to.deep.equal([]);
  });

  it('leave a row of the table its own payer, as the relay does', async () => {
    await open({ fees: [...FEES.slice(0, 3), { installments: 6, whoPaysFee: 'merchant' }], terms: TERMS });
    expect(await read(6)).to.have.length(6);
  });

  it('give the choice of the payer', async () => {
    await open({ fees: FEES, terms: { ...TERMS, feePayer: 'choice' } }, { defaultInstallments: 3 });
    await read(6);
    await waitUntil(() => page.element.shadowRoot?.querySelectorAll('[name="whoPaysFee"]').length === 2, 'the choice');
  });

  for (const [what, terms] of [
    ['no number', { ...TERMS, maxInstallments: '6' }],
    ['no installment at all', { ...TERMS, maxInstallments: 0 }],
    ['half an installment', { ...TERMS, maxInstallments: 2.5 }],
    ['an unknown payer', { ...TERMS, feePayer: 'shop' }],
    ['less than no free plan', { ...TERMS, feeFreeUpTo: -1 }],
    ['something else beside', { ...TERMS, minimum: '5.00' }],
    ['a text', 'customer'],
    ['null', null],
  ] as const)
    it(`are no terms, and the table none, with ${what}`, async () => {
      console.error = () => undefined;
      const problems: BalcaoEvents['balcao-problem'][] = [];
      const note = ({ detail }: CustomEvent<BalcaoEvents['balcao-problem']>): void => void problems.push(detail);
      document.addEventListener('balcao-problem', note);
      await open({ fees: FEES, terms }, { maxInstallments: 6, feePayer: 'customer' });
      await waitUntil(() => problems.length > 0, 'the problem');
      document.removeEventListener('balcao-problem', note);
      expect(problems.map((each) => [each.operation, each.error.code])).to.deep.equal([['config', 'bad-response']]);
      expect(page.options).to.deep.equal(['1x de R$ 300,00']);
    });
});
