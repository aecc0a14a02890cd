/** A text, and the position of the caret in it. */
interface Edit {
  readonly value: string;
  readonly caret: number;
}

const UNDO_LIMIT = 100;

/**
 * Groups what is typed into one input and keeps the caret behind the same character, whatever the browser or keyboard did: typing in the middle,
 * deleting, pasting, autofill. Text that is still being composed (IME, many Android keyboards) is left alone until it is done. Setting `value`
 * empties the browser's own undo stack, so undo and redo are kept here, in memory, and forgotten when the input is cleared or leaves the page.
 */
export class MaskedInput {
  readonly #mask: (text: string) => string;
  readonly #maskWhole: (text: string) => string;
  #past: Edit[] = [];
  #future: Edit[] = [];
  #last: Edit = { value: '', caret: 0 };

  /** Both masks return a text as it is shown, and change nothing more when they are given it again: `maskWhole` one that was filled in or pasted. */
  constructor(mask: (text: string) => string, maskWhole = mask) {
    this.#mask = mask;
    this.#maskWhole = maskWhole;
  }

  /** Forgets everything that was typed. */
  clear(): void {
    this.#past = [];
    this.#future = [];
    this.#last = { value: '', caret: 0 };
  }

  /** To be called on `input` and on `compositionend`, or without an event for a text that is there already. */
  handleInput(input: HTMLInputElement, event?: Event): void {
    const { isComposing, inputType } = event instanceof InputEvent ? event : { isComposing: false, inputType: '' };
    if (isComposing) return;
    const mask = /^(?:insertText|insertComposition|delete)/.test(inputType) ? this.#mask : this.#maskWhole;
    const now = { value: input.value, caret: input.selectionStart ?? input.value.length };
    const edit = maskEdit(now, this.#last.value, inputType, mask);
    if (edit.value !== input.value) input.value = edit.value;
    if (input.selectionStart !== edit.caret && input.matches(':focus')) input.setSelectionRange(edit.caret, edit.caret);
    if (edit.value !== this.#last.value) {
      this.#past = [...this.#past.slice(1 - UNDO_LIMIT), this.#last];
      this.#future = [];
    }
    this.#last = edit;
  }

  /** To be called on `keydown` and `beforeinput`, for undo and redo. */
  handleEvent(input: HTMLInputElement, event: Event): void {
    const wanted = event instanceof KeyboardEvent ? parseShortcut(event) : event instanceof InputEvent ? event.inputType : undefined;
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

/**
 * Masks a text that a browser has changed from `before`. The caret stays behind the same digit. `inputType` is that of the `InputEvent`, and empty
 * where the text was not typed.
 */
function maskEdit({ value, caret }: Edit, before: string, inputType: string, mask: (text: string) => string): Edit {
  // The case after an undo.
  if (value === before) return { value, caret };
  const [kind, direction] = /^(delete)(?:.*?(Forward|Backward))?/.exec(inputType)?.slice(1) ?? [];
  const changed = direction && isSameBut(before, value, caret) ? deleteBeside(before, caret, direction === 'Forward') : { value, caret };
  const masked = mask(changed.value);
  // A mask may add the zero of a month. Deleting a digit must not add one.
  const shown = kind && countDigits(masked) > countDigits(changed.value) ? changed.value : masked;
  if (changed.caret >= changed.value.length) return { value: shown, caret: shown.length };
  return { value: shown, caret: caretBehind(shown, countDigits(changed.value.slice(0, changed.caret))) };
}

/** Deletes the digit beside a separator, where only the separator at `index` was deleted: that digit was meant. */
function deleteBeside(text: string, index: number, isForward: boolean): Edit {
  const at = isForward ? index + 1 : index - 1;
  if (at < 0) return { value: text, caret: 0 };
  return { value: (text.slice(0, at) + text.slice(at + 1)).replace(/\D$/, ''), caret: isForward ? index : at };
}

/** Parses a shortcut: Ctrl or Cmd with Z undoes, with Shift and Z or with Y redoes. A menu or a shaken phone sends `beforeinput`. */
function parseShortcut({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): 'historyUndo' | 'historyRedo' | undefined {
  if (!(ctrlKey || metaKey) || altKey) return undefined;
  const letter = key.toLowerCase();
  if (letter === 'y' || (letter === 'z' && shiftKey)) return 'historyRedo';
  return letter === 'z' ? 'historyUndo' : undefined;
}

/** True where `after` is `before` without the one separator at `caret`. */
function isSameBut(before: string, after: string, caret: number): boolean {
  return (
    before.length === after.length + 1 && !/\d/.test(before.charAt(caret)) && before.slice(0, caret) + before.slice(caret + 1) === after
  );
}

/** The number of characters of a text that survive formatting. */
function countDigits(text: string): number {
  return text.replace(/\D/g, '').length;
}

/** The position behind the n-th digit of a text. */
function caretBehind(text: string, digits: number): number {
  let seen = 0;
  for (let index = 0; index < text.length; index++) {
    if (seen === digits) return index;
    if (/\d/.test(text.charAt(index))) seen++;
  }
  return text.length;
}
