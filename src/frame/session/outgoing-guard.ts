import type { CarriedResult, FrameMessage } from '../../channel/frame-message.js';
import type { CarriedError } from '../../channel/text-schemas.js';
import { joinDigits, listDigits, readGlyphs } from '../../domain/card/readable-text.js';
import { presentFields } from '../../domain/present-fields.js';

/** How many digits of a card, in a row, a page must never have. */
const PIECE = 8;

/**
 * The last look at what leaves the frame: returns a message without the texts that hold digits of `secrets`, what is typed and what was sent,
 * whatever stands between the digits. What became of a charge is never left out. A `cardId` that holds them is none.
 */
export function guardOutgoing(message: FrameMessage, secrets: readonly string[]): FrameMessage {
  const guard = new TextGuard(secrets);
  switch (message.type) {
    case 'outcome':
    case 'late':
      return { ...message, result: guard.cleanResult(message.result) };
    case 'not-sent':
    case 'call-failed':
      return { ...message, error: guard.cleanError(message.error) };
    case 'tokenized': {
      const { id, cardId, message: words, ...rest } = message;
      const error = { code: 'bad-response', message: 'The cardId holds digits of the card.' } as const;
      if (guard.clean(cardId) === undefined) return { type: 'call-failed', id, error };
      return { ...rest, id, cardId, ...presentFields({ message: guard.clean(words) }) };
    }
    default:
      return message;
  }
}

/** Knows what must not leave. */
class TextGuard {
  readonly #pieces: readonly string[];

  constructor(secrets: readonly string[]) {
    this.#pieces = secrets.flatMap((text) => listPieces(readDigits(text)));
  }

  /** The text, or `undefined` where it must not leave. */
  clean(text: string | undefined): string | undefined {
    const digits = text === undefined ? '' : readDigits(text);
    return this.#pieces.some((piece) => digits.includes(piece)) ? undefined : text;
  }

  cleanError(error: CarriedError): CarriedError {
    return { ...error, message: this.clean(error.message) ?? '' };
  }

  cleanResult(result: CarriedResult): CarriedResult {
    if ('error' in result) return { ...result, error: this.cleanError(result.error) };
    const message = this.clean(result.message);
    if (result.status === 'declined') return { status: 'declined', ...presentFields({ message }) };
    return { status: 'approved', ...presentFields({ identifier: this.clean(result.identifier), message }) };
  }
}

function listPieces(digits: string): string[] {
  return Array.from({ length: Math.max(0, digits.length - PIECE + 1) }, (_, at) => digits.slice(at, at + PIECE));
}

function readDigits(text: string): string {
  return joinDigits(listDigits(readGlyphs(text)));
}
