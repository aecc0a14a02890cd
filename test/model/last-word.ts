import { waitUntil } from '../support/wait-until.js';
import type { Tab } from './tab.js';
import type { World } from './world.js';

/** How an order stands at the very end, by what `pay()` answers to an empty form. */
export type LastWord = 'paid' | 'short' | 'open';

/** What `pay()` says to an empty form in this tab, once it is known what became of every payment of the order. */
export async function readLastWord(world: World, tab: Tab, orderId: string): Promise<LastWord> {
  let problem = '';
  const find = async (): Promise<LastWord | undefined> => {
    const outcome = await tab.pay();
    const isOpen = outcome.status === 'invalid' || (outcome.status === 'failed' && outcome.error.code === 'rate-limited');
    const isShort = outcome.status === 'cancelled' && outcome.reason === 'short';
    const unsettled = await findUnsettled(world, orderId);
    problem = `${unsettled.join(', ')}: not known in the end. ${outcome.status}, ${tab.text}`;
    if (unsettled.length === 0 && isOpen) return 'open';
    if (unsettled.length === 0 && isShort) return 'short';
    if (unsettled.length === 0 && outcome.status === 'approved') return 'paid';
    for (const other of world.tabs) other.comeBack();
    tab.press('check-button');
    return undefined;
  };
  return waitUntil(find, () => problem);
}

/** The payments of an order whose end the ledger does not have yet, though it will. */
async function findUnsettled(world: World, orderId: string): Promise<string[]> {
  const records = await world.readLedger(orderId);
  const cards = records.filter((record) => record.kind === 'card' && /open|unconfirmed/.test(record.attempt.state));
  const paid = world.listPaid(await world.room.state(), orderId);
  const isKnown = (chargeId: string): boolean =>
    records.some((record) => record.kind === 'pix' && record.charge.chargeId === chargeId && record.turn !== undefined);
  const unseen = world.losses > 0 ? [] : paid.filter(({ id }) => !isKnown(id));
  return [...cards.map(({ id }) => `the card ${id}`), ...unseen.map(({ id }) => `the code ${id}`)];
}
