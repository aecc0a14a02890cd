import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import type { ChargeResult } from '../../../src/domain/order/charge-result.js';
import type { Attempt } from '../../../src/domain/order/attempt.js';
import type { PaymentOutcome } from '../../../src/domain/order/outcome.js';
import type { Resolution } from '../../../src/domain/order/resolution.js';
import { OrderGuards } from '../../../src/flow/order/order-guards.js';
import { APPROVED, DECLINED, FAILED, FakeActivity, GuardWorld, ORDER_KEY, UNCONFIRMED, createTimedOut } from '../support/guard-world.js';
import type { SentCharge, Tab } from '../support/guard-world.js';

/** What the service did with a charge that reached it, and what the page has been told. */
interface Fate {
  readonly charge: SentCharge;
  readonly tab: Tab;
  isCharged: boolean;
  /** Whether the order may be charged again: the service refused, or the shop said so while nothing ran. */
  isOver: boolean;
  /** The request's end is still to come, after the time limit. */
  late?: (result: ChargeResult) => void;
  isAnswered: boolean;
}

/** The service, the shop and the shopper's tabs, with what must be true of them. */
class Model {
  readonly world = new GuardWorld();
  readonly fates: Fate[] = [];
  readonly tabs: Tab[] = [];
  readonly told = new Map<string, Set<string>>();
  readonly dead = new Set<Tab>();
  forgiven = 0;

  constructor() {
    this.openTab();
  }

  openTab(): void {
    const tab = this.world.openTab({ shop: { resolve: (attempt) => this.#resolve(attempt), notify: (attempt) => this.#note(attempt) } });
    tab.guard.subscribe(({ outcome }) => outcome && this.judge(outcome));
    this.tabs.push(tab);
  }

  pick(index: number): Tab {
    const tab = this.tabs[index % this.tabs.length];
    if (!tab) throw new Error('There is always a tab.');
    return tab;
  }

  pay(tab: Tab): void {
    void tab.guard.pay(this.world.intent()).then((outcome) => this.dead.has(tab) || this.judge(outcome));
  }

  /** Takes note of requests that have reached the service since, and checks that they may have. */
  collect(): void {
    for (const charge of this.world.sent.slice(this.fates.length)) {
      const closing = this.fates.slice(this.forgiven).filter(({ isOver }) => !isOver);
      expect(closing, 'charged while another charge was, or may have been, made').to.deep.equal([]);
      const tab = this.tabs.find(({ guard }) => guard.state.status === 'paying' && guard.isInFlight);
      this.fates.push({ charge, tab: tab ?? this.pick(0), isCharged: false, isOver: false, isAnswered: false });
    }
  }

  /** Nobody is told that a charge was not made when it was. */
  judge(outcome: PaymentOutcome): void {
    const attemptId = 'attemptId' in outcome ? outcome.attemptId : undefined;
    const fate = this.fates.find(({ charge }) => charge.attempt.attemptId === attemptId);
    if (outcome.status === 'declined' || outcome.status === 'failed') expect(fate?.isCharged ?? false, outcome.status).to.equal(false);
    if (outcome.status === 'approved') expect(fate?.isCharged, 'approved without a charge').to.equal(true);
  }

  /** No tab calls the order open while a charge was, or may have been, made. */
  check(): void {
    this.collect();
    const closing = this.fates.slice(this.forgiven).filter(({ isOver }) => !isOver);
    for (const { guard } of this.tabs) if (closing.length > 0) expect(guard.state.status).not.to.equal('open');
  }

  /** The shop's server: knows what the service did. While a request runs nobody knows. */
  async #resolve({ attemptId }: Attempt): Promise<Resolution> {
    const fate = this.fates.find(({ charge }) => charge.attempt.attemptId === attemptId);
    if (!fate) return { status: 'unknown' };
    if (fate.isCharged) return { status: 'charged' };
    // What runs may still be carried out: a shop that answers too early, which must not open the order.
    if (fate.isAnswered && !fate.late) fate.isOver = true;
    return { status: 'not-charged' };
  }

  async #note({ attemptId, state }: Attempt): Promise<boolean> {
    this.told.set(attemptId, (this.told.get(attemptId) ?? new Set()).add(state));
    return true;
  }
}

/** Steps that were taken, over all sequences. */
let stepCount = 0;

type Real = Record<string, never>;
type Step = fc.AsyncCommand<Model, Real>;

/** A command with one action, after which everything settles and the invariants are checked. */
function step(name: string, act: (model: Model) => Promise<void> | void, canRun: (model: Model) => boolean = () => true): Step {
  return {
    check: canRun,
    run: async (model) => {
      stepCount += 1;
      await act(model);
      await model.world.settle();
      model.check();
    },
    toString: () => name,
  };
}

const isRunning = (fate: Fate): boolean => !fate.isAnswered;

function answerStep(name: string, result: () => ChargeResult, isCharged: boolean, isOver: boolean): Step {
  const answer = (model: Model): void => {
    const fate = model.fates.find(isRunning);
    if (!fate) return;
    Object.assign(fate, { isAnswered: true, isCharged, isOver });
    fate.charge.answer(result());
  };
  return step(name, answer, (model) => model.fates.some(isRunning));
}

function lateStep(name: string, result: ChargeResult, isCharged: boolean, isOver: boolean): Step {
  return step(
    name,
    (model) => {
      const fate = model.fates.find(({ late }) => late);
      if (!fate?.late) return;
      const { late } = fate;
      delete fate.late;
      Object.assign(fate, { isCharged, isOver });
      late(result);
    },
    (model) => model.fates.some(({ late }) => late),
  );
}

const tabIndex = fc.nat({ max: 3 });

const commands = [
  tabIndex.map((index) => step(`pay in ${index}`, (model) => model.pay(model.pick(index)))),
  tabIndex.map((index) =>
    step(`click seven times in ${index}`, (model) => {
      for (let click = 0; click < 7; click += 1) model.pay(model.pick(index));
    }),
  ),
  fc.constant(
    step('pay in every tab at once', (model) => {
      for (const tab of model.tabs) model.pay(tab);
    }),
  ),
  tabIndex.map((index) =>
    step(`reload ${index}`, (model) => {
      const tab = model.pick(index);
      model.tabs.splice(model.tabs.indexOf(tab), 1);
      model.dead.add(tab);
      // Its requests are cut: whether they charge is known to the service alone, and is over with the page.
      for (const fate of model.fates) {
        if (fate.tab !== tab) continue;
        if (!fate.isAnswered) Object.assign(fate, { isAnswered: true, isCharged: model.fates.length % 2 === 0 });
        delete fate.late;
      }
      tab.kill();
      model.openTab();
    }),
  ),
  fc.constant(
    step(
      'open another tab',
      (model) => model.openTab(),
      (model) => model.tabs.length < 3,
    ),
  ),
  fc.constant(answerStep('answer approved', () => APPROVED, true, false)),
  fc.constant(answerStep('answer declined', () => DECLINED, false, true)),
  fc.constant(answerStep('answer failed', () => FAILED, false, true)),
  fc.constant(answerStep('answer 500, charged', () => UNCONFIRMED, true, false)),
  fc.constant(answerStep('answer 500, not charged', () => UNCONFIRMED, false, false)),
  fc.constant(
    step(
      'time out',
      (model) => {
        const fate = model.fates.find(isRunning);
        if (!fate) return;
        const timedOut = createTimedOut();
        fate.isAnswered = true;
        fate.late = timedOut.answer;
        fate.charge.answer(timedOut.result);
      },
      (model) => model.fates.some(isRunning),
    ),
  ),
  fc.constant(lateStep('late: approved', APPROVED, true, false)),
  fc.constant(lateStep('late: declined', DECLINED, false, true)),
  fc.constant(lateStep('late: broken, charged', UNCONFIRMED, true, false)),
  fc.constant(lateStep('late: broken, not charged', UNCONFIRMED, false, false)),
  tabIndex.map((index) => step(`check in ${index}`, (model) => model.pick(index).guard.check())),
  tabIndex.map((index) => step(`come back to ${index}`, (model) => model.pick(index).activity.change({ visible: true }))),
  fc.constant(step('wait 11 minutes', (model) => model.world.clock.advance(660_000))),
  fc.constant(
    step(
      'forget',
      async (model) => {
        const { clock, journal, channels } = model.world;
        await new OrderGuards({ clock, journal, activity: new FakeActivity(), openChannel: channels.open }).forgetOrder('order-7');
        // The shop's own decision: what was charged before is the shop's to know. What still runs stays locked.
        model.forgiven = model.fates.length;
      },
      // Only between charges: the model knows no charge that is both forgotten and running.
      (model) => model.fates.every((fate) => fate.isAnswered && !fate.late),
    ),
  ),
];

describe('OrderGuard: any sequence of what shoppers, tabs, the service and the shop do', () => {
  it('charges an order once, tells no comforting lie, and tells the shop how each attempt ended', async function () {
    this.timeout(120_000);
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: 40, size: 'max' }), async (sequence) => {
        let model: Model | undefined;
        await fc.asyncModelRun(() => {
          model = new Model();
          return { model, real: {} };
        }, sequence);
        if (!model) return;
        // The shopper looks once more.
        model.openTab();
        await model.world.settle();
        model.check();
        for (const attempt of await model.world.journal.read(ORDER_KEY)) {
          if (attempt.state === 'open') continue;
          expect([...(model.told.get(attempt.attemptId) ?? [])], attempt.attemptId).to.include(attempt.state);
        }
      }),
      { numRuns: 400 },
    );
    expect(stepCount).to.be.greaterThan(2500);
  });
});
