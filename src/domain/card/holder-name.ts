import type { Verdict } from '../payment.js';
import { hasCardDigits, plainText } from './digits.js';

/** What is odd about a holder name, for a hint beside the field; a hint never stops a payment. */
export function hintHolderName(text: string): 'digits' | 'email' | undefined {
  if (text.includes('@')) return 'email';
  return /\d/.test(plainText(text)) ? 'digits' : undefined;
}

/**
 * Judges a holder name: right with a letter of any script in it, `possible` without, wrong only where it holds a card number, which
 * belongs in another field.
 */
export function verifyHolderName(text: string): Verdict {
  if (hasCardDigits(text)) return 'invalid';
  return /\p{L}/u.test(text) ? 'valid' : 'possible';
}
