import { expect } from '@open-wc/testing';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { InstallmentsController } from '../../../src/controllers/card/installments-controller.js';
import { checkSettings } from '../../../src/controllers/settings/settings-checks.js';
import { readSettings, type ReadSettings, type SettingsInput } from '../../../src/controllers/settings/settings.js';
import type { Brand } from '../../../src/domain/card/brands.js';

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

function readChecked(input: SettingsInput): ReadSettings {
  const settings = readSettings(input);
  return { settings, problems: checkSettings(input, settings) };
}

function open(input: SettingsInput): {
  choice: InstallmentsController;
  host: FakeHost;
  set: (change: SettingsInput, brand?: Brand) => void;
} {
  let settings: SettingsInput = { baseUrl: 'https://payments.example/', tokenUrl: '/token', amount: '300.00', ...input };
  let brand: Brand = 'unknown';
  const host = new FakeHost();
  const choice = new InstallmentsController(host, { settings: () => readChecked(settings), brand: () => brand });
  choice.hostUpdate();
  const set = (change: SettingsInput, next: Brand = brand): void => {
    settings = { ...settings, ...change };
    brand = next;
    choice.hostUpdate();
  };
  return { choice, host, set };
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
});
