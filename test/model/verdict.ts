import type { Attempt } from '../../src/domain/order/attempt.js';
import type { PaymentOutcome } from '../../src/domain/order/outcome.js';
import type { SandboxState } from '../../src/sandbox/index.js';
import { pause } from './tab.js';
import type { World } from './world.js';

/** What is wrong with a world that came to its end; nothing is, or the model test fails. */
export async function judge(world: World, last: PaymentOutcome['status']): Promise<string[]> {
  const state = await world.room.state();
  const charged = findCharged(world, state);
  return [
    ...judgeCharges(world, state),
    ...judgeOutcomes(world, charged),
    ...judgeScreens(world, { charged, last }),
    ...(await judgeTold(world, charged)),
  ];
}

/** The attempts that were charged, by the token that each request carried. */
function findCharged({ attempts }: World, { charges, requests }: SandboxState): Set<string> {
  const charged = charges.map(({ connection, ordinal }) => {
    const request = requests.find((candidate) => candidate.connection === connection && candidate.ordinal === ordinal);
    return attempts.get(readToken(request?.headers)) ?? 'an attempt that nobody knows';
  });
  return new Set(charged);
}

function readToken(headers: Record<string, string> = {}): string {
  return (headers['authorization'] ?? '').replace('Bearer ', '');
}

/** At most one charge for the order, and one request for each attempt, the second one after a 401 aside. A browser's own re-sends do not count. */
export function judgeCharges(world: World, { charges, requests }: SandboxState): string[] {
  const problems: string[] = [];
  const count = charges.filter(({ resent }) => !resent).length;
  if (count > 1) problems.push(`charged ${count} times`);
  const sends = new Map<string, number>();
  for (const { operation, headers, resent } of requests) {
    if (operation !== 'processPayment' || resent) continue;
    const attemptId = world.attempts.get(readToken(headers)) ?? 'unknown';
    sends.set(attemptId, (sends.get(attemptId) ?? 0) + 1);
  }
  for (const [attemptId, sendCount] of sends) {
    if (sendCount > (world.hasRefusedTokens ? 2 : 1)) problems.push(`the attempt ${attemptId} was sent ${sendCount} times`);
  }
  return problems;
}

/** Nobody is told that a charge was not made when it was, nor that one was made when none was. */
function judgeOutcomes({ outcomes }: World, charged: ReadonlySet<string>): string[] {
  return outcomes.flatMap(({ status, attemptId, tab, by }) => {
    const isCharged = attemptId !== undefined && charged.has(attemptId);
    const isLie = isCharged ? status === 'declined' || status === 'failed' : status === 'approved';
    return isLie ? [`${tab} was told "${status}" by ${by} of an attempt that was ${isCharged ? '' : 'not '}charged`] : [];
  });
}

/** In the end every tab shows the payment as what it is. */
function judgeScreens({ tabs }: World, { charged, last }: { charged: ReadonlySet<string>; last: PaymentOutcome['status'] }): string[] {
  const isPaid = last === 'approved';
  if (isPaid !== charged.size > 0) return [`the order is ${isPaid ? 'paid' : 'open'} in the end, after ${charged.size} charges`];
  const wrong = tabs.filter(({ text }) => isPaid && /não foi cobrado/.test(text));
  return wrong.map(({ name, text }) => `${name} says "${text}" after a charge`);
}

/** Every attempt has ended, and the shop was told how. */
async function judgeTold(world: World, charged: ReadonlySet<string>): Promise<string[]> {
  const end = performance.now() + 5000;
  for (;;) {
    const problems = compareTold(await world.readLedger(), await readTold(world), charged);
    if (problems.length === 0 || performance.now() > end) return problems;
    await pause(30);
  }
}

async function readTold({ room }: World): Promise<Map<string, string[]>> {
  const { attempts } = await room.shop.state();
  return new Map(attempts.map(({ latest, states }) => [latest.attemptId, states]));
}

function compareTold(kept: readonly Attempt[], told: ReadonlyMap<string, string[]>, charged: ReadonlySet<string>): string[] {
  const problems = kept.flatMap(({ attemptId, state }) => {
    if (state === 'open' || state === 'unconfirmed') return [`the attempt ${attemptId} has no end: ${state}`];
    const states = told.get(attemptId) ?? [];
    const wrong = charged.has(attemptId) && states.some((word) => word === 'failed' || word === 'declined');
    if (wrong) return [`the shop was told ${states.join(', ')} of the charged attempt ${attemptId}`];
    return states.includes(state)
      ? []
      : [`the shop was told ${states.join(', ') || 'nothing'} of the attempt ${attemptId}, which is ${state}`];
  });
  const known = new Set(kept.map(({ attemptId }) => attemptId));
  const lost = [...told.keys(), ...charged].filter((attemptId) => !known.has(attemptId));
  return [...problems, ...lost.map((attemptId) => `the ledger does not know the attempt ${attemptId}`)];
}
