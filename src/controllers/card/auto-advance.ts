import { isInputEvent, isKeyboardEvent } from '../page/event-kinds.js';
import { CARD_FIELDS, type CardField } from './card-field.js';
import { isComposed } from './enter-key.js';

/**
 * Moves the focus from a field of a card to the next one once its text is complete, and back if Backspace is pressed at the start of a field.
 * The focus moves only after typing: not after a paste, autofill, an undo or a correction, where shoppers look at what they have entered.
 */
export class AutoAdvance {
  readonly #find: (field: CardField) => HTMLInputElement | null;
  /** The fields whose text was not only typed, until they are empty again. */
  readonly #corrected = new Set<CardField>();

  /** `find` returns the input of a field. */
  constructor(find: (field: CardField) => HTMLInputElement | null) {
    this.#find = find;
  }

  /** Handles a change of a field's text, after it was formatted. `isComplete` is false if the text is wrong or can be longer. */
  handleInput(field: CardField, event: Event | undefined, isComplete: () => boolean): void {
    const input = this.#find(field);
    if (!input) return;
    if (input.value.length < 2) this.#corrected.delete(field);
    if (input.value && !isKey(event)) this.#corrected.add(field);
    const isAtEnd = input.selectionStart === input.value.length && input.matches(':focus');
    if (!isAtEnd || this.#corrected.has(field) || !isComplete()) return;
    const next = this.#find(CARD_FIELDS[CARD_FIELDS.indexOf(field) + 1] ?? field);
    if (next && !next.value) next.focus();
  }

  /** Handles a key in a field. */
  handleKey(field: CardField, event: Event): void {
    const { selectionEnd } = this.#find(field) ?? {};
    const before = CARD_FIELDS[CARD_FIELDS.indexOf(field) - 1];
    if (!before || selectionEnd !== 0 || !isKeyboardEvent(event) || event.key !== 'Backspace' || isComposed(event)) return;
    event.preventDefault();
    // A key that is held down empties one field, not all of them.
    if (event.repeat) return;
    const input = this.#find(before);
    input?.focus();
    input?.setSelectionRange(input.value.length, input.value.length);
  }
}

/** Returns true if a key has added one character, outside of a composition. */
function isKey(event: Event | undefined): boolean {
  return event !== undefined && isInputEvent(event) && addsCharacter(event) && !event.isComposing;
}

/** Returns true if an event has added one character to a text. Programs that fill in a form insert a whole text in this way. */
export function addsCharacter({ inputType, data }: InputEvent): boolean {
  return inputType === 'insertText' && data?.length === 1;
}
