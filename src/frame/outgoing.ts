import type { CarriedResult, FrameMessage } from '../channel/frame-message.js';
import type { CarriedError } from '../channel/text-schemas.js';
import { joinDigits, listDigits, parseGlyphs } from '../domain/card/readable-text.js';
import { CheckoutError, isCheckoutError } from '../domain/errors.js';
import type { ChargeResult } from '../domain/order/charge-result.js';
import { presentFields } from '../domain/present-fields.js';

/** The greatest length of a message for developers that leaves the frame. */
const MAX_MESSAGE_LENGTH = 500;

/** The number of consecutive digits of a card that a page must never get. */
const PIECE_LENGTH = 8;

/** Converts an error to what the channel carries. An unknown error becomes a fixed message, because its own message may hold anything. */
export function carryError(error: unknown): CarriedError {
  const known = isCheckoutError(error) ? error : new CheckoutError('network', 'Something in the frame went wrong.');
  const { code, message, status, retryAfterMs } = known;
  // Some servers send a status that HTTP does not have.
  const isStatus = status !== undefined && status >= 100 && status <= 599;
  return { code, message: message.slice(0, MAX_MESSAGE_LENGTH), ...presentFields({ status: isStatus ? status : undefined, retryAfterMs }) };
}

/**
 * Converts a result to what the channel carries. The promise of a late result is left out, because that result gets its own message, and so is the
 * error of a decline.
 */
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
 * Redacts a message before it leaves the frame. Removes every text that holds {@link PIECE_LENGTH} successive digits of a card, even if
 * other characters stand between the digits. `secrets` are the typed texts and the numbers that were sent. The status of a result is always
 * kept. If a `cardId` holds such digits, the message becomes a `bad-response` error.
 */
export function guardOutgoing(message: FrameMessage, secrets: readonly string[]): FrameMessage {
  const pieces = secrets.flatMap((text) => listPieces(getDigits(text)));
  /** Returns the text, or `undefined` if the text must not leave the frame. */
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

/** Lists all runs of {@link PIECE_LENGTH} consecutive digits. */
function listPieces(digits: string): string[] {
  return Array.from({ length: Math.max(0, digits.length - PIECE_LENGTH + 1) }, (_, at) => digits.slice(at, at + PIECE_LENGTH));
}

/** Returns the digits of a text, also if they are written in other characters. */
function getDigits(text: string): string {
  return joinDigits(listDigits(parseGlyphs(text)));
}
