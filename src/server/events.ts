import type { TokenPurpose } from '../client/tokens/token.js';
import type { AttemptState, EndedBy, PaymentKind } from './orders/order-record.js';

/**
 * An event of the shop's server, for logs and metrics. It never contains a token, a digit of a card, a cookie, the address of a visitor or
 * a word of the service.
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
  | { type: 'limited'; limit: string; retryAfterMs: number }
  | { type: 'warning'; message: string }
  /** `message` is this package's own. It names what failed, and does not contain the cause. */
  | { type: 'failure'; operation: string; message: string };

/** Reports an event; never throws. */
export type ReportEvent = (event: ShopEvent) => void;

/**
 * Creates a function that reports events to the shop's listener and ignores errors of the listener. Without a listener, it passes warnings
 * and failures to `warn`.
 */
export function createReport(onEvent: ((event: ShopEvent) => void) | undefined, warn: (message: string) => void): ReportEvent {
  return (event) => {
    try {
      if (onEvent) onEvent(event);
      else if (event.type === 'warning') warn(event.message);
      else if (event.type === 'failure') warn(`${event.operation}: ${event.message}`);
    } catch {
      // An error of a listener must not end a payment.
    }
  };
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
