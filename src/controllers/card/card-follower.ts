import type { CardField, CardView, FieldError } from './card-field.js';
import type { TypedCard } from './typed-card.js';

/** What follows the fields of a card and judges them, wherever they are. */
export interface CardFollower extends CardView {
  /** The first field that is not right, and why, whether it is marked or not. */
  readonly fault: { field: CardField; error: FieldError } | undefined;
  /** Whether anything is typed. */
  readonly isTyped: boolean;
  /** Marks every wrong field and returns the card if there is none, else the names of the wrong ones. */
  validate(): TypedCard | { fields: CardField[] };
  /** To be called when all fields of the host are emptied: empties those that are elsewhere. */
  clear(): void;
  /** To be called when the security code of the host is emptied: empties one that is elsewhere. */
  clearSecurityCode(): void;
}
