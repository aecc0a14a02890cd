import { createChargePaymentId } from '../../src/domain/order/charge.js';
import { listTaken, deriveAttempt, type LedgerRecord } from '../../src/domain/order/ledger-record.js';
import type { SandboxState } from '../../src/sandbox/index.js';
import { readLastWord } from './last-word.js';
import { judgeScreens, type OrderFacts, type TakenMoney } from './screens.js';
import { waitUntil } from '../support/wait-until.js';
import { readToken, type World } from './world.js';

/** What is wrong with a world that came to its end; nothing is, or the model test fails. */
export async function judge(world: World): Promise<string[]> {
  const problems = new Array<string>();
  for (const orderId of world.orderIds) {
    const wasTwice = listTaken(await world.readLedger(orderId)).length > 1;
    const tab = await world.lookAgain(orderId);
    problems.push(
      ...(await retry(async () => {
        const last = await readLastWord(world, tab, orderId);
        const taken = listTakenMoney(world, await world.room.state(), orderId);
        return judgeOrder(world, { orderId, last, taken, wasTwice });
      })),
    );
  }
  const state = await world.room.state();
  return [...judgeCharges(world, state), ...judgeOutcomes(world, state), ...judgeSuccesses(world, state), ...problems];
}

/** What the service took for an order, by card and by code. A browser's own re-sends do not count. */
export function listTakenMoney(world: World, state: SandboxState, orderId: string): TakenMoney[] {
  const charges = state.charges.filter(({ resent }) => !resent).map((charge) => ({ charge, attempt: world.findAttempt(state, charge) }));
  return [
    ...charges
      .filter(({ attempt }) => attempt?.orderId === orderId)
      .map(({ charge, attempt }) => ({ id: attempt?.attemptId ?? '', cents: Math.round(charge.amount * 100) })),
    ...world.listPaid(state, orderId).map(({ id, amount }) => ({ id: createChargePaymentId('pix', id), cents: Math.round(amount * 100) })),
  ];
}

/**
 * At most one charge for an order, and one more for each time that the browser was made to forget; one request for each attempt, the second
 * one after a 401 aside. A browser's own re-sends do not count.
 */
export function judgeCharges(world: World, state: SandboxState): string[] {
  const problems: string[] = [];
  const counts = new Map<string, number>();
  for (const charge of state.charges) {
    if (charge.resent) continue;
    const orderId = world.findAttempt(state, charge)?.orderId ?? 'an order that nobody knows';
    counts.set(orderId, (counts.get(orderId) ?? 0) + 1);
  }
  for (const [orderId, count] of counts) {
    if (count > 1 + world.losses) problems.push(`charged ${count} times: ${orderId}`);
  }
  const sends = new Map<string, number>();
  for (const request of state.requests) {
    if (request.operation !== 'processPayment' || request.resent) continue;
    const attemptId = world.attempts.get(readToken(request))?.attemptId ?? 'unknown';
    sends.set(attemptId, (sends.get(attemptId) ?? 0) + 1);
  }
  for (const [attemptId, sendCount] of sends) {
    if (sendCount > (world.hasRefusedTokens ? 2 : 1)) problems.push(`the attempt ${attemptId} was sent ${sendCount} times`);
  }
  return problems;
}

/** Nobody is told that money was not taken when it was, nor that it was taken when it was not. */
function judgeOutcomes(world: World, state: SandboxState): string[] {
  const taken = listAllTaken(world, state);
  return world.outcomes.flatMap(({ status, attemptId, tab, by }) => {
    const isTaken = attemptId !== undefined && taken.has(attemptId);
    const isLie = isTaken ? status === 'declined' || status === 'failed' : status === 'approved';
    return isLie ? [`${tab} was told "${status}" by ${by} of an attempt that was ${isTaken ? '' : 'not '}charged`] : [];
  });
}

/** A payment is told once in each page, by the event of its way of paying, and only if it was made. */
function judgeSuccesses(world: World, state: SandboxState): string[] {
  const taken = listAllTaken(world, state);
  const told = world.payments.filter(({ event }) => event !== 'balcao-duplicate');
  const names = told.map(({ tab, load, event, id }) => `${tab} was told ${event} of ${id} in its page ${load}`);
  const twice = names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${name}, more than once`);
  const wrong = told.filter(({ event, id }) => !taken.has(event === 'balcao-approved' ? id : createChargePaymentId('pix', id)));
  const crossed = told.filter(({ event, id }) => event === 'balcao-approved' && id.startsWith('pix-'));
  return [
    ...twice,
    ...[...wrong, ...crossed].map(({ tab, event, id }) => `${tab} was told ${event} of ${id}, which took no money by card or code`),
  ];
}

function listAllTaken(world: World, state: SandboxState): Set<string> {
  return new Set(world.orderIds.flatMap((orderId) => listTakenMoney(world, state, orderId).map(({ id }) => id)));
}

/** What is wrong once everybody may have learned what is known. */
async function retry(find: () => Promise<string[]>): Promise<string[]> {
  let problems: string[] = [];
  await waitUntil(
    async () => (problems = await find()).length === 0,
    () => 'an order without problems',
  ).catch(() => undefined);
  return problems;
}

async function judgeOrder(world: World, facts: OrderFacts): Promise<string[]> {
  const records = await world.readLedger(facts.orderId);
  return [
    ...judgeLedger(world, records, facts),
    ...judgeScreens(world, records, facts),
    ...judgeDuplicate(world, facts),
    ...(await judgeTold(world, records, facts)),
  ];
}

/** Every payment has ended, and the ledger knows all money that was taken, but for what it was made to forget. */
function judgeLedger({ losses }: World, records: readonly LedgerRecord[], { taken, last, orderId }: OrderFacts): string[] {
  const isPaid = last !== 'open';
  const isLied = isPaid ? taken.length === 0 : taken.length > 0 && losses === 0;
  const kept = listTaken(records);
  const lost = losses > 0 ? [] : taken.filter(({ id }) => !kept.some((record) => record.id === id));
  const invented = kept.filter(({ id }) => !taken.some((money) => money.id === id));
  return [
    ...(isLied ? [`the order ${orderId} is ${last} in the end, after ${taken.length} payments`] : []),
    ...lost.map(({ id }) => `the ledger does not know that ${id} took money`),
    ...invented.map(({ id }) => `the ledger says that ${id} took money`),
  ];
}

/** A page that learns that money was taken twice says so by an event. What was known before all pages were as they are now may have been said to others. */
function judgeDuplicate({ losses, payments }: World, { taken, wasTwice, orderId }: OrderFacts): string[] {
  const said = payments.filter(({ event, orderId: of }) => event === 'balcao-duplicate' && of === orderId).length;
  if (said > 0 && taken.length < 2) return [`${said} events of a duplicate, after ${taken.length} payments of ${orderId}`];
  return taken.length > 1 && losses === 0 && !wasTwice && said === 0 ? [`no event of the duplicate payment of ${orderId}`] : [];
}

/** The shop was told how each payment ended, and which were one too many. */
async function judgeTold({ room, losses }: World, records: readonly LedgerRecord[], { taken, orderId }: OrderFacts): Promise<string[]> {
  const { attempts, requests } = await room.shop.state();
  const told = new Map(attempts.map(({ latest, states }) => [latest.attemptId, states]));
  const problems = records.map(deriveAttempt).flatMap(({ attemptId, method, state }) => {
    if (method === 'pix' && state === 'open') return [];
    const states = told.get(attemptId) ?? [];
    const isWrong = taken.some(({ id }) => id === attemptId) && states.some((word) => word === 'failed' || word === 'declined');
    if (isWrong) return [`the shop was told ${states.join(', ')} of the charged attempt ${attemptId}`];
    return states.includes(state)
      ? []
      : [`the shop was told ${states.join(', ') || 'nothing'} of the attempt ${attemptId}, which is ${state}`];
  });
  const doubles = new Set(
    requests.filter(({ body }) => body['duplicate'] === true && body['orderId'] === orderId).map(({ body }) => body['attemptId']),
  );
  const tooMany = Math.max(0, taken.length - 1);
  const isUntold = losses === 0 && doubles.size !== tooMany;
  const isOwn = (attemptId: string): boolean => attempts.some(({ latest }) => latest.attemptId === attemptId && latest.orderId === orderId);
  const lost = [...told.keys()].filter((id) => losses === 0 && isOwn(id) && !records.some((record) => record.id === id));
  return [
    ...problems,
    ...(isUntold ? [`the shop was told of ${doubles.size} duplicates, there are ${tooMany}`] : []),
    ...lost.map((id) => `the ledger does not know the attempt ${id}`),
  ];
}
