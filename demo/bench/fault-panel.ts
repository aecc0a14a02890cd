import type { DemoFault, FaultGroup } from './faults.js';
import { faultGroups, noFault } from './faults.js';
import { createElement, findElement } from '../page/find-element.js';
import type { SandboxControl } from './sandbox-control.js';

/** The events after which the chosen fault is used up. */
const OUTCOME_EVENTS = ['balcao-approved', 'balcao-declined', 'balcao-failed', 'balcao-unconfirmed'] as const;

/** The fault panel, for the scenarios. */
export interface FaultPanel {
  /** Chooses a fault by its id, and resolves when the fault is planned. */
  choose(id: string): Promise<void>;
}

/** Mounts the panel in which a person chooses the fault of the next charge. It shows when the fault is planned. */
export function mountFaultPanel(control: SandboxControl, { isRelayed }: { isRelayed: boolean }): FaultPanel {
  const panel = findElement('#faults', HTMLElement);
  const status = findElement('#fault-status', HTMLElement);
  const groups = faultGroups.map(({ title, faults }) => ({ title, faults: faults.filter(({ needs }) => !(isRelayed && needs)) }));
  panel.replaceChildren(...groups.filter(({ faults }) => faults.length > 0).map(createGroup));

  let latest = noFault;
  let pending: Promise<void> = Promise.resolve();
  const arm = (fault: DemoFault): Promise<void> => {
    latest = fault;
    // Sends one plan at a time, and of several waiting plans only the last: arrow keys change the choice faster than the sandbox responds.
    pending = pending.then(async () => {
      if (latest !== fault) return;
      status.textContent = await describe(control, fault);
    });
    return pending;
  };
  const findFault = (id: string): DemoFault | undefined => faultGroups.flatMap((group) => group.faults).find((fault) => fault.id === id);
  const choose = async (id: string): Promise<void> => {
    const fault = findFault(id);
    if (!fault) throw new RangeError(`No fault is called ${id}.`);
    findElement(`#fault-${id}`, HTMLInputElement).checked = true;
    await arm(fault);
  };

  panel.addEventListener('change', ({ target }) => {
    const fault = target instanceof HTMLInputElement ? findFault(target.value) : undefined;
    if (fault) void arm(fault);
  });
  for (const name of OUTCOME_EVENTS)
    document.addEventListener(name, () => {
      // The faults that were planned in the sandbox's own form stay planned.
      if (latest !== noFault) void choose(noFault.id);
    });
  // The button of the sandbox's panel releases the service's requests. It releases the shop's responses too.
  findElement('#release', HTMLButtonElement).addEventListener('click', () => void control.releaseShop());
  void arm(noFault);
  return { choose };
}

async function describe(control: SandboxControl, fault: DemoFault): Promise<string> {
  try {
    await control.arm(fault);
    return `Na próxima: ${fault.label.toLowerCase()}.`;
  } catch {
    return 'O sandbox não respondeu; nada foi armado.';
  }
}

function createGroup({ title, faults }: FaultGroup): HTMLFieldSetElement {
  const group = createElement('fieldset', 'faults');
  group.append(createElement('legend', 'faults-title', title), ...faults.map(createChoice));
  return group;
}

function createChoice({ id, label, sentence, outcome }: DemoFault): HTMLLabelElement {
  const choice = createElement('label', 'fault');
  const radio = createElement('input', 'fault-radio');
  radio.type = 'radio';
  radio.name = 'fault';
  radio.value = id;
  radio.id = `fault-${id}`;
  radio.checked = id === noFault.id;
  const name = createElement('span', 'fault-label', label);
  name.id = `${radio.id}-name`;
  const badge = createElement('span', 'badge', outcome);
  badge.id = `${radio.id}-outcome`;
  badge.dataset['outcome'] = outcome;
  const help = createElement('span', 'fault-sentence', sentence);
  help.id = `${radio.id}-help`;
  radio.setAttribute('aria-labelledby', name.id);
  radio.setAttribute('aria-describedby', `${badge.id} ${help.id}`);
  choice.append(radio, name, badge, help);
  return choice;
}
