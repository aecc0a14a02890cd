import { expect } from '@open-wc/testing';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { FeeTable } from '../../../src/controllers/card/fee-table-controller.js';
import { InstallmentsController } from '../../../src/controllers/card/installments-controller.js';
import { checkSettings } from '../../../src/controllers/settings/settings-checks.js';
import { parseSettings, type CheckedSettings, type SettingsInput } from '../../../src/controllers/settings/settings.js';
import type { Brand } from '../../../src/domain/card/brands.js';
import type { BrandLimit } from '../../../src/domain/installments/plans.js';

/** A host that renders nothing: the test updates it by hand. */
class FakeHost implements ReactiveControllerHost {
  readonly updateComplete = Promise.resolve(true);
  updates = 0;
  addController(_controller: ReactiveController): void {}
  removeController(_controller: ReactiveController): void {}
  requestUpdate(): void {
    this.updates++;
  }
}

function readChecked(input: SettingsInput): CheckedSettings {
  const settings = parseSettings(input);
  return { settings, problems: checkSettings(input, settings) };
}

function open(
  input: SettingsInput,
  first?: FeeTable,
): {
  choice: InstallmentsController;
  host: FakeHost;
  set: (change: SettingsInput, brand?: Brand) => void;
  /** What the shop's table is from now on. */
  give: (next: FeeTable) => void;
} {
  let settings: SettingsInput = {
    baseUrl: 'https://payments.example/',
    tokenUrl: '/token',
    amount: '300.00',
    maxInstallments: 12,
    ...input,
  };
  let brand: Brand = 'unknown';
  let table = first;
  const host = new FakeHost();
  const choice = new InstallmentsController(host, {
    settings: () => readChecked(settings),
    input: () => settings,
    brand: () => brand,
    table: () => table ?? { status: 'ready', fees: settings.fees },
  });
  choice.hostUpdate();
  const set = (change: SettingsInput, next: Brand = brand): void => {
    settings = { ...settings, ...change };
    brand = next;
    choice.hostUpdate();
  };
  const give = (next: FeeTable): void => {
    table = next;
    choice.hostUpdate();
  };
  return { choice, host, set, give };
}

describe('InstallmentsController', () => {
  it('starts with the nearest plan to the default', () => {
    const { choice } = open({ amount: '31.00', defaultInstallments: 10 });

    expect(choice.plan.installments).to.equal(6);
    expect(choice.isMoved).to.equal(false);
  });

  it('says once in the console why there is but one plan', () => {
    const said: unknown[] = [];
    const { info } = console;
    console.info = (line: unknown) => said.push(line);
    try {
      const { set } = open({ amount: '13.37', minInstallmentAmount: '7.00' });
      set({ amount: '13.37' });
      set({ amount: '300.00' });
      set({ amount: '13.37' });
    } finally {
      console.info = info;
    }
    expect(said).to.deep.equal([
      'Balcão: only one installment is offered: amount="13.37" in two parts is below min-installment-amount="7.00".',
    ]);
  });

  it('renders its host anew for a choice', () => {
    const { choice, host } = open({});
    choice.choose(3);

    expect(choice.plan.installments).to.equal(3);
    expect(host.updates).to.equal(1);
  });

  it('ignores a count that is not offered', () => {
    const { choice } = open({});
    for (const count of [0, -1, 13, 1.5, NaN, Infinity]) choice.choose(count);

    expect(choice.plan.installments).to.equal(1);
  });

  it('ignores a payer that is not allowed', () => {
    for (const feePayer of ['merchant', 'customer'] as const) {
      const { choice } = open({ feePayer, defaultInstallments: 3 });
      choice.choosePayer(feePayer === 'merchant' ? 'customer' : 'merchant');

      expect(choice.plan.whoPaysFee).to.equal(feePayer);
    }
  });

  it('stays with the plan that took the place of the chosen one', () => {
    const { choice, set } = open({});
    choice.choose(10);
    set({ amount: '31.00' });
    expect(choice.plan.installments).to.equal(6);
    expect(choice.isMoved).to.equal(true);

    set({ amount: '300.00' });
    expect(choice.plan.installments).to.equal(6);
  });

  describe('with limits of brands', () => {
    const fees: BrandLimit[] = [
      { brands: ['elo', 'hiper'], maxInstallments: 6 },
      { brands: ['hipercard'], maxInstallments: 3 },
    ];
    const sources = {
      'of the page': {} as const,
      'of the terms': { maxInstallments: 12, maxInstallmentsByBrand: { elo: 6, hiper: 6, hipercard: 3 } },
      'of both, of which the smallest applies': { maxInstallments: 12, maxInstallmentsByBrand: { elo: 8, hiper: 6, hipercard: 3 } },
    };
    for (const [what, terms] of Object.entries(sources)) {
      const isOfTerms = 'maxInstallments' in terms;
      const rows = what === 'of the terms' ? [] : fees;
      const start = (input: SettingsInput = {}): ReturnType<typeof open> =>
        open({ fees: rows, ...input }, isOfTerms ? { status: 'ready', fees: rows, terms } : undefined);

      it(`${what} offers each brand its plans, and says that the limit has replaced the choice`, () => {
        const { choice, set } = start();
        choice.choose(10);
        const read = (brand: Brand): unknown[] => {
          set({}, brand);
          return [choice.plans.length, choice.plan.installments, choice.isMoved, choice.movedByLimit];
        };
        expect(read('elo')).to.deep.equal([6, 6, true, 6]);
        expect(read('hipercard')).to.deep.equal([3, 3, true, 3]);
        expect(read('hiper')).to.deep.equal([6, 6, true, 6]);
        expect(read('visa'), 'the choice is back').to.deep.equal([12, 10, false, undefined]);
        expect(read('unknown')).to.deep.equal([12, 10, false, undefined]);
        choice.choose(5);
        expect(read('elo'), 'a choice within the limit').to.deep.equal([6, 5, false, undefined]);
        expect(choice.offer?.length, 'the offer of the order').to.equal(12);
      });

      it(`${what} keeps a new choice, and the default`, () => {
        const { choice, set } = start({ defaultInstallments: 10 });
        set({}, 'elo');
        expect([choice.plan.installments, choice.movedByLimit]).to.deep.equal([6, 6]);
        set({}, 'visa');
        expect([choice.plan.installments, choice.isMoved]).to.deep.equal([10, false]);
        set({}, 'elo');
        choice.choose(4);
        expect([choice.isMoved, choice.movedByLimit]).to.deep.equal([false, undefined]);
        set({}, 'visa');
        expect([choice.plan.installments, choice.isMoved]).to.deep.equal([4, false]);
      });
    }

    it('does not name the limit where the amount is the reason', () => {
      const { choice, set } = open({ fees });
      choice.choose(10);
      set({ amount: '25.00' }, 'elo');
      expect([choice.plan.installments, choice.isMoved, choice.movedByLimit]).to.deep.equal([5, true, undefined]);
      set({ amount: '300.00' }, 'visa');
      expect([choice.plan.installments, choice.movedByLimit]).to.deep.equal([5, undefined]);
    });

    it('says in the console that a brand has but one plan', () => {
      const said: unknown[] = [];
      const { info } = console;
      console.info = (line: unknown) => said.push(line);
      const { set } = open({ fees: [{ brands: ['maestro'], maxInstallments: 1 }] });
      set({}, 'maestro');
      console.info = info;
      expect(said).to.deep.equal(['Balcão: only one installment is offered: the terms or fees of the shop limit maestro to one.']);
    });
  });

  it('follows the default while nothing was chosen', () => {
    const { choice, set } = open({ amount: '10.00', defaultInstallments: 3 });
    expect(choice.plan.installments).to.equal(2);

    set({ amount: '300.00' });
    expect(choice.plan.installments).to.equal(3);
  });

  it('takes the row of the brand, and keeps the plan', () => {
    const fees = [
      { installments: 2, rate: 0.1 },
      { installments: 2, rate: 0.2, brands: ['elo' as const] },
    ];
    const { choice, set } = open({ feePayer: 'customer', fees });
    choice.choose(2);
    expect(choice.plan.totalCents).to.equal(33000);

    set({}, 'elo');
    expect(choice.plan.totalCents).to.equal(36000);
    expect(choice.isMoved).to.equal(false);
  });

  it('makes the plans once for the same settings and table, and for another brand where a fee depends on it', () => {
    for (const brands of [undefined, ['elo' as const]]) {
      const fees = [{ installments: 2, rate: 0.1 }, { installments: 3, rate: 0.1, ...(brands && { brands }) }]; // prettier-ignore
      const read = readChecked({ baseUrl: '/', amount: '300.00', feePayer: 'choice', fees });
      let brand: Brand = 'visa';
      const choice = new InstallmentsController(new FakeHost(), {
        settings: () => read,
        input: () => ({}),
        brand: () => brand,
        table: () => ({ status: 'ready', fees: read.settings.fees }),
      });
      const { plans } = choice;
      choice.hostUpdate();
      expect(choice.plans === plans).to.equal(true);
      brand = 'elo';
      expect(choice.plans === plans).to.equal(!brands);
    }
  });

  it('reads a table that was changed in place', () => {
    const fees = [{ installments: 2, rate: 0.1 }];
    const { choice } = open({ feePayer: 'customer', fees, defaultInstallments: 2 });
    fees.splice(0, 1, { installments: 2, rate: 0.2 });

    expect(choice.plan.totalCents).to.equal(36000);
  });

  it('keeps the choice through settings that are wrong for a while', () => {
    const { choice, set } = open({});
    choice.choose(5);
    set({ amount: 'x' });
    expect(choice.plans).to.deep.equal([]);
    expect(choice.plan).to.deep.equal({ installments: 1, whoPaysFee: 'merchant' });

    set({ amount: '300.00' });
    expect(choice.plan.installments).to.equal(5);
    expect(choice.isMoved).to.equal(false);
  });

  describe('with a table that the shop is asked for', () => {
    const READY: FeeTable = { status: 'ready', fees: [3, 4, 6].map((installments) => ({ installments, rate: 0.05 })) };

    const TERMS = { maxInstallments: 3, feePayer: 'merchant' } as const;

    for (const [what, table, counts] of [
      ['one installment until the terms are known', { status: 'asking' }, [1]],
      [
        'the plans of the known terms that the merchant pays while another table comes',
        { status: 'asking', terms: { ...TERMS, feePayer: 'customer', feeFreeUpTo: 3 } },
        [1, 2, 3],
      ],
      ['no plan that the customer pays after a failure', { status: 'failed' }, [1, 2]],
    ] as const)
      // prettier-ignore
      it(`offers ${what}`, () => {
        const { choice, give } = open({ feePayer: 'customer', feeFreeUpTo: 2, maxInstallments: 4 });
        give(table);
        expect(choice.plans.map(({ installments }) => installments)).to.deep.equal(counts);
        expect(choice.heldBack).to.equal(table.status === 'asking' && counts.length === 3 ? undefined : table.status);
        give(READY);
        expect(choice.plans.map(({ totalCents }) => totalCents)).to.deep.equal([30000, 30000, 31500, 31500]);
        expect(choice.heldBack).to.equal(undefined);
      });

    it("offers one installment, too, where the shop's own plans wait for the terms", () => {
      for (const input of [{ maxInstallments: 12 }, { maxInstallments: undefined }, { feePayer: 'customer', feeFreeUpTo: 12 }] as const) {
        const { choice, give } = open(input, { status: 'asking' });
        expect(choice.plans.map(({ installments }) => installments)).to.deep.equal([1]);
        expect([choice.offer, choice.heldBack]).to.deep.equal([undefined, undefined]);
        give({ status: 'ready', fees: [], terms: TERMS });
        expect(choice.plans.map(({ whoPaysFee }) => whoPaysFee)).to.deep.equal(['merchant', 'merchant', 'merchant']);
        expect([choice.offer?.length, choice.heldBack]).to.deep.equal([3, undefined]);
      }
    });

    it('says that a plan of the shop was held back which the shopper chose, until the terms of a new amount come', () => {
      const { choice, give, set } = open({ maxInstallments: 12 }, { status: 'ready', fees: [], terms: TERMS });
      choice.choose(3);
      give({ status: 'asking' });
      set({ amount: '600.00' });
      expect([choice.plan.installments, choice.isAwaited, choice.heldBack]).to.deep.equal([1, true, 'asking']);
      give({ status: 'ready', fees: [], terms: TERMS });
      expect([choice.plan.installments, choice.isAwaited, choice.heldBack]).to.deep.equal([3, false, undefined]);
    });

    it('never offers more than is set or known once the shop fails', () => {
      const { choice, give } = open({ maxInstallments: 12 }, { status: 'failed' });
      expect(choice.plans).to.have.length(12);
      give({ status: 'failed', terms: TERMS });
      expect(choice.plans).to.have.length(3);
    });

    it('offers the merchant’s plans meanwhile where the shopper may choose', () => {
      const { choice, give } = open({ feePayer: 'choice', maxInstallments: 3 });
      give(READY);
      choice.choose(3);
      choice.choosePayer('customer');
      give({ status: 'failed' });
      expect(choice.plans.map(({ whoPaysFee }) => whoPaysFee)).to.deep.equal(['merchant', 'merchant', 'merchant']);
      expect(choice.planWith('customer')).to.equal(undefined);
    });

    it('keeps the choice while the table of another brand or amount comes', () => {
      const { choice, set, give } = open({ feePayer: 'customer' });
      give(READY);
      choice.choose(6);
      give({ status: 'asking' });
      set({ amount: '200.00' });
      expect(choice.plan.installments).to.equal(1);
      expect([choice.isAwaited, choice.isMoved]).to.deep.equal([true, false]);

      give(READY);
      expect(choice.plan).to.include({ installments: 6, totalCents: 21000 });
      expect([choice.isAwaited, choice.isMoved]).to.deep.equal([false, false]);
    });

    it('says that the plan was changed where no table comes', () => {
      const { choice, give } = open({ feePayer: 'customer' });
      give(READY);
      choice.choose(6);
      give({ status: 'asking' });
      give({ status: 'failed' });
      expect(choice.plan.installments).to.equal(1);
      expect([choice.isAwaited, choice.isMoved]).to.deep.equal([false, true]);
    });

    it('goes to the default plan with the first table, and says nothing of it', () => {
      const { choice, give } = open({ feePayer: 'customer', defaultInstallments: 6 }, { status: 'asking' });
      expect(choice.plan.installments).to.equal(1);
      give(READY);
      expect(choice.plan.installments).to.equal(6);
      expect([choice.isAwaited, choice.isMoved]).to.deep.equal([false, false]);
    });

    it('holds nothing back where the shop pays, or where there is one plan', () => {
      for (const input of [{ feePayer: 'merchant' }, { feePayer: 'customer', maxInstallments: 1 }] as const)
        expect(open(input, { status: 'failed' }).choice.heldBack).to.equal(undefined);
    });
  });
});
