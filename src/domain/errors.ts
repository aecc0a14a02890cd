/** The kind of an error, as a stable word. The text for the shopper comes from `i18n`, by this code. */
export type ErrorCode =
  | 'invalid-config'
  | 'invalid-input'
  | 'invalid-request'
  | 'insecure-page'
  | 'offline'
  | 'blocked-by-page'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'rate-limited'
  | 'timeout'
  | 'network'
  | 'server'
  | 'bad-response'
  | 'token-source'
  | 'order-closed'
  | 'aborted'
  | 'pix-code-invalid'
  | 'pix-amount-mismatch'
  | 'pix-receiver-mismatch'
  | 'boleto-code-invalid'
  | 'boleto-mismatch'
  | 'store'
  | 'delete-unconfirmed';

/** The details of an error besides its code and message. */
export interface CheckoutErrorDetails {
  /** The HTTP status of the response; absent if there was no response. */
  status?: number;
  /** The wait before the next request, ms; absent if the service does not ask for a wait. */
  retryAfterMs?: number;
}

/**
 * The codes of failures that may be gone at the next try, with the same input. A charge whose result is unknown is not retried for all that: its
 * outcome is `unconfirmed`.
 */
const RETRYABLE: readonly string[] = [
  ...(['offline', 'rate-limited', 'timeout', 'network', 'server', 'bad-response', 'token-source'] as const),
  ...(['unauthorized', 'store', 'delete-unconfirmed'] as const),
] satisfies ErrorCode[];

/**
 * The error class of this package. It has a code and a message for developers in English, and of a response at most the status and the wait:
 * no body, no header, no card digit, no `cause`.
 */
export class CheckoutError extends Error {
  override readonly name = 'CheckoutError';
  /** The kind of the error, as a stable word. */
  readonly code: ErrorCode;
  /** True if the failure may be gone at the next try, with the same input. Of a charge, an `unconfirmed` outcome still must not be tried again. */
  readonly retryable: boolean;
  /** The HTTP status of the response; absent if there was no response. */
  readonly status?: number;
  /** The wait before the next request, ms; absent if the service does not ask for a wait. */
  readonly retryAfterMs?: number;

  constructor(code: ErrorCode, message: string, details: CheckoutErrorDetails = {}) {
    super(message);
    this.code = code;
    this.retryable = RETRYABLE.includes(code);
    Object.assign(this, details);
  }
}

/**
 * True if a value is an error of this package, also if the page has two copies of the package.
 *
 * @example
 * ```js
 * import { CheckoutError, isCheckoutError } from 'balcao/domain';
 *
 * isCheckoutError(new CheckoutError('offline', 'The device is offline.')); // true
 * isCheckoutError(new Error('offline')); // false
 * ```
 */
export function isCheckoutError(value: unknown): value is CheckoutError {
  return value instanceof Error && value.name === 'CheckoutError' && 'code' in value;
}
