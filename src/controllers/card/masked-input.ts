import { keepDigits } from '../../domain/card/digits.js';
import { isInputEvent, isKeyboardEvent } from '../page/event-kinds.js';

/** A text and the position of the caret in it. */
interface Edit {
  readonly value: string;
  readonly caret: number;
}

const UNDO_LIMIT = 100;

/**
 * Formats what is typed into one input and keeps the caret after the same digit, whether the shopper types in the middle, deletes,
 * pastes or uses autofill. Text that is still being composed (IME, many Android keyboards) is not changed until the composition ends.
 * Setting `value` clears the browser's own undo history, so undo and redo are stored here, in memory, until `clear()`.
 */
export class MaskedInput {
  readonly #mask: (text: string) => string;
  readonly #maskWhole: (text: string) => string;
  readonly #maxLength: () => number;
  #past: Edit[] = [];
  #future: Edit[] = [];
  #last: Edit = { value: '', caret: 0 };

  /**
   * Both masks format a text for display, and return a formatted text unchanged. `maskWhole` formats a text that was filled in or pasted.
   * Text beyond `maxLength` formatted characters is refused, typed or pasted.
   */
  constructor(mask: (text: string) => string, { maskWhole = mask, maxLength = () => Infinity } = {}) {
    this.#mask = mask;
    this.#maskWhole = maskWhole;
    this.#maxLength = maxLength;
  }

  /** Clears the undo history. */
  clear(): void {
    this.#past = [];
    this.#future = [];
    this.#last = { value: '', caret: 0 };
  }

  /** Handles `input` and `compositionend`, or, without an event, a text that is already there. */
  handleInput(input: HTMLInputElement, event?: Event): void {
    const { isComposing, inputType, data } = event && isInputEvent(event) ? event : { isComposing: false, inputType: '', data: '' };
    if (isComposing) return;
    // Some keyboards, and some programs that fill in forms, insert a whole text as if it were typed.
    const isTyped = /^(?:insertText|insertComposition|delete)/.test(inputType) && !/../.test(data ?? '');
    const now = { value: input.value, caret: input.selectionStart ?? input.value.length };
    const masked = maskEdit(now, this.#last.value, inputType, isTyped ? this.#mask : this.#maskWhole);
    const isInserted = event?.type === 'compositionend' || /^insert(?!Replacement)/.test(inputType);
    const edit = isInserted ? limitEdit(masked, Math.max(this.#last.value.length, this.#maxLength())) : masked;
    if (edit.value !== now.value || edit.caret !== now.caret) showEdit(input, edit);
    if (edit.value !== this.#last.value) {
      this.#past = [...this.#past.slice(1 - UNDO_LIMIT), this.#last];
      this.#future = [];
    }
    this.#last = edit;
  }

  /** Handles undo and redo on `keydown` and `beforeinput`. */
  handleEvent(input: HTMLInputElement, event: Event): void {
    const wanted = isKeyboardEvent(event) ? parseShortcut(event) : isInputEvent(event) ? event.inputType : undefined;
    if (wanted !== 'historyUndo' && wanted !== 'historyRedo') return;
    event.preventDefault();
    const [from, to] = wanted === 'historyRedo' ? [this.#future, this.#past] : [this.#past, this.#future];
    const edit = from.pop();
    if (!edit) return;
    to.push(this.#last);
    this.#last = edit;
    input.value = edit.value;
    input.setSelectionRange(edit.caret, edit.caret);
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType: wanted }));
  }
}

/** Shows a text and its caret in an input. The caret of an input without the focus stays where it is. */
function showEdit(input: HTMLInputElement, { value, caret }: Edit): void {
  if (input.value !== value) input.value = value;
  if (input.selectionStart !== caret && input.matches(':focus')) input.setSelectionRange(caret, caret);
}

/**
 * Masks a text that a browser has changed from `before`. The caret stays after the same digit. `inputType` is that of the `InputEvent`, and
 * empty if the text was not typed.
 */
function maskEdit({ value, caret }: Edit, before: string, inputType: string, mask: (text: string) => string): Edit {
  // An undo sets the value itself.
  if (value === before) return { value, caret };
  const [kind, direction] = /^(delete)(?:.*?(Forward|Backward))?/.exec(inputType)?.slice(1) ?? [];
  const changed = direction && isSameBut(before, value, caret) ? deleteBeside(before, caret, direction === 'Forward') : { value, caret };
  const masked = mask(changed.value);
  // A mask that adds digits, such as the leading zero of a month, must not add them again after a deletion.
  const shown = kind && countDigits(masked) > countDigits(changed.value) ? changed.value : masked;
  if (changed.caret >= changed.value.length) return { value: shown, caret: shown.length };
  return { value: shown, caret: caretBehind(shown, countDigits(changed.value.slice(0, changed.caret))) };
}

/** Removes the excess of a text that is too long, from before the caret, where it was inserted. */
function limitEdit({ value, caret }: Edit, maxLength: number): Edit {
  const kept = Math.max(0, caret - Math.max(0, value.length - maxLength));
  return { value: value.slice(0, kept) + value.slice(caret), caret: kept };
}

/**
 * Deletes the digit next to a separator, and a separator that is then the last character. Used if only the separator at `index` was deleted,
 * since the shopper meant the digit.
 */
function deleteBeside(text: string, index: number, isForward: boolean): Edit {
  const at = isForward ? index + 1 : index - 1;
  if (at < 0) return { value: text, caret: 0 };
  return { value: (text.slice(0, at) + text.slice(at + 1)).replace(/\D$/, ''), caret: isForward ? index : at };
}

/**
 * Parses a shortcut: Ctrl or Cmd with Z is undo; with Shift and Z, or with Y, it is redo. The menu, or shaking a phone, sends `beforeinput`
 * instead.
 */
function parseShortcut({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): 'historyUndo' | 'historyRedo' | undefined {
  if (!(ctrlKey || metaKey) || altKey) return undefined;
  const letter = key.toLowerCase();
  if (letter === 'y' || (letter === 'z' && shiftKey)) return 'historyRedo';
  return letter === 'z' ? 'historyUndo' : undefined;
}

/** Returns true if `after` is `before` without the one separator at `caret`. */
function isSameBut(before: string, after: string, caret: number): boolean {
  return (
    before.length === after.length + 1 && !/\d/.test(before.charAt(caret)) && before.slice(0, caret) + before.slice(caret + 1) === after
  );
}

/** Returns the number of digits in a text. */
function countDigits(text: string): number {
  return keepDigits(text).length;
}

/** Returns the position after the n-th digit of a text. */
function caretBehind(text: string, digits: number): number {
  let seen = 0;
  for (let index = 0; index < text.length; index++) {
    if (seen === digits) return index;
    if (/\d/.test(text.charAt(index))) seen++;
  }
  return text.length;
}
