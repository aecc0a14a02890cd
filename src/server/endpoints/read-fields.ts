import { parseAmount } from '../../domain/money.js';
import { createRefusal } from '../http/refusal.js';

/** No identifier of ours, of a page or of an order is longer. */
const MAX_IDENTIFIER = 200;

/** What an identifier must be. */
export const IDENTIFIER_RULE = `text of 1 to ${MAX_IDENTIFIER} characters, not of blanks alone`;

/** Text of a body that may be an identifier: printable, not empty or blank, not long. `undefined` for anything else. */
export function readIdentifierField(body: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = body[name];
  return isIdentifier(value) ? value : undefined;
}

/** Whether this is text that may be an identifier. */
export function isIdentifier(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_IDENTIFIER && /^[^\p{Cc}\p{Cs}]+$/u.test(value) && /\S/.test(value);
}

/** The same where it must be there. Throws 400. */
export function requireIdentifier(body: Readonly<Record<string, unknown>>, name: string): string {
  const value = readIdentifierField(body, name);
  if (value === undefined) throw createRefusal(400, `${name} must be ${IDENTIFIER_RULE}.`);
  return value;
}

/** Cents of a decimal text, `"149.90"`; `undefined` where there is none, or no amount. */
export function readAmountField(body: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const value = body[name];
  return typeof value === 'string' ? parseAmount(value) : undefined;
}
