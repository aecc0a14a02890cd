import type { PixStatusAnswer } from '../../../src/domain/pix/status.js';
import type { CheckoutError } from '../../../src/domain/errors.js';
import type { PixStatus } from '../../../src/domain/pix/status.js';
import type { PixCharge } from '../../../src/domain/order/charge.js';
import { createChargePaymentId } from '../../../src/domain/order/charge.js';
import type { PixPaymentRecord } from '../../../src/domain/order/ledger-record.js';
import {
  ChargePoller,
  type ChargePollChange,
  type ChargePollerOptions,
  type StatusStreamListener,
} from '../../../src/flow/charges/charge-poller.js';
import { FakeClock } from '../../support/fake-clock.js';
import { FakeActivity } from './guard-world.js';

export const LIFE_MS = 1_800_000;

/** A pending charge that is made now and lives for 30 minutes. */
export function createTestCharge(clock: FakeClock, change: Partial<PixCharge> = {}): PixCharge {
  const createdAt = clock.now();
  return { chargeId: 'pix-1', amount: '149.90', brCode: '000201', createdAt, expiresAt: createdAt + LIFE_MS, status: 'pending', ...change };
}

/** The payment of a charge, as a tab that made it writes it down. */
export function createPixRecord(charge: PixCharge, orderAmount = charge.amount): PixPaymentRecord {
  return { kind: 'pix', id: createChargePaymentId('pix', charge.chargeId), orderAmount, charge };
}

/** A question that the test answers. */
export interface Question {
  /** Ms since the world began. */
  readonly atMs: number;
  readonly signal: AbortSignal;
  answer(status: PixStatus): Promise<void>;
  fail(error: unknown): Promise<void>;
}

/** A poller, its page, and a service that answers `word` at once, or what the test says when `word` is undefined. */
export class PixWorld {
  readonly clock = new FakeClock();
  readonly activity = new FakeActivity();
  readonly questions: Question[] = [];
  readonly changes: ChargePollChange[] = [];
  readonly reports: CheckoutError[] = [];
  readonly streams: (StatusStreamListener & { isOpen: boolean })[] = [];
  word: PixStatus | Error | undefined = 'pending';
  /** By how much the device's clock is ahead of true time, and whether the page knows. */
  offsetMs = 0;
  readonly #startAt = this.clock.now();

  /** A poller of a charge, not started. */
  createPoller(change: Partial<ChargePollerOptions> = {}): ChargePoller {
    return new ChargePoller({
      charge: createTestCharge(this.clock),
      ask: (signal) => this.#ask(signal),
      clock: this.clock,
      activity: this.activity,
      trueNow: () => this.clock.now() - this.offsetMs,
      random: () => 0.5,
      report: (error) => this.reports.push(error),
      openStream: () => undefined,
      changed: (news) => this.changes.push(news),
      isNew: true,
      ...change,
    });
  }

  /** A poller that runs. */
  startPoller(change: Partial<ChargePollerOptions> = {}): ChargePoller {
    const poller = this.createPoller(change);
    poller.start();
    return poller;
  }

  /** Opens streams that the test drives. */
  readonly openStream = (listener: StatusStreamListener): (() => void) => {
    const stream = { ...listener, isOpen: true };
    this.streams.push(stream);
    return () => void (stream.isOpen = false);
  };

  /** When was asked, ms since the world began. */
  get askedAtMs(): number[] {
    return this.questions.map(({ atMs }) => atMs);
  }

  /** What was to be told, in order. */
  get news(): string[] {
    return this.changes.flatMap(({ news }) => news ?? []);
  }

  #ask(signal: AbortSignal): Promise<PixStatusAnswer> {
    return new Promise((resolve, reject) => {
      this.questions.push({
        atMs: this.clock.now() - this.#startAt,
        signal,
        answer: (status) => {
          resolve({ status });
          return this.clock.advance(0);
        },
        fail: (error) => {
          reject(error);
          return this.clock.advance(0);
        },
      });
      const { word } = this;
      if (word instanceof Error) reject(word);
      else if (word) resolve({ status: word });
    });
  }
}
