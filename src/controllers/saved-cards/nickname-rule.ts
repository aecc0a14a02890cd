import { hasCardDigits } from '../../domain/card/digits.js';
import type { SaveCardChoice } from './save-card-choice.js';

/** Whether the nickname of a card may be kept, where it is wanted: a card number may not. */
export function isNicknameFine({ isWanted, nickname }: SaveCardChoice): boolean {
  return !isWanted || !hasCardDigits(nickname);
}
