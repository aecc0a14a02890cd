import { validateCardPayment } from '../../domain/validation/card-payment.js';
import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import type { CardData, CardPayment } from '../../domain/payment.js';
import { createInputError, formatCard, requireValid } from './card-body.js';
import type { ChargeResult } from '../../domain/order/charge-result.js';
import { parseChargeResponse } from './charge-response.js';
import { isTokenRefused, sendUntilAnswered, withTokenRenewal, type ResendOptions } from './resend-charge.js';
import type { SecretCard } from '../http/secrets.js';
import type { HttpRequest, HttpResponse } from '../http/request-rules.js';
import { isOwnOrigin } from '../http/page-origin.js';
import type { CallOptions, Service, ServiceCall } from '../service.js';
import { assertNotAborted, createAbortedError } from '../http/wait-at-most.js';

/** The options of a charge. */
export interface ChargeOptions extends CallOptions {
  /**
   * A function that is called once, after the token is there and directly before the request is sent. If it throws, nothing is sent and the
   * charge ends as `failed`: with the error itself if it is a `CheckoutError`, else with `aborted`.
   */
  beforeSend?: () => Promise<void> | void;
  /** The card from which the `cardId` was just created. It is not sent: it serves to mask the card's digits in the response. */
  exchanged?: Pick<CardData, 'number' | 'securityCode'>;
  /** A function that is called each time a charge is sent again under its key (`profile.idempotency`). Must not throw. */
  onResend?: () => void;
}

/** The card whose digits are masked in the response. The digits are released when the wait has ended. */
interface ChargeSecret {
  card: SecretCard | undefined;
}

/** The header in which a page sends the attempt's identifier to the relay of its shop. */
const RELAY_KEY_HEADER = 'Idempotency-Key';

/** The form of a key that fits in a header and in a field: visible ASCII without blanks, which a header would lose. */
const KEY = /^[!-~]+$/;

/**
 * Charges a card. Never rejects. It sends one request, and a further one only in these cases:
 *
 * - Without `profile.idempotency`, after a 401: once more, with a new token. If each token serves only one request, the charge is
 *   `unconfirmed` instead.
 * - With `profile.idempotency`: as `sendUntilAnswered` describes, with the `attemptId` or a random text as the key. `withTokenRenewal` then
 *   renews the token after a 401.
 *
 * The time limit and the signal end the wait, but not the request, which may already have charged the card. Its result is then `late`.
 */
export async function processPayment(service: Service, payment: CardPayment, options: ChargeOptions): Promise<ChargeResult> {
  let isSent = false;
  const secret: ChargeSecret = { card: payment.card ?? options.exchanged };
  try {
    service.assertReady(options.signal);
    const call = createCall(service, payment, options.attemptId);
    const token = await service.getToken(call, options);
    await options.beforeSend?.();
    assertNotAborted(options.signal);
    isSent = true;
    const result = await requestCharge(service, call, token, secret, options);
    if (service.profile.idempotency || token === undefined || !isTokenRefused(result)) return result;
    const renewed = await service.getToken(call, options, token);
    return await requestCharge(service, call, renewed, secret, options);
  } catch (error) {
    return { status: 'failed', error: isCheckoutError(error) ? error : createAbortedError(), sent: isSent };
  } finally {
    // The digits are released after a response too. Another request of the same charge may still be running, and its response is masked
    // without them.
    secret.card &&= 'forgotten';
  }
}

/** Validates a payment and creates its call. Throws `invalid-input` for an invalid payment. */
function createCall(service: Service, payment: CardPayment, attemptId: string | undefined): ServiceCall {
  const { profile } = service;
  const body = requireValid(validateCardPayment(payment, { holderName: profile.holderName }));
  const { field, key } = createKey(service, attemptId);
  return {
    purpose: 'card-payment',
    method: 'POST',
    path: profile.paths.processPayment,
    body: JSON.stringify({ ...body, card: body.card && formatCard(body.card, profile, 'processPayment'), ...field }),
    key,
    amount: body.amount.toFixed(2),
  };
}

/**
 * Creates the key by which the service recognizes a repeated charge, if the profile has a place for it. A relay of the page's own origin
 * always receives the attempt as the key: a request that the browser repeats by itself is then no second charge. Throws `invalid-input` for
 * an attempt that cannot be a key.
 */
function createKey(
  { profile, baseUrl }: Pick<Service, 'profile' | 'baseUrl'>,
  attemptId: string | undefined,
): { field?: object; key?: HttpRequest['key'] } {
  const idempotency = profile.idempotency ?? (isOwnOrigin(baseUrl) ? { header: RELAY_KEY_HEADER } : undefined);
  if (!idempotency) return {};
  const text = attemptId ?? crypto.randomUUID();
  if (!KEY.test(text)) throw createInputError('attemptId (characters)');
  return 'field' in idempotency ? { field: { [idempotency.field]: text } } : { key: { header: idempotency.header, text } };
}

/** Sends a charge and waits for its result. After the time limit or the signal, the result is `unconfirmed` and has the `late` result. */
async function requestCharge(
  service: Service,
  call: ServiceCall,
  token: string | undefined,
  secret: ChargeSecret,
  options: ChargeOptions,
): Promise<ChargeResult> {
  const { signal, onResend } = options;
  // Aborted when the wait has ended: from then on, nothing is sent again.
  const resending = new AbortController();
  const renew = async (rejected: string): Promise<string | undefined> => {
    const renewed = await service.getToken(call, options, rejected);
    assertNotAborted(resending.signal);
    return renewed;
  };
  const send = withTokenRenewal<string>(
    (used) => service.send(call, used).then((response) => toChargeResult(response, service, secret), toErrorResult),
    token,
    { isSingleUse: service.hasSingleUseTokens, renew },
  );
  const late = sendByProfile(service, send, { ended: resending.signal, onResend });
  try {
    return await service.wait(() => late, call.purpose, signal);
  } catch (error) {
    return { status: 'unconfirmed', error: toNetworkError(error), late };
  } finally {
    resending.abort();
  }
}

/** Converts a response to a result. A relay's response may say that nothing was sent. */
function toChargeResult(response: HttpResponse, service: Service, { card }: ChargeSecret): ChargeResult {
  const error = service.findNotSent(response);
  return error ? { status: 'failed', error, sent: false } : parseChargeResponse(response, service.profile, card);
}

/** Sends a charge. Sends it more than once only if the service recognizes a repeated charge, and until `ended`. */
function sendByProfile(
  service: Service,
  send: () => Promise<ChargeResult>,
  options: Pick<ResendOptions, 'ended' | 'onResend'>,
): Promise<ChargeResult> {
  const { clock, profile } = service;
  if (!profile.idempotency) return send();
  return sendUntilAnswered(send, { clock, limitMs: profile.timeLimits.cardMs, ...options, isOffline: () => service.isOffline });
}

/**
 * Converts the error of a request to a result. Only the page's own policy certainly stops a request from leaving. After any other error,
 * the request may have arrived.
 */
function toErrorResult(reason: unknown): ChargeResult {
  const error = toNetworkError(reason);
  return error.code === 'blocked-by-page' ? { status: 'failed', error, sent: false } : { status: 'unconfirmed', error };
}

function toNetworkError(error: unknown): CheckoutError {
  return isCheckoutError(error) ? error : new CheckoutError('network', 'The request broke.');
}
