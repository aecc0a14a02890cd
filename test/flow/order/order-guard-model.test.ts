import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import type { ChargeResult } from '../../../src/domain/order/charge-result.js';
import { APPROVED, DECLINED, FAILED, UNCONFIRMED } from '../support/guard-world.js';
import { OrderModel, type Fate, type WorldKind } from '../support/order-model.js';

/**
 * The same sequences at each run: what fails here fails for everybody. Another number makes others. Those of the other two seeds have found what
 * comes of storage that is cleared beside a card that is being opened, and of a duplicate that is decided anew.
 */
const RUNS = new Map([
  [12, 900],
  [-253_173_684, 150],
  [-253_173_664, 150],
]);

/** Steps that were taken, over all sequences. */
let stepCount = 0;

type Real = Record<string, never>;
type Step = fc.AsyncCommand<OrderModel, Real>;

/** One action, and how many turns of the loop later the next one comes; `undefined`: once everything has settled. */
function step(
  name: string,
  act: (model: OrderModel) => Promise<void> | void,
  canRun: (model: OrderModel) => boolean = () => true,
): fc.Arbitrary<Step> {
  return fc.option(fc.nat({ max: 40 }), { freq: 2, nil: undefined }).map((turns) => ({
    check: canRun,
    run: async (model) => {
      stepCount += 1;
      await act(model);
      if (turns === undefined) {
        await model.settle();
        await model.check(false);
      } else for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    },
    toString: () => (turns === undefined ? name : `${name}, and ${turns} turns later`),
  }));
}

/** A step of a page, which is chosen by a number. */
function pageStep(name: string, act: (model: OrderModel, page: OrderModel['pages'][number], choice: boolean) => void): fc.Arbitrary<Step> {
  return fc
    .tuple(fc.nat({ max: 2 }), fc.boolean())
    .chain(([index, choice]) =>
      step(`${name} in page ${index}${choice ? ' (b)' : ''}`, (model) => act(model, model.pick(model.pages, index), choice)),
    );
}

function answerStep(name: string, result: ChargeResult, isCharged: boolean, isLate = false): fc.Arbitrary<Step> {
  const list = (model: OrderModel): Fate[] => model.fates.filter((fate) => (isLate ? fate.late !== undefined : !fate.isAnswered));
  return fc.nat({ max: 2 }).chain((index) =>
    step(
      `${name} (${index})`,
      (model) => model.answer(model.pick(list(model), index), result, isCharged),
      (model) => list(model).length > 0,
    ),
  );
}

const jumps = [86_400_000, -86_400_000, 400_000, -400_000, 3_600_000, -7_200_000];

const commands = [
  ...Array.from({ length: 3 }, () => pageStep('pay', (model, page) => model.pay(page, false))),
  pageStep('click seven times', (model, page) => {
    for (let click = 0; click < 7; click += 1) model.pay(page, false);
  }),
  pageStep('pay, the Pix denied', (model, page) => model.pay(page, true)),
  step('pay in every page at once', (model) => {
    for (const page of model.pages) model.pay(page, false);
  }),
  pageStep('make a code', (model, page, isCheaper) => model.makeCode(page, isCheaper)),
  fc.tuple(fc.nat({ max: 3 }), fc.constantFrom(0, 0, 0, 100)).chain(([index, missingCents]) => {
    const list = (model: OrderModel) => model.orders.flatMap(({ codes }) => codes).filter(({ paidAt }) => paidAt === undefined);
    return step(
      `pay code ${index}${missingCents > 0 ? ', too little' : ''}`,
      (model) => model.payCode(model.pick(list(model), index), missingCents),
      (model) => list(model).length > 0,
    );
  }),
  answerStep('answer approved', APPROVED, true),
  answerStep('answer declined', DECLINED, false),
  answerStep('answer failed', FAILED, false),
  answerStep('answer 500, charged', UNCONFIRMED, true),
  answerStep('answer 500, not charged', UNCONFIRMED, false),
  fc.nat({ max: 2 }).chain((index) => {
    const list = (model: OrderModel): Fate[] => model.fates.filter(({ isAnswered }) => !isAnswered);
    return step(
      `time out (${index})`,
      (model) => model.timeOut(model.pick(list(model), index)),
      (model) => list(model).length > 0,
    );
  }),
  answerStep('late: approved', APPROVED, true, true),
  answerStep('late: declined', DECLINED, false, true),
  answerStep('late: broken, charged', UNCONFIRMED, true, true),
  answerStep('late: broken, not charged', UNCONFIRMED, false, true),
  pageStep('check', (model, page) => void model.view(page).tab.guard.check()),
  pageStep('come back', (model, page) => model.view(page).tab.activity.change({ visible: true })),
  pageStep('hide', (model, page) => model.view(page).tab.activity.change({ visible: false })),
  pageStep('reload', (model, page, isCharged) => {
    model.kill(page, isCharged);
    model.openPage();
  }),
  step(
    'open a page',
    (model) => model.openPage(),
    (model) => model.pages.length < 3,
  ),
  pageStep('turn to the other order', (model, page) => model.turn(page)),
  fc
    .tuple(fc.nat({ max: 2 }), fc.constantFrom(149_90, 160_00, 120_00))
    .chain(([index, cents]) => step(`cost ${cents} in page ${index}`, (model) => model.setDue(model.pick(model.pages, index), cents))),
  step('look everywhere', async (model) => {
    await model.settle();
    await model.check(true);
  }),
  step('wait 12 s', (model) => model.wait(12_000)),
  step('wait 6 minutes', (model) => model.wait(360_000)),
  fc.constantFrom(...jumps).chain((ms) => step(`put the clock ${ms / 60_000} minutes ahead`, (model) => model.jump(ms))),
  step('break the service, or mend it', (model) => {
    model.isServiceDown = !model.isServiceDown;
  }),
  step('clear the data of the site', (model) => model.clearStorage()),
  fc.nat({ max: 1 }).chain((index) => step(`forget order ${index}`, (model) => model.forget(model.pick(model.orders, index)))),
];

const kinds: fc.Arbitrary<WorldKind> = fc.record({
  locks: fc.constantFrom('held', 'held', 'held', 'missing', 'never granted'),
  hasChannels: fc.constantFrom(true, true, false),
  hasTrueTime: fc.boolean(),
});

describe('OrderGuard: any sequence of what shoppers, tabs, clocks, storage, the service and the shop do', () => {
  for (const [seed, numRuns] of RUNS) {
    it(`charges once, and tells shopper and shop the truth about money (seed ${seed})`, async () => {
      const details = await fc.check(
        fc.asyncProperty(kinds, fc.commands(commands, { maxCommands: 40, size: 'max' }), async (kind, sequence) => {
          let model: OrderModel | undefined;
          await fc.asyncModelRun(() => {
            model = new OrderModel(kind);
            return { model, real: {} };
          }, sequence);
          await model?.settle();
          await model?.check(true);
        }),
        { numRuns, seed },
      );
      const { errorInstance } = details;
      if (details.failed)
        expect.fail(`${errorInstance instanceof Error ? errorInstance.message : ''}\n${await fc.asyncDefaultReportMessage(details)}`);
    });
  }

  it('takes more than 10,000 steps', () => {
    expect(stepCount).to.be.at.least(10_000);
  });
});
