import { faultKinds, type FaultName } from '../../src/sandbox/faults/faults.js';
import { changeDelays } from './delays.js';
import { LIMIT_MS, SERVICE_FAULTS, chooseTimeLimits, describeOutcome, readOutcome, type MatrixRow } from './matrix-row.js';
import { pause, waitUntil, type Tab } from './tab.js';
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

const PATIENCE_MS = 60_000;

/** How often the shopper comes back. A return soon after a question makes none. */
const RETURN_MS = 1500;

/** So much sooner than in a shop comes the next question. */
const HASTE = 5;

/** Time limits, ms: of the ledger, of a token, of a call. Shorter, they would end what a slow machine takes its time for. */
const TIME_LIMITS: readonly number[] = [2000, 15_000, 30_000];

/** Has the waits of a page pass sooner, but for time limits. */
function quicken(frame: FrameWindow): void {
  changeDelays(frame, (delayMs) => (delayMs <= LIMIT_MS || TIME_LIMITS.includes(delayMs) ? delayMs : delayMs / HASTE));
}

/** The shopper asks for a Pix code, and the service answers with the fault. */
export async function runPixCharge(order: TestOrder, fault: FaultName): Promise<MatrixRow> {
  await order.room.fault('generatePixQrCode', fault);
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
  await room.fault('pixStatus', fault, { times: MANY, ...(fault === 'status-word' && { word: 'APPROVED' }) });
  tab.comeBack();
  const during = await readDuring(order, tab);
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
    PATIENCE_MS,
  );
  return { fault, outcome: `${outcome}, at the next response`, charges: await order.countCharges(), told: during };
}

/** What the shopper reads once the asking has stopped, or goes on. */
async function readDuring({ room }: TestOrder, tab: Tab): Promise<string> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const count = (await room.state()).requests.filter(({ operation }) => operation === 'pixStatus').length;
    const status = readStatus(tab);
    if (count >= SEVERAL || /A loja confirmará/.test(status)) return status;
    if (performance.now() > end) throw new Error(`Only ${count} questions, the tab says: ${tab.text}`);
    await pause(30);
  }
}

async function makeCode(
  order: TestOrder,
  fault: FaultName,
  prepare?: (frame: FrameWindow) => void,
): Promise<{ tab: Tab; outcome: string }> {
  // Where a shop says who may be paid, a code for somebody else is refused.
  const profile = { timeLimits: chooseTimeLimits(fault), pixHosts: ['pix.balcao.example'] };
  const tab = await order.open({ tag: 'balcao-pix', properties: { profile }, ...(prepare && { prepare }) });
  let outcome: string | undefined;
  tab.element.addEventListener('balcao-pix-created', () => (outcome = 'created'));
  tab.element.addEventListener('balcao-failed', ({ detail }) => (outcome = describeOutcome(detail)));
  const button = await waitUntil(
    () => tab.find('[part~="pay-button"]'),
    () => `the button for a code, the tab says: ${tab.text}`,
  );
  button.click();
  await waitUntil(
    () => outcome && !/Gerando o código/.test(tab.text),
    () => `a code or none, the tab says: ${tab.text}`,
  );
  return { tab, outcome: outcome ?? '' };
}

function readStatus(tab: Tab): string {
  return tab.find('[part~="status"]')?.textContent?.trim() ?? '';
}
