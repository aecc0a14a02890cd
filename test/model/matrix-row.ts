import type { PaymentOutcome } from '../../src/domain/order/outcome.js';
import { faultKinds, type FaultName } from '../../src/sandbox/faults/faults.js';
import type { Operation } from '../../src/sandbox/index.js';
import type { Tab } from './tab.js';
import { waitUntil } from '../support/wait-until.js';
import type { TestOrder } from './test-order.js';

/** One line of docs/faults.md: what a fault does to an operation, as it was seen. */
export interface MatrixRow {
  fault: string;
  outcome: string;
  /** Charges at the service. */
  charges: number;
  /** The words that the shopper reads; empty where the shop's page decides. */
  told: string;
}

/** Spoils requests. What comes slowly does not come before the order ends. */
export async function spoil(
  { room }: TestOrder,
  operation: Operation,
  fault: FaultName,
  params: { times?: number; word?: string } = {},
): Promise<void> {
  await room.fault(operation, fault, { ...params, ...(/^(?:drip|slow)/.test(fault) && { ms: 3_600_000 }) });
}

/** Has the time limit of a call pass in a tab, where its answer does not come, ms. */
export async function runOut({ room }: TestOrder, tab: Tab, fault: FaultName, limitMs: number): Promise<void> {
  if (!/^(?:hang|drip|slow)/.test(fault)) return;
  await room.waitForPending();
  await tab.runOut(limitMs);
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
