import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { describeStep, isLoss, sequences, type TimedStep } from './steps.js';
import { pause } from './tab.js';
import { judge, judgeCharges, listTakenMoney } from './verdict.js';
import { World } from './world.js';

/** Steps in each engine when all are asked for. There are three: together they take more than 10,000. */
const ALL_STEPS = { chromium: 7100, firefox: 2200, webkit: 800 };

/** Steps of a run before a commit, always the same. */
const FEW_STEPS = 600;
const FEW_STEPS_SEED = 11;

/** Worlds that live at the same time. None knows of another. WebKit's IndexedDB is slow, and slower for many. */
const LANES = { chromium: 6, firefox: 6, webkit: 2 };

/** When no new sequence begins, ms after the page began: the runner ends a page after fifteen minutes, and then says nothing of what it did. */
const LIMIT_MS = 780_000;

/** No sequence has fewer steps. */
const SHORTEST = 25;

const engine = /Firefox/.test(navigator.userAgent) ? 'firefox' : /Chrome/.test(navigator.userAgent) ? 'chromium' : 'webkit';

/** What the run came to. */
const tally = {
  failures: new Array<string>(),
  steps: 0,
  sequences: 0,
  charges: 0,
  codes: 0,
  twice: 0,
  unconfirmed: 0,
  reloads: 0,
  voided: 0,
};

/** Where the guard is broken on purpose, everything is wrong at once; whether money is, is what counts. */
let isOnMoneyAlone = false;

/** Lives through a sequence in a world of its own. Answers what was wrong in it. */
async function live(sequence: readonly TimedStep[]): Promise<string[]> {
  const world = await World.create(sequence.some(isLoss));
  try {
    for (const { step, pauseMs } of sequence) {
      await world.take(step);
      await pause(pauseMs);
    }
    await world.calmDown();
    const problems = isOnMoneyAlone ? judgeCharges(world, await world.room.state()) : await judge(world);
    // Where IndexedDB or a lock did not come in time, nothing is promised between tabs: such a sequence proves nothing and does not count.
    if (world.isVoid) tally.voided += 1;
    else await count(world, sequence);
    return world.isVoid ? [] : problems;
  } finally {
    await world.end();
  }
}

async function count(world: World, sequence: readonly TimedStep[]): Promise<void> {
  tally.sequences += 1;
  tally.steps += sequence.length;
  tally.reloads += sequence.filter(({ step }) => step.do === 'reload').length;
  const state = await world.room.state();
  tally.charges += state.charges.length;
  for (const orderId of world.orderIds) {
    tally.codes += world.listPaid(state, orderId).length;
    if (listTakenMoney(world, state, orderId).length > 1) tally.twice += 1;
  }
  tally.unconfirmed += world.outcomes.filter(({ status, by }) => status === 'unconfirmed' && by === 'event').length;
}

/** Lives through sequences one after the other until enough steps were taken, by all lanes together, or a sequence failed. */
async function runLane(wanted: number, seed: number): Promise<void> {
  // A sequence that fails is not made shorter: what else the machine does has a part in it, so that it fails once and not again.
  for (const sequence of fc.sample(sequences, { seed, numRuns: Math.ceil(wanted / SHORTEST) })) {
    if (tally.steps >= wanted || tally.failures.length > 0 || performance.now() > LIMIT_MS) return;
    const problems = await live(sequence).catch((error: unknown) => [String(error)]);
    if (problems.length > 0) tally.failures.push([...new Set(problems), 'after:', ...sequence.map(describeStep)].join('\n  '));
  }
}

describe(`an order in real tabs, whatever shoppers, tabs, the service and the shop do (${engine})`, () => {
  let wanted = FEW_STEPS;
  let seed = FEW_STEPS_SEED;

  before(async () => {
    const settings: { isWhole: boolean; steps: number | null; seed: number | null; mutation: string | null } = await (
      await fetch('/__model/settings.json')
    ).json();
    isOnMoneyAlone = settings.mutation !== null;
    wanted = settings.steps ?? (settings.isWhole ? ALL_STEPS[engine] : FEW_STEPS);
    seed = settings.seed ?? (settings.isWhole ? Date.now() & 0xffff : FEW_STEPS_SEED);
  });

  it('is charged once, tells no comforting lie, and tells the shop how each attempt ended', async function () {
    this.timeout(890_000);
    const lanes = Array.from({ length: LANES[engine] }, (_, lane) => runLane(wanted, seed + lane));
    await Promise.all(lanes);
    const { steps, sequences: lived, charges, codes, twice, unconfirmed, reloads, voided } = tally;
    console.log(
      `model test, ${engine}: ${steps} steps in ${lived} sequences (seed ${seed}), ${charges} charges, ${codes} paid codes, ${twice} orders paid twice, ${unconfirmed} unconfirmed outcomes, ${reloads} reloads, ${voided} without IndexedDB or locks in time, ${Math.round(performance.now() / 1000)} s`,
    );
    if (tally.failures.length > 0) throw new Error(tally.failures.join('\n'));
    expect(charges, 'charges: sequences in which nothing ever happens prove nothing').to.be.at.least(lived / 6);
    expect(codes, 'paid codes').to.be.above(lived / 8);
    expect(unconfirmed, 'unconfirmed outcomes').to.be.above(lived / 20);
    expect(steps, 'steps').to.be.at.least(wanted);
    expect(voided, 'sequences in which this machine was too slow for IndexedDB or locks').to.be.below(lived);
  });
});
