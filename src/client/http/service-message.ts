import { presentFields, type PresentFields } from '../../domain/present-fields.js';
import { identifierSchema } from './response-schemas.js';
import { holdsSecret, maskSecrets, type SecretCard } from './secrets.js';

/** The longest message, characters. A shopper would not read more. */
const MAX_LENGTH = 200;

/** The length to which a text is read, characters. */
const MAX_READ = 1000;

/**
 * Cleans a text of the service, so that it is safe to show: one line of at most 200 characters, without control characters and invisible
 * characters. It has no digits of the call's card, no token of this page, and no run of 12 digits or more with no letter between them.
 * Returns `undefined` if nothing is left.
 */
export function cleanServiceMessage(text: unknown, card?: SecretCard): string | undefined {
  if (typeof text !== 'string') return undefined;
  const line = text
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cs}]+/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const masked = maskSecrets([...line.slice(0, 2 * MAX_READ)].slice(0, MAX_READ).join(''), card);
  return [...masked].slice(0, MAX_LENGTH).join('') || undefined;
}

/**
 * Parses the identifier (as text) and the message of a response. Leaves out a value that is missing or invalid, and an identifier that
 * contains the card's number or a token of this page.
 */
export function parseResponseDetails(
  { identifier, message }: { identifier?: unknown; message?: unknown },
  card?: SecretCard,
): PresentFields<{ identifier: string | undefined; message: string | undefined }> {
  const name = parseIdentifier(identifier);
  return presentFields({
    identifier: name === undefined || holdsSecret(name, card) ? undefined : name,
    message: cleanServiceMessage(message, card),
  });
}

/** Parses an identifier of the service to text; `undefined` for any other value. */
export function parseIdentifier(identifier: unknown): string | undefined {
  const { data } = identifierSchema().safeParse(identifier);
  return data === undefined ? undefined : String(data);
}
