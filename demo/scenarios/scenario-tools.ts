import type { BalcaoEvents } from 'balcao';
import type { ClockSection } from '../../src/bin/sandbox/panel/panel.js';
import type { FaultPanel } from '../bench/fault-panel.js';
import { noFault } from '../bench/faults.js';
import type { PixStep, SandboxControl } from '../bench/sandbox-control.js';
import { findElement } from '../page/find-element.js';
import type { PageOrder } from '../storefront/order.js';
import { chooseMethod, fillCard, type MethodToChoose } from './checkout-hands.js';
import { setOnline } from './network.js';

/** What a scenario may do to the page, its shop and the service. */
export interface ScenarioTools {
  /** Begins a new order, with everything as on an ordinary day. */
  begin(): Promise<void>;
  /** Ends what a scenario has changed of the page. */
  end(): void;
  /** Makes the next charge meet a fault of the bench, by its id. */
  arm(faultId: string): Promise<void>;
  /** Spoils the next Pix code. */
  spoilCode(fault: string): Promise<void>;
  setCustomer(customer: string): void;
  setOnline(isOnline: boolean): void;
  choose(method: MethodToChoose): Promise<void>;
  fillCard(): Promise<void>;
  /** Has the checkout make a Pix code. Resolves when it is there, or is refused. */
  makeCode(): Promise<void>;
  playBank(steps: readonly PixStep[]): Promise<void>;
  addItem(): Promise<void>;
}

/** What the tools work with. */
export interface ScenarioParts {
  checkout: HTMLElement;
  order: PageOrder;
  control: SandboxControl;
  faults: FaultPanel;
  clock: ClockSection;
}

/** Puts the panels of the bench, the order and the checkout into one hand. */
export function createScenarioTools({ checkout, order, control, faults, clock }: ScenarioParts): ScenarioTools {
  const choose = (method: MethodToChoose): Promise<void> => chooseMethod(checkout, method);
  return {
    async begin() {
      setOnline(true);
      await Promise.all([faults.choose(noFault.id), clock.reset()]);
      await order.openNew();
    },
    end: () => setOnline(true),
    arm: (faultId) => faults.choose(faultId),
    spoilCode: (fault) => control.armPix(fault),
    setCustomer(customer) {
      const select = findElement('#customer', HTMLSelectElement);
      if (select.value === customer) return;
      select.value = customer;
      select.dispatchEvent(new Event('change'));
    },
    setOnline,
    choose,
    async fillCard() {
      await choose('card');
      await fillCard(checkout);
    },
    async makeCode() {
      await choose('pix');
      const made = waitForEvent('balcao-pix-created', 'balcao-failed');
      void document.querySelector('balcao-checkout')?.pay();
      await made;
    },
    playBank: (steps) => control.playPix(steps),
    addItem: () => order.addItem(),
  };
}

/** Resolves with the first of these events. */
function waitForEvent(...names: readonly (keyof BalcaoEvents)[]): Promise<void> {
  return new Promise((resolve) => {
    const listening = new AbortController();
    const end = (): void => {
      listening.abort();
      resolve();
    };
    for (const name of names) document.addEventListener(name, end, { signal: listening.signal });
  });
}
