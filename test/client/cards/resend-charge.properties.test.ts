import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { sendUntilAnswered } from '../../../src/client/cards/resend-charge.js';
import { CheckoutError } from '../../../src/domain/errors.js';
import type { ChargeResult } from '../../../src/domain/order/charge-result.js';
import { FakeClock } from '../../support/fake-clock.js';

const LIMIT_MS = 30_000;

/** What becomes of one request of a charge. */
interface Fate {
  /** When the service has it, ms after it was sent; `undefined` where it never does. */
  arrivesAfter: number | undefined;
  /** What the service would do with it, were it the first. */
  decision: 'charge' | 'decline' | 'refuse' | 'refuse-as-declined' | 'limit';
  /** What the page gets to hear of that, and how long after the service had it; silence is never. */
  hears: 'answer' | 'break' | 'gateway' | 'silence';
  hearsAfter: number;
}

/** What the service did, and what the page heard. */
interface Trial {
  result: ChargeResult | undefined;
  sentAt: number[];
  chargeCount: number;
  heardApproval: boolean;
  /** When the page first heard a final answer. */
  heardFinalAt: number;
  /** Charges whose answer the page may still get. */
  silentCharges: number;
}

const delay = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 12_000 }), fc.integer({ min: 12_000, max: 90_000 }));
const fate: fc.Arbitrary<Fate> = fc.record({
  arrivesAfter: fc.option(delay, { nil: undefined, freq: 5 }),
  decision: fc.constantFrom('charge', 'decline', 'refuse', 'refuse-as-declined', 'limit'),
  hears: fc.constantFrom('answer', 'answer', 'break', 'gateway', 'silence'),
  hearsAfter: delay,
});
const fates = fc.array(fate, { minLength: 4, maxLength: 4 });

function readAnswer(decision: Fate['decision']): ChargeResult {
  if (decision === 'charge') return { status: 'approved', identifier: 'tx-1' };
  if (decision === 'decline') return { status: 'declined', message: 'Saldo insuficiente' };
  if (decision === 'refuse-as-declined') return { status: 'declined', error: new CheckoutError('invalid-request', 'no', { status: 422 }) };
  const error =
    decision === 'limit' ? new CheckoutError('rate-limited', 'no', { status: 429 }) : new CheckoutError('forbidden', 'no', { status: 403 });
  return { status: 'failed', error, sent: true };
}

function readLoss(hears: 'break' | 'gateway'): ChargeResult {
  const error = hears === 'break' ? new CheckoutError('network', 'broke') : new CheckoutError('server', '503', { status: 503 });
  return { status: 'unconfirmed', error };
}

/** Plays one charge to its end, minutes after its time limit. */
async function play(plan: readonly Fate[], knowsKeys: boolean): Promise<Trial> {
  const clock = new FakeClock(0);
  const ended = new AbortController();
  const trial: Trial = { result: undefined, sentAt: [], chargeCount: 0, heardApproval: false, heardFinalAt: Infinity, silentCharges: 0 };
  let known: Fate['decision'] | undefined;
  const send = (): Promise<ChargeResult> =>
    new Promise((resolve) => {
      const { arrivesAfter, decision, hears, hearsAfter } = plan[trial.sentAt.length] ?? fail();
      trial.sentAt.push(clock.now());
      const arrive = (): void => {
        const decided = (knowsKeys && known) || decision;
        if (decided === 'charge' && !(knowsKeys && known)) trial.chargeCount += 1;
        if (decided === 'charge' || decided === 'decline') known ??= decided;
        if (hears === 'silence') {
          trial.silentCharges += decided === 'charge' ? 1 : 0;
          return;
        }
        const answer = hears === 'answer' ? readAnswer(decided) : readLoss(hears);
        trial.heardApproval ||= answer.status === 'approved';
        clock.schedule(() => {
          if (answer.status === 'approved' || (answer.status === 'declined' && !answer.error))
            trial.heardFinalAt = Math.min(trial.heardFinalAt, clock.now());
          resolve(answer);
        }, hearsAfter);
      };
      if (arrivesAfter !== undefined) clock.schedule(arrive, arrivesAfter);
      else if (hears === 'break') clock.schedule(() => resolve(readLoss('break')), hearsAfter);
    });
  clock.schedule(() => ended.abort(), LIMIT_MS);
  const result = sendUntilAnswered(send, { clock, limitMs: LIMIT_MS, ended: ended.signal, isOffline: () => false });
  void result.then((settled) => (trial.result = settled));
  await clock.advance(10 * LIMIT_MS);
  return trial;
}

function fail(): never {
  throw new Error('A charge was sent more than four times.');
}

describe('sendUntilAnswered, whatever becomes of its requests', () => {
  for (const knowsKeys of [true, false]) {
    const service = knowsKeys ? 'a service that knows its keys' : 'a service that forgets its keys';

    it(`sends four times at most, within the time limit, a second apart or more from the second on, and never after a final answer, to ${service}`, () =>
      fc.assert(
        fc.asyncProperty(fates, async (plan) => {
          const { sentAt, heardFinalAt } = await play(plan, knowsKeys);
          expect(sentAt.length).to.be.within(1, 4);
          expect(sentAt.at(-1)).to.be.below(LIMIT_MS);
          expect(sentAt.at(-1)).to.be.at.most(heardFinalAt);
          for (const [index, at] of sentAt.slice(2).entries()) expect(at - (sentAt[index + 1] ?? 0)).to.be.at.least(1000);
        }),
      ));

    it(`says "approved" as soon as it hears it, and "failed" or "declined" of no charge that it can hear of, to ${service}`, () =>
      fc.assert(
        fc.asyncProperty(fates, async (plan) => {
          const { result, sentAt, chargeCount, heardApproval, silentCharges } = await play(plan, knowsKeys);
          expect(result?.status === 'approved').to.equal(heardApproval);
          if (result?.status === 'failed') expect([sentAt.length, chargeCount]).to.deep.equal([2, 0]);
          if (result?.status === 'declined') expect([heardApproval, silentCharges]).to.deep.equal([false, 0]);
        }),
      ));
  }

  it('charges once, and says "declined" of no charge, where the service knows its keys', () =>
    fc.assert(
      fc.asyncProperty(fates, async (plan) => {
        const { result, chargeCount } = await play(plan, true);
        expect(chargeCount).to.be.at.most(1);
        if (result?.status === 'declined') expect(chargeCount).to.equal(0);
        if (result?.status === 'approved') expect(chargeCount).to.equal(1);
      }),
    ));
});
