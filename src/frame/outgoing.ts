import type { CarriedResult, FrameMessage } from '../channel/frame-message.js';
import type { CarriedError } from '../channel/text-schemas.js';
import { joinDigits, listDigits, parseGlyphs } from '../domain/card/readable-text.js';
import { CheckoutError, isCheckoutError } from '../domain/errors.js';
import type { ChargeResult } from '../domain/order/charge-result.js';
import { presentFields } from '../domain/present-fields.js';

/** The most that is carried of a message for developers. */
const MAX_MESSAGE_LENGTH = 500;

/** The number of digits of a card, in a row, that a page must never get. */
const PIECE_LENGTH = 8;

/** Converts an error to what the channel carries; of one that is not ours nothing but that there was one, since it may hold anything. */
export function carryError(error: unknown): CarriedError {
  const known = isCheckoutError(error) ? error : new CheckoutError('network', 'Something in the frame went wrong.');
  const { code, message, status, retryAfterMs } = known;
  // Some servers make up a status that HTTP does not have.
  const isStatus = status !== undefined && status >= 100 && status <= 599;
  return { code, message: message.slice(0, MAX_MESSAGE_LENGTH), ...presentFields({ status: isStatus ? status : undefined, retryAfterMs }) };
}

/** Converts a result to what the channel carries: without the promise of a late answer, which follows by itself. */
export function carryResult(result: ChargeResult): CarriedResult {
  switch (result.status) {
    case 'approved':
      return presentFields({ status: result.status, identifier: result.identifier, message: result.message });
    case 'declined':
      return presentFields({ status: result.status, message: result.message });
    case 'failed':
      return { status: 'failed', error: carryError(result.error), sent: result.sent };
    case 'unconfirmed':
      return { status: 'unconfirmed', error: carryError(result.error) };
  }
}

/**
 * The last check of what leaves the frame: returns a message without the texts that hold digits of `secrets`, what is typed and what was sent,
 * whatever is between the digits. The result of a charge is never left out. A `cardId` that holds them is none.
 */
export function guardOutgoing(message: FrameMessage, secrets: readonly string[]): FrameMessage {
  const pieces = secrets.flatMap((text) => listPieces(getDigits(text)));
  /** Returns the text, or `undefined` where it must not leave. */
  const clean = (text: string | undefined): string | undefined => {
    const digits = getDigits(text ?? '');
    return pieces.some((piece) => digits.includes(piece)) ? undefined : text;
  };
  const cleanError = (error: CarriedError): CarriedError => ({ ...error, message: clean(error.message) ?? '' });
  const cleanResult = (result: CarriedResult): CarriedResult => {
    if ('error' in result) return { ...result, error: cleanError(result.error) };
    const message = clean(result.message);
    if (result.status === 'declined') return presentFields({ ...result, message });
    return presentFields({ ...result, identifier: clean(result.identifier), message });
  };
  switch (message.type) {
    case 'outcome':
    case 'late':
      return { ...message, result: cleanResult(message.result) };
    case 'not-sent':
    case 'call-failed':
      return { ...message, error: cleanError(message.error) };
    case 'tokenized': {
      const { id, cardId } = message;
      const error = { code: 'bad-response', message: 'The cardId holds digits of the card.' } as const;
      if (clean(cardId) === undefined) return { type: 'call-failed', id, error };
      return presentFields({ ...message, message: clean(message.message) });
    }
    default:
      return message;
  }
}

function listPieces(digits: string): string[] {
  return Array.from({ length: Math.max(0, digits.length - PIECE_LENGTH + 1) }, (_, at) => digits.slice(at, at + PIECE_LENGTH));
}

function getDigits(text: string): string {
  return joinDigits(listDigits(parseGlyphs(text)));
}
