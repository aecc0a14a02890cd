import { presentFields } from '../../domain/present-fields.js';
import type { HttpResponse } from '../http/request-rules.js';
import type { ChargeResult } from '../../domain/order/charge-result.js';
import { parseIdentifier, parseResponseDetails } from '../http/service-message.js';
import type { SecretCard } from '../http/secrets.js';
import type { ServiceProfile } from '../profile/service-profile.js';
import { createStatusError, isSuccess, parseFields } from '../http/status-error.js';

/** With these the service may say in so many words that the card was declined. */
const DECLINES: readonly number[] = [400, 402, 422];

/** With these the service says that it did nothing. */
const REFUSALS: readonly number[] = [400, 401, 403, 404, 405, 413, 415, 422, 429];

const OUTCOMES = ['approved', 'declined', 'failed', 'unconfirmed'] as const;

/**
 * Parses the response to a charge: by the shop's `readCharge` first, then by the table of outcomes. What neither knows is `unconfirmed`.
 * A `readCharge` that throws or returns another word than its four leaves it to the table. Words that hold digits of `card` are masked, and
 * an identifier that does is dropped: the approval is valid without it.
 */
export function parseChargeResponse(
  response: HttpResponse,
  { readCharge: overrule }: Pick<ServiceProfile, 'readCharge'>,
  card: SecretCard | undefined,
): ChargeResult {
  const { identifier, ...words } = parseResponseDetails(parseFields(response), card);
  const said = overrule && applyOverrule(overrule, response);
  const status = OUTCOMES.find((outcome) => outcome === said) ?? classify(response, words.message);
  switch (status) {
    case 'approved':
      return { status, ...presentFields({ identifier }), ...words };
    case 'declined':
      // A usual decline comes by a status of success or by 402.
      return {
        status,
        ...words,
        ...presentFields({ error: isSuccess(response) || response.status === 402 ? undefined : createStatusError(response) }),
      };
    case 'failed':
      return { status, error: createStatusError(response), sent: true };
    case 'unconfirmed':
      return { status, error: createStatusError(response, { 408: 'timeout' }) };
  }
}

function classify(response: HttpResponse, message: string | undefined): (typeof OUTCOMES)[number] {
  const { success, identifier } = parseFields(response);
  if (success === true) return isSuccess(response) && parseIdentifier(identifier) !== undefined ? 'approved' : 'unconfirmed';
  if (success === false && message && (isSuccess(response) || DECLINES.includes(response.status))) return 'declined';
  return REFUSALS.includes(response.status) ? 'failed' : 'unconfirmed';
}

/** The shop's own code may throw or return anything. */
function applyOverrule(overrule: NonNullable<ServiceProfile['readCharge']>, { status, body }: HttpResponse): unknown {
  try {
    return overrule(status, body);
  } catch {
    return undefined;
  }
}
