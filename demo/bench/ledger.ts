import { formatReais } from 'balcao/domain';
import { createElement, findElement } from '../page/find-element.js';
import type { LedgerCharge, SandboxControl } from './sandbox-control.js';

/** Events after which the service may have charged. */
const CHARGE_EVENTS = ['balcao-approved', 'balcao-declined', 'balcao-failed', 'balcao-unconfirmed'] as const;

/** Older charges are counted but not listed. */
const MAX_LINES = 6;

/** Shows what the service really charged, whatever the page was told: the proof that nobody pays twice. Resolves when it is shown. */
export async function mountLedger(control: SandboxControl): Promise<void> {
  const count = findElement('#ledger-count', HTMLElement);
  const list = findElement('#ledger', HTMLOListElement);
  const refresh = async (): Promise<void> => {
    try {
      const charges = await control.listCharges();
      count.textContent = describeCount(charges.length);
      list.replaceChildren(...charges.slice(-MAX_LINES).reverse().map(createLine));
    } catch {
      count.textContent = 'O sandbox não respondeu.';
    }
  };
  for (const name of CHARGE_EVENTS) document.addEventListener(name, () => void refresh());
  findElement('#ledger-refresh', HTMLButtonElement).addEventListener('click', () => void refresh());
  await refresh();
}

function describeCount(count: number): string {
  if (count === 0) return 'Nenhuma cobrança.';
  return count === 1 ? '1 cobrança' : `${count} cobranças`;
}

function createLine({ amount, installments, last4, identifier }: LedgerCharge): HTMLLIElement {
  const line = createElement('li', 'ledger-line');
  line.append(
    createElement('span', 'ledger-amount', formatReais(Math.round(amount * 100))),
    createElement('span', 'ledger-note', `${installments}x · final ${last4}`),
    createElement('code', 'ledger-id', identifier),
  );
  return line;
}
