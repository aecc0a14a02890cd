import type { PaymentOutcome } from '../../src/domain/order/outcome.js';
import { faultKinds, type FaultName } from '../../src/sandbox/faults/faults.js';
import { waitUntil, type Tab } from './tab.js';
import { PATIENT } from './test-order.js';

/** One line of docs/faults.md: what a fault does to an operation, as it was seen. */
export interface MatrixRow {
  fault: string;
  outcome: string;
  /** Charges at the service. */
  charges: number;
  /** The words that the shopper reads; empty where the shop's page decides. */
  told: string;
}

/** Time limit of a call whose answer does not come, ms. */
export const LIMIT_MS = 1500;

/** The time limits of an order's calls: short only where an answer takes longer, so that a slow machine adds no row of its own. */
export function chooseTimeLimits(fault: string): typeof PATIENT {
  return /^(?:hang|drip|slow)/.test(fault) ? { cardMs: LIMIT_MS, otherMs: LIMIT_MS } : PATIENT;
}

/** Every fault but those of Pix codes. */
export const SERVICE_FAULTS = (Object.keys(faultKinds) as FaultName[]).filter((name) => !name.startsWith('pix-') && name !== 'status-word');

/** An outcome as the tables name it. */
export function describeOutcome(outcome: PaymentOutcome): string {
  if (outcome.status === 'cancelled') return `cancelled \`${outcome.reason}\``;
  return outcome.status === 'failed' ? `failed \`${outcome.error.code}\`` : outcome.status;
}

/** The words of the panel that says how a payment ended, once it is there. */
export async function readOutcome(tab: Tab): Promise<string> {
  const words = (): (string | undefined)[] =>
    ['.title', '[part="outcome-text"]'].map((selector) => tab.find(`[part~="outcome"]`)?.querySelector(selector)?.textContent?.trim());
  const [title = '', help = ''] = await waitUntil(
    () => words().every(Boolean) && words(),
    () => `the words of an outcome, the tab says: ${tab.text}`,
  );
  return `${title}. ${help}`;
}
