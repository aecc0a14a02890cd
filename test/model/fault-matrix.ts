import { createPaymentsClient } from '../../src/client/payments-client.js';
import { createTokenUrlSource } from '../../src/client/tokens/token-url.js';
import type { SavedCard } from '../../src/domain/card/saved-card.js';
import { memoryCardStore } from '../../src/flow/card-stores/memory-card-store.js';
import { faultKinds, type FaultKind, type FaultName } from '../../src/sandbox/faults/faults.js';
import { SHOP_FAULTS, type ShopFaultName } from '../support/shop/shop-faults.js';
import { TIME_LIMITS } from '../support/time-limits.js';
import { CARD, TestOrder } from './test-order.js';
import { SERVICE_FAULTS, describeOutcome, readOutcome, runOut, spoil, type MatrixRow } from './matrix-row.js';
import { PIX_FAULTS, STATUS_FAULTS, runPixCharge, runPixStatus } from './pix-faults.js';
import type { Tab } from './tab.js';
import { waitUntil } from '../support/wait-until.js';

/** Only what `resolve` answers is not for the token endpoint. */
const TOKEN_FAULTS = SHOP_FAULTS.filter((name) => !['charged', 'not-charged', 'unknown', 'slow', 'wrong-now'].includes(name));

/** What the tables are made of, in the order in which they stand in the document. */
export const OPERATIONS = {
  processPayment: { faults: SERVICE_FAULTS, run: (name: string) => runPayment(name as FaultName) },
  'token endpoint': { faults: TOKEN_FAULTS, run: (name: string) => runToken(name as ShopFaultName) },
  tokenizeCard: { faults: SERVICE_FAULTS, run: (name: string) => runTokenization(name as FaultName) },
  deleteCard: { faults: SERVICE_FAULTS, run: (name: string) => runDeletion(name as FaultName) },
  generatePixQrCode: { faults: PIX_FAULTS, run: (name: string) => withOrder((order) => runPixCharge(order, name as FaultName)) },
  pixStatus: { faults: STATUS_FAULTS, run: (name: string) => withOrder((order) => runPixStatus(order, name as FaultName)) },
} as const satisfies Record<string, { faults: readonly string[]; run: (name: string) => Promise<MatrixRow> }>;

/** The name of an operation of the matrix. */
export type MatrixOperation = keyof typeof OPERATIONS;

/** Whether a charge may follow a fault: what the sandbox does, and once released, what hangs. */
export function mayCharge(name: FaultName): boolean {
  const kind: FaultKind = faultKinds[name];
  return kind.charges || name === 'hang';
}

/** The shopper pays, and the service answers with the fault. */
async function runPayment(fault: FaultName): Promise<MatrixRow> {
  return withOrder(async (order) => {
    await spoil(order, 'processPayment', fault);
    const tab = await order.openFilledIn();
    return { fault, ...(await pay(order, tab, () => runOut(order, tab, fault, TIME_LIMITS.cardMs))) };
  });
}

/** The shopper pays, and the shop's token endpoint answers with the fault. */
async function runToken(fault: ShopFaultName): Promise<MatrixRow> {
  return withOrder(async (order) => {
    await order.room.shop.fault('token', fault, { times: 20 });
    const tab = await order.openFilledIn();
    const wait = async (): Promise<void> => {
      if (fault !== 'hang') return;
      await order.room.shop.waitForRequests('token');
      await tab.runOut(TIME_LIMITS.otherMs);
    };
    return { fault, ...(await pay(order, tab, wait)) };
  });
}

/** Pays; `wait` lets pass what time is needed. */
async function pay(order: TestOrder, tab: Tab, wait: () => Promise<void>): Promise<Omit<MatrixRow, 'fault'>> {
  const paying = tab.pay();
  await wait();
  const outcome = await paying;
  return { outcome: describeOutcome(outcome), charges: await order.countCharges(), told: await readOutcome(tab) };
}

/** The shopper pays and has the card kept; the service answers the tokenization with the fault. */
async function runTokenization(fault: FaultName): Promise<MatrixRow> {
  return withOrder(async (order) => {
    await spoil(order, 'tokenizeCard', fault);
    const tab = await order.open({
      attributes: { 'customer-id': order.orderId },
      properties: { cardStore: memoryCardStore() },
    });
    tab.find('[name="saveCard"]')?.click();
    await tab.type(CARD);
    const row = await pay(order, tab, () => runOut(order, tab, fault, TIME_LIMITS.otherMs));
    const note = await waitUntil(
      () => tab.find('[part~="save-note"]')?.textContent?.trim(),
      () => `a word on keeping the card after ${fault}, the tab says: ${tab.text} ${tab.log.join(' ')}`,
    );
    return { fault, ...row, told: `${row.told.split('.')[0]}. ${note}` };
  });
}

const DELETED = /\S+ final \d{4} foi excluído\.|Não foi possível excluir\.[^.]*\.|Exclusão não confirmada\.[^.]*\./;

/** The shopper deletes a saved card, and the service answers with the fault. */
async function runDeletion(fault: FaultName): Promise<MatrixRow> {
  return withOrder(async (order) => {
    const { room } = order;
    const client = createPaymentsClient({ baseUrl: room.baseUrl, getToken: createTokenUrlSource(room.tokenUrl) });
    const { cardId } = await client.tokenizeCard({ ...CARD, name: 'Visa final 1111', expirationDate: '01/31' });
    await spoil(order, 'deleteCard', fault);
    const card: SavedCard = { cardId, name: 'Visa final 1111', brand: 'visa', last4: '1111', expiration: '01/2031' };
    const tab = await order.open({
      tag: 'balcao-saved-cards',
      attributes: { 'customer-id': order.orderId },
      properties: { cardStore: memoryCardStore([card]) },
    });
    let outcome = 'done';
    tab.element.addEventListener('balcao-problem', ({ detail }) => (outcome = `\`${detail.error.code}\``));
    for (const part of ['delete-button', 'confirm-delete']) {
      const button = await waitUntil(
        () => tab.find(`[part~="${part}"]`),
        () => part,
      );
      button.click();
    }
    await runOut(order, tab, fault, TIME_LIMITS.otherMs);
    const told = await waitUntil(
      () => DELETED.exec(tab.text)?.[0],
      () => `a word on deleting the card after ${fault}, the tab says: ${tab.text}`,
    );
    return { fault, outcome, charges: await order.countCharges(), told };
  });
}

async function withOrder(work: (order: TestOrder) => Promise<MatrixRow>): Promise<MatrixRow> {
  const order = await TestOrder.create();
  try {
    return await work(order);
  } finally {
    await order.room.shop.release();
    await order.end();
  }
}

const operations = Object.keys(OPERATIONS) as MatrixOperation[];
const allFaults = [...new Set(operations.flatMap((operation): readonly string[] => OPERATIONS[operation].faults))];

/** A part of the faults of an operation: those of all operations together are every fault, each once. */
export function sampleFaults(operation: MatrixOperation): readonly string[] {
  return allFaults.filter((fault, index) => {
    const meeting = operations.filter((name) => OPERATIONS[name].faults.some((other) => other === fault));
    return meeting[index % meeting.length] === operation;
  });
}

/** Runs faults of an operation, all unless told otherwise, a few at a time. */
export async function runOperation(
  operation: MatrixOperation,
  faults: readonly string[] = OPERATIONS[operation].faults,
): Promise<MatrixRow[]> {
  const { run } = OPERATIONS[operation];
  const rows = new Map<string, MatrixRow>();
  const waiting: string[] = [...faults];
  const work = async (): Promise<void> => {
    for (let fault = waiting.shift(); fault !== undefined; fault = waiting.shift()) rows.set(fault, await run(fault));
  };
  // A browser has six connections to a host: rows whose answer is held back must leave one to the others.
  await Promise.all(Array.from({ length: 5 }, work));
  return faults.flatMap((fault) => rows.get(fault) ?? []);
}
