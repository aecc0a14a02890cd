import type { BalcaoEvents } from 'balcao';
import type { ClockSection } from '../../src/bin/sandbox/panel/panel.js';
import type { BoletoPanel } from '../bench/boleto-panel.js';
import type { FaultPanel } from '../bench/fault-panel.js';
import { noFault } from '../bench/faults.js';
import type { PixStep, SandboxControl } from '../bench/sandbox-control.js';
import { findElement } from '../page/find-element.js';
import type { PageOrder } from '../storefront/order.js';
import { chooseMethod, fillCard, type MethodToChoose } from './checkout-hands.js';
import { setOnline } from './network.js';

/** The actions of a scenario on the page, its shop and the service. */
export interface ScenarioTools {
  /** Begins a new order with the normal state: no fault, the right time, the network there. */
  begin(): Promise<void>;
  /** Undoes the changes that a scenario has made to the page. */
  end(): void;
  /** Plans a fault of the bench for the next charge, by its id. */
  arm(faultId: string): Promise<void>;
  /** Plans a fault for the next Pix code. */
  spoilCode(fault: string): Promise<void>;
  setCustomer(customer: string): void;
  setOnline(isOnline: boolean): void;
  choose(method: MethodToChoose): Promise<void>;
  fillCard(): Promise<void>;
  /** Makes the checkout create a Pix code. Resolves when the code is there or was refused. */
  makeCode(): Promise<void>;
  /** Makes the checkout create a boleto, with or without a Pix code. Resolves when the boleto is there or was refused. */
  makeBoleto(kind: 'hybrid' | 'plain'): Promise<void>;
  /** The bank's side of the newest boleto, and the time that passes. */
  boleto: BoletoPanel;
  playBank(steps: readonly PixStep[]): Promise<void>;
  addItem(): Promise<void>;
}

/** The parts of the page that the tools need. */
export interface ScenarioParts {
  checkout: HTMLElement;
  order: PageOrder;
  control: SandboxControl;
  faults: FaultPanel;
  clock: ClockSection;
  boleto: BoletoPanel;
}

/** Creates the tools from the panels of the bench, the order and the checkout. */
export function createScenarioTools({ checkout, order, control, faults, clock, boleto }: ScenarioParts): ScenarioTools {
  const choose = (method: MethodToChoose): Promise<void> => chooseMethod(checkout, method);
  const make = async (method: 'pix' | 'boleto'): Promise<void> => {
    await choose(method);
    const made = waitForEvent(`balcao-${method}-created`, 'balcao-failed');
    void document.querySelector('balcao-checkout')?.pay();
    await made;
  };
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
    makeCode: () => make('pix'),
    async makeBoleto(kind) {
      await control.setHybrid(kind === 'hybrid');
      await make('boleto');
    },
    boleto,
    playBank: (steps) => control.playPix(steps),
    addItem: () => order.addItem(),
  };
}

/** Resolves when the first of these events is dispatched. */
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
