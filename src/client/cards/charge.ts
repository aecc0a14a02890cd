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

/** Options of a charge. */
export interface ChargeOptions extends CallOptions {
  /**
   * Called once, after the token is there and directly before the request is sent. If it throws, nothing is sent and
   * the charge ends as `failed` with that error (when it is a `CheckoutError`; else `aborted`).
   */
  beforeSend?: () => Promise<void> | void;
  /** The card that the `cardId` was made of just now. Sent nowhere: the answer's words must not carry it either. */
  exchanged?: Pick<CardData, 'number' | 'securityCode'>;
  /** Called each time that a charge was sent again under its key (`profile.idempotency`). Must not throw. */
  onResend?: () => void;
}

/** The card that an answer's words must not carry, known until nobody waits for the answer any more. */
interface ChargeSecret {
  card: SecretCard | undefined;
}

/** The header in which a page names an attempt to the relay of its shop. */
const RELAY_KEY_HEADER = 'Idempotency-Key';

/** A key that fits in a header and in a field alike: visible ASCII without blanks, which a header would lose. */
const KEY = /^[!-~]+$/;

/**
 * Charges a card: one request, and a second one only after an answered 401, with a new token (none where tokens serve one request: it is then
 * `unconfirmed`), or as `sendUntilAnswered` says where `profile.idempotency` is set. Its key is then the `attemptId`, or a random one. Never rejects. The time limit and the signal end the
 * waiting and not the request, which may have charged already: its answer is then `late`.
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
    // Also where a request was answered: another one, of the same charge, may still be silent.
    secret.card &&= 'forgotten';
  }
}

function createCall(service: Service, payment: CardPayment, attemptId: string | undefined): ServiceCall {
  const { profile } = service;
  const body = requireValid(validateCardPayment(payment));
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
 * The key by which the service recognizes a repeated charge, where it does. The shop's own server gets the attempt in any case: what a browser sends it again by
 * itself is then no other charge. Throws `invalid-input` for an attempt that cannot be a key.
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

async function requestCharge(
  service: Service,
  call: ServiceCall,
  token: string | undefined,
  secret: ChargeSecret,
  options: ChargeOptions,
): Promise<ChargeResult> {
  const { signal, onResend } = options;
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

/** The result of a response, also of a relay's that sent nothing. */
function toChargeResult(response: HttpResponse, service: Service, { card }: ChargeSecret): ChargeResult {
  const error = service.findNotSent(response);
  return error ? { status: 'failed', error, sent: false } : parseChargeResponse(response, service.profile, card);
}

/** Sends a charge; more than once only where the service knows a repeated one, and until `ended`. */
function sendByProfile(
  service: Service,
  send: () => Promise<ChargeResult>,
  options: Pick<ResendOptions, 'ended' | 'onResend'>,
): Promise<ChargeResult> {
  const { clock, profile } = service;
  if (!profile.idempotency) return send();
  return sendUntilAnswered(send, { clock, limitMs: profile.timeLimits.cardMs, ...options, isOffline: () => service.isOffline });
}

/** Only the page's own policy keeps a request from leaving; after any other break it may have arrived. */
function toErrorResult(reason: unknown): ChargeResult {
  const error = toNetworkError(reason);
  return error.code === 'blocked-by-page' ? { status: 'failed', error, sent: false } : { status: 'unconfirmed', error };
}

function toNetworkError(error: unknown): CheckoutError {
  return isCheckoutError(error) ? error : new CheckoutError('network', 'The request broke.');
}
