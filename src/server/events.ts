import type { TokenPurpose } from '../client/tokens/token.js';
import { describeCause, type FailureCause, formatCause, listSecrets } from './failure-cause.js';
import type { AttemptState, EndedBy, PaymentKind } from './orders/order-record.js';

/**
 * An event of the shop's server, for logs and metrics. It never contains a token, a digit of a card, a cookie, the address of a visitor or
 * a word of the service. The cause of a failure may be in the words of the shop's code and of its database; what looks like one of these
 * secrets, or like a password, is masked in it.
 */
export type ShopEvent =
  | { type: 'request'; endpoint: string; status: number; durationMs: number }
  | { type: 'token-given'; orderId?: string; attemptId?: string; purpose: TokenPurpose }
  | { type: 'attempt-opened'; orderId: string; attemptId: string; via: 'token' | 'relay' }
  | { type: 'attempt-ended'; orderId: string; attemptId: string; state: AttemptState; by?: EndedBy }
  | { type: 'payment'; orderId: string; paymentId: string; kind: PaymentKind; amountCents?: number }
  | { type: 'settled'; orderId: string; paymentId: string }
  | { type: 'delivered'; orderId: string; paymentId: string }
  | { type: 'pix-created'; orderId: string; chargeId: string }
  | { type: 'pix-status'; orderId: string; chargeId: string; status: string }
  | { type: 'service-request'; operation: string; status: number; durationMs: number }
  | { type: 'limited'; limit: string; retryAfterMs: number }
  | { type: 'warning'; message: string }
  /** `message` is this package's own: it names what failed, and the fix if it is known. `cause` is the error that was thrown, if one was. */
  | { type: 'failure'; operation: string; message: string; cause?: FailureCause };

/** A failure with the error itself, of which the event has only what `FailureCause` says. */
interface ThrownFailure {
  type: 'failure';
  operation: string;
  message: string;
  error: unknown;
  /** The request of the failure, if it belongs to one: its cookies and addresses are masked. */
  request?: Request;
}

/** Reports an event; never throws. */
export type ReportEvent = (event: ShopEvent | ThrownFailure) => void;

/** The settings of a report. */
interface ReportOptions {
  onEvent: ((event: ShopEvent) => unknown) | undefined;
  /** Called with warnings and failures if nobody listens, and with the first error of the listener. */
  warn: (message: string) => void;
  /** Texts that must not appear in an event. */
  secrets?: readonly string[];
}

/**
 * Creates a function that reports events to the shop's listener. An error of the listener ends nothing: the first one is passed to `warn`.
 * Without a listener, warnings and failures are passed to `warn`.
 */
export function createReport({ onEvent, warn, secrets = [] }: ReportOptions): ReportEvent {
  let hasFailed = false;
  const noteError = (error: unknown): void => {
    if (hasFailed) return;
    hasFailed = true;
    warn(`onEvent failed, and events may be missing: ${formatCause(describeCause(error, secrets))}`);
  };
  return (given) => {
    try {
      const event = 'error' in given ? describeFailure(given, secrets) : given;
      // A listener may return a promise: without a handler, its rejection would end the process.
      if (onEvent) Promise.resolve(onEvent(event)).catch(noteError);
      else if (event.type === 'warning') warn(event.message);
      else if (event.type === 'failure') warn(formatFailure(event));
    } catch (error) {
      noteError(error);
    }
  };
}

function describeFailure({ error, request, ...failure }: ThrownFailure, secrets: readonly string[]): ShopEvent {
  return { ...failure, cause: describeCause(error, request ? [...secrets, ...listSecrets(request)] : secrets) };
}

/** Formats a failure for the console, with its cause. */
export function formatFailure({ operation, message, cause }: Extract<ShopEvent, { type: 'failure' }>): string {
  return `${operation}: ${message}${cause ? ` Cause: ${formatCause(cause)}` : ''}`;
}

/** The part of Node's `process` that is used here; other runtimes may lack it. */
interface WarningProcess {
  emitWarning?: (message: string, options: { type: string }) => void;
}

/** Warns the person who runs this process if nobody listens to events: by a warning of Node, else in the console. */
export function warnProcess(message: string): void {
  const { process }: { process?: WarningProcess } = globalThis;
  if (process?.emitWarning) process.emitWarning(message, { type: 'BalcaoWarning' });
  else console.warn(`Balcão: ${message}`);
}
