import type { ChargeResult } from '../../domain/order/charge-result.js';
import type { CardPayment } from '../../domain/payment.js';
import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import { systemClock } from '../../client/system-clock.js';
import type { HttpResponse } from '../../client/http/request-rules.js';
import { waitAtMost } from '../../client/http/wait-at-most.js';
import { readCharge } from '../../client/cards/read-charge.js';
import { isTokenRefused, sendUntilAnswered, sendWithTokens } from '../../client/cards/resend-charge.js';
import type { AttemptNews } from '../orders/end-attempt.js';
import type { ServiceLink, ServiceRequest } from '../service/service-link.js';
import type { ServiceToken } from '../tokens/token-provider.js';

/** An index of PostgreSQL takes no text that is much longer. */
const LONGEST_IDENTIFIER = 500;

/** A charge that is written down as sent, and is sent now. */
export interface ChargeToSend {
  attemptId: string;
  request: ServiceRequest;
  /** Its card, whose digits no word of the service may bring back. */
  card: CardPayment['card'];
  token: ServiceToken;
  /** Whether it may still leave: from some time on others may have been told that it was not charged. */
  mayLeave: () => boolean;
}

/** What came of a charge: how it ended where that is certain, and the response to pass on where there is one. */
export interface SentCharge {
  end: AttemptNews | undefined;
  response: HttpResponse | undefined;
}

/**
 * Sends a charge once; a second time after a 401, which was not carried out (it says nothing where tokens serve one request), and again by its key
 * where the profile says that the service knows a repeated one. Never rejects. It has no time limit of its own: an answer that comes late still
 * counts.
 */
export async function sendCharge(link: ServiceLink, { attemptId, request, card, token, mayLeave }: ChargeToSend): Promise<SentCharge> {
  const responses = new WeakMap<ChargeResult, HttpResponse>();
  const sendOnce = async (used: ServiceToken = token): Promise<ChargeResult> => {
    try {
      const response = await link.send(request, used);
      const result = readCharge(response, link.profile, card);
      responses.set(result, response);
      return result;
    } catch (error) {
      return { status: 'unconfirmed', error: isCheckoutError(error) ? error : new CheckoutError('network', 'The request broke.') };
    }
  };
  const renew = async (rejected: ServiceToken): Promise<ServiceToken> => {
    const renewed = await link.getToken('card-payment', { rejected: rejected.token, attemptId });
    if (mayLeave()) return renewed;
    throw new CheckoutError('timeout', 'The time for this charge is over.');
  };
  const charge = (used: ServiceToken): Promise<ChargeResult> => {
    const send = sendWithTokens(sendOnce, used, { isSingleUse: token.singleUse === true, renew });
    return link.profile.idempotency ? sendAgain(link, send) : send();
  };
  const first = await charge(token);
  const renewed = !link.profile.idempotency && isTokenRefused(first) ? await renew(token).catch(() => undefined) : undefined;
  const result = renewed ? await charge(renewed) : first;
  return { end: readEnd(result), response: responses.get(result) };
}

async function sendAgain(link: ServiceLink, send: () => Promise<ChargeResult>): Promise<ChargeResult> {
  const waiting = new AbortController();
  const limitMs = link.limitMs('card-payment');
  const late = sendUntilAnswered(send, { clock: systemClock, limitMs, ended: waiting.signal, isOffline: () => false });
  return waitAtMost(() => late, { limitMs }).catch(() => {
    // From now on nothing is sent again, and the card is let go; what was sent is still awaited.
    waiting.abort();
    return late;
  });
}

/** How an attempt ended by the service's own answer. What is unconfirmed has not ended. */
function readEnd(result: ChargeResult): AttemptNews | undefined {
  switch (result.status) {
    case 'approved':
      return { state: 'charged', by: 'relay', ...(isStorable(result.identifier) && { identifier: result.identifier }) };
    case 'declined':
      return { state: 'declined', by: 'relay' };
    case 'failed':
      return { state: 'failed', by: 'relay' };
    case 'unconfirmed':
      return undefined;
  }
}

/** Whether a database takes an identifier as text. The approval stands without it. */
function isStorable(identifier: string | undefined): identifier is string {
  return identifier !== undefined && identifier.length <= LONGEST_IDENTIFIER && /^[^\p{Cc}\p{Cs}]+$/u.test(identifier);
}
