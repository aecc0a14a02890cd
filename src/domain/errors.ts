/** The kind of the error, as a stable word. The shopper's sentence comes from `i18n`, by this code. */
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
  | 'store'
  | 'delete-unconfirmed';

/** Details of an error in addition to its code and message. */
export interface CheckoutErrorDetails {
  /** The HTTP status of the response, where there was one. */
  status?: number;
  /** How long to wait before trying again, in milliseconds, where the service asks for it. */
  retryAfterMs?: number;
}

/** Codes after which the person may try the same again without changing anything. */
const RETRYABLE = 'offline rate-limited timeout network server bad-response token-source unauthorized store delete-unconfirmed'.split(' ');

/**
 * The only error that leaves this package. It has a code, a message for developers in English and nothing of the request or the
 * response: no body, no header, no card digit, no `cause`.
 */
export class CheckoutError extends Error {
  override readonly name = 'CheckoutError';
  /** The kind of the error, as a stable word. */
  readonly code: ErrorCode;
  /** True if the person may try the same again. */
  readonly retryable: boolean;
  /** The HTTP status of the response, where there was one. */
  readonly status?: number;
  /** How long to wait before trying again, in milliseconds, where the service asks for it. */
  readonly retryAfterMs?: number;

  constructor(code: ErrorCode, message: string, details: CheckoutErrorDetails = {}) {
    super(message);
    this.code = code;
    this.retryable = RETRYABLE.includes(code);
    Object.assign(this, details);
  }
}

/**
 * True if a value is an error of this package, also where the page holds two copies of it.
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
