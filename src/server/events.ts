import type { TokenPurpose } from '../client/tokens/token.js';
import type { AttemptState, EndedBy, PaymentKind } from './orders/order-record.js';

/**
 * What happened in the shop's server, for logs and metrics. No token, digit of a card, cookie or address of a visitor is in any event, and
 * no word of the service.
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
  /** `message` is ours, and names what failed; the cause stays with whoever threw it. */
  | { type: 'failure'; operation: string; message: string };

/** Tells of an event; never throws. */
export type Report = (event: ShopEvent) => void;

/** A `report` around the shop's own listener, whose errors are dropped. Without a listener, warnings and failures go to the process's warnings. */
export function createReport(onEvent: ((event: ShopEvent) => void) | undefined, warn: (message: string) => void): Report {
  return (event) => {
    try {
      if (onEvent) onEvent(event);
      else if (event.type === 'warning') warn(event.message);
      else if (event.type === 'failure') warn(`${event.operation}: ${event.message}`);
    } catch {
      // What a listener throws must not end a payment.
    }
  };
}

/** What of Node's `process` is needed here; other runtimes may have none of it. */
interface WarningProcess {
  emitWarning?: (message: string, options: { type: string }) => void;
}

/** Says something to whoever runs this process, where nobody listens to events: as Node's own warnings do, else in the console. */
export function warnProcess(message: string): void {
  const { process }: { process?: WarningProcess } = globalThis;
  if (process?.emitWarning) process.emitWarning(message, { type: 'BalcaoWarning' });
  else console.warn(`Balcão: ${message}`);
}
