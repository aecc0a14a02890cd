import { presentFields, type PresentFields } from '../../domain/present-fields.js';
import { identifierSchema } from './response-schemas.js';

/** More than a shopper reads. */
const MAX_LENGTH = 200;

/**
 * A text of the service as it may be shown: one line, no control or invisible characters, every run of 12 digits or more masked
 * (a card number has 12 to 19; blanks and dashes may stand between), at most 200 characters. `undefined` when nothing is left.
 */
export function readServiceMessage(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  const line = text
    .replace(/\p{Cf}+/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replace(/\d(?:[ \p{Pd}]{0,3}\d){11,}/gu, '••••');
  return [...line.slice(0, 2 * MAX_LENGTH)].slice(0, MAX_LENGTH).join('') || undefined;
}

/** The service's identifier as text, and its message, of a response; without what is missing or cannot be used. */
export function readResponseDetails(response: { identifier?: unknown; message?: unknown }): PresentFields<{
  identifier: string | undefined;
  message: string | undefined;
}> {
  const { data } = identifierSchema.safeParse(response.identifier);
  return presentFields({ identifier: data === undefined ? undefined : String(data), message: readServiceMessage(response.message) });
}
