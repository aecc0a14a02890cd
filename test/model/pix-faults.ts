import { faultKinds, type FaultName } from '../../src/sandbox/faults/faults.js';
import { TIME_LIMITS } from '../support/time-limits.js';
import { SERVICE_FAULTS, describeOutcome, readOutcome, runOut, spoil, type MatrixRow } from './matrix-row.js';
import type { Tab } from './tab.js';
import { waitUntil } from '../support/wait-until.js';
import type { FrameWindow } from './tab-settings.js';
import type { TestOrder } from './test-order.js';

/** Every fault that the making of a Pix charge may meet. */
export const PIX_FAULTS = (Object.keys(faultKinds) as FaultName[]).filter((name) => name !== 'status-word');

/** Every fault that the question for its status may meet. */
export const STATUS_FAULTS: readonly FaultName[] = [...SERVICE_FAULTS, 'status-word'];

/** More requests than a row makes. */
const MANY = 99;

/** So many requests for the status are more than one question makes, its second one after a 401 included. */
const SEVERAL = 3;

/** How often the shopper comes back. A return soon after a question makes none. */
const RETURN_MS = 1500;

/** Limits of time, ms: of the ledger, of a token or a call, of a question. */
const LIMITS: readonly number[] = [2000, TIME_LIMITS.otherMs, TIME_LIMITS.cardMs];

/** So much sooner than in a shop comes the next question. */
const HASTE = 5;

/** Has the waits of a page pass sooner. Limits of time are whole seconds, and pass when the test has them pass. */
function quicken(frame: FrameWindow): void {
  const start = frame.setTimeout.bind(frame);
  const quick = (work: () => void, delayMs = 0): number => start(work, LIMITS.includes(delayMs) ? delayMs : delayMs / HASTE);
  Object.defineProperty(frame, 'setTimeout', { value: quick });
}

/** The shopper asks for a Pix code, and the service answers with the fault. */
export async function runPixCharge(order: TestOrder, fault: FaultName): Promise<MatrixRow> {
  await spoil(order, 'generatePixQrCode', fault);
  const { tab, outcome } = await makeCode(order, fault);
  const isShown = tab.find('[part~="pix-code"]') !== undefined;
  if (isShown !== (outcome === 'created')) throw new Error(`${fault}: ${outcome}, and the tab says: ${tab.text}`);
  const told = isShown ? readStatus(tab) : await readOutcome(tab);
  return { fault, outcome, charges: await order.countCharges(), told };
}

/** The shopper pays a Pix and comes back to the page; the service answers with the fault, and later as it should. */
export async function runPixStatus(order: TestOrder, fault: FaultName): Promise<MatrixRow> {
  const { room } = order;
  const { tab } = await makeCode(order, fault, quicken);
  const told = new Array<string>();
  for (const name of ['balcao-pix-paid', 'balcao-pix-expired', 'balcao-pix-ended'] as const) {
    tab.element.addEventListener(name, () => told.push(name.replace('balcao-pix-', '')));
  }
  await spoil(order, 'pixStatus', fault, { times: MANY, ...(fault === 'status-word' && { word: 'APPROVED' }) });
  tab.comeBack();
  const during = await readDuring(order, tab, fault);
  if (told.length > 0) throw new Error(`${fault}: the page was told "${told.join(', ')}" of a charge that nobody has paid`);
  await Promise.all([room.clearFaults(), room.release(), room.pix('settle')]);
  let returnAt = 0;
  const outcome = await waitUntil(
    () => {
      if (performance.now() >= returnAt) {
        tab.comeBack();
        returnAt = performance.now() + RETURN_MS;
      }
      return told[0];
    },
    () => `the payment after ${fault}, the tab says: ${tab.text}`,
  );
  return { fault, outcome: `${outcome}, at the next response`, charges: await order.countCharges(), told: during };
}

/** What the shopper reads once the asking has stopped, or goes on. */
async function readDuring({ room }: TestOrder, tab: Tab, fault: FaultName): Promise<string> {
  let asked = 0;
  let ended = 0;
  const read = async (): Promise<string | false> => {
    const { requests, pending } = await room.state();
    if (pending.length > 0) ended += await tab.card.endTimeLimits(TIME_LIMITS.otherMs);
    asked = requests.filter(({ operation }) => operation === 'pixStatus').length;
    const status = readStatus(tab);
    return (asked >= SEVERAL || /A loja confirmará/.test(status)) && status;
  };
  return waitUntil(
    read,
    () =>
      `the end of the questions after ${fault}, or more than ${asked}, of which ${ended} ran out, in a page that is ${document.visibilityState}; the tab says: ${tab.text}`,
  );
}

async function makeCode(
  order: TestOrder,
  fault: FaultName,
  prepare?: (frame: FrameWindow) => void,
): Promise<{ tab: Tab; outcome: string }> {
  // Where a shop says who may be paid, a code for somebody else is refused.
  const profile = { pixHosts: ['pix.balcao.example'] };
  const tab = await order.open({ tag: 'balcao-pix', properties: { profile }, ...(prepare && { prepare }) });
  let outcome: string | undefined;
  tab.element.addEventListener('balcao-pix-created', () => (outcome = 'created'));
  tab.element.addEventListener('balcao-failed', ({ detail }) => (outcome = describeOutcome(detail)));
  const button = await waitUntil(
    () => tab.find('[part~="pay-button"]'),
    () => `the button for a code, the tab says: ${tab.text}`,
  );
  button.click();
  if (!prepare) await runOut(order, tab, fault, TIME_LIMITS.otherMs);
  await waitUntil(
    () => outcome && !/Gerando o código/.test(tab.text),
    () => `a code or none, the tab says: ${tab.text}`,
  );
  return { tab, outcome: outcome ?? '' };
}

function readStatus(tab: Tab): string {
  return tab.find('[part~="status"]')?.textContent?.trim() ?? '';
}
