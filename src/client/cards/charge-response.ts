import { presentFields } from '../../domain/present-fields.js';
import type { HttpResponse } from '../http/request-rules.js';
import type { ChargeResult } from '../../domain/order/charge-result.js';
import { parseIdentifier, parseResponseDetails } from '../http/service-message.js';
import type { SecretCard } from '../http/secrets.js';
import type { ServiceProfile } from '../profile/service-profile.js';
import { createStatusError, isSuccess, parseFields } from '../http/status-error.js';

/** The statuses with which the service may say explicitly that the card was declined. */
const DECLINES: readonly number[] = [400, 402, 422];

/** The statuses with which the service says that it did nothing. */
const REFUSALS: readonly number[] = [400, 401, 403, 404, 405, 413, 415, 422, 429];

const OUTCOMES = ['approved', 'declined', 'failed', 'unconfirmed'] as const;

/**
 * Parses the response to a charge: by the outcome that the shop's relay has read, else by the shop's `readCharge`, then by the table of
 * outcomes. If none has a result, it is `unconfirmed`. If `readCharge` throws, or returns a value other than its four results, the table
 * applies. In texts, the digits of `card` are masked. An identifier that contains them is dropped: the approval is valid without it.
 */
export function parseChargeResponse(
  response: HttpResponse,
  { readCharge: overrule }: Pick<ServiceProfile, 'readCharge'>,
  card: SecretCard | undefined,
): ChargeResult {
  const { identifier, ...words } = parseResponseDetails(parseFields(response), card);
  const said = response.outcome ?? (overrule && applyOverrule(overrule, response));
  const status = OUTCOMES.find((outcome) => outcome === said) ?? classify(response, words.message);
  switch (status) {
    case 'approved':
      return { status, ...presentFields({ identifier }), ...words };
    case 'declined':
      // An ordinary decline has a success status or 402.
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

/** Classifies a response by its status and its `success` field. An approval needs an identifier, and a decline needs a message. */
function classify(response: HttpResponse, message: string | undefined): (typeof OUTCOMES)[number] {
  const { success, identifier } = parseFields(response);
  if (success === true) return isSuccess(response) && parseIdentifier(identifier) !== undefined ? 'approved' : 'unconfirmed';
  if (success === false && message && (isSuccess(response) || DECLINES.includes(response.status))) return 'declined';
  return REFUSALS.includes(response.status) ? 'failed' : 'unconfirmed';
}

/** Calls the shop's own parser, which may throw or return any value. */
function applyOverrule(overrule: NonNullable<ServiceProfile['readCharge']>, { status, body }: HttpResponse): unknown {
  try {
    return overrule(status, body);
  } catch {
    return undefined;
  }
}
