interface Edit {
  readonly value: string;
  readonly caret: number;
}

const UNDO_LIMIT = 100;

/**
 * Groups what is typed into one input and keeps the caret by the character it stands behind, whatever the browser or
 * keyboard did: typing in the middle, deleting, pasting, autofill. Text that is still being composed (IME, many Android
 * keyboards) is left alone until it is done. Setting `value` empties the browser's own undo stack, so undo and redo are
 * kept here, in memory, and forgotten when the input is cleared or leaves the page.
 */
export class MaskedInput {
  readonly #mask: (text: string) => string;
  #past: Edit[] = [];
  #future: Edit[] = [];
  #last: Edit = { value: '', caret: 0 };

  /** `mask` returns a text as it is shown. Must be stable: masked twice, it changes nothing more. */
  constructor(mask: (text: string) => string) {
    this.#mask = mask;
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
    const edit = this.#format(input, inputType);
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
    const wanted = event instanceof KeyboardEvent ? readShortcut(event) : event instanceof InputEvent ? event.inputType : undefined;
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

  #format(input: HTMLInputElement, inputType: string): Edit {
    let text = input.value;
    let caret = input.selectionStart ?? text.length;
    if (inputType === 'deleteContentBackward' && isSameBut(this.#last.value, text, caret)) {
      // Only a separator went: the person meant the digit before it.
      text = text.slice(0, Math.max(0, caret - 1)) + text.slice(caret);
      caret = Math.max(0, caret - 1);
    }
    const value = this.#mask(text);
    if (caret >= text.length) return { value, caret: value.length };
    return { value, caret: caretBehind(value, countKept(text.slice(0, caret))) };
  }
}

/** Ctrl or Cmd with Z undoes, with Shift and Z or with Y redoes. A menu or a shaken phone says it by `beforeinput`. */
function readShortcut({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): 'historyUndo' | 'historyRedo' | undefined {
  if (!(ctrlKey || metaKey) || altKey) return undefined;
  const letter = key.toLowerCase();
  if (letter === 'y' || (letter === 'z' && shiftKey)) return 'historyRedo';
  return letter === 'z' ? 'historyUndo' : undefined;
}

/** Whether `after` is `before` without the one separator that stood at `caret`. */
function isSameBut(before: string, after: string, caret: number): boolean {
  return (
    before.length === after.length + 1 && !/\d/.test(before.charAt(caret)) && before.slice(0, caret) + before.slice(caret + 1) === after
  );
}

/** How many characters of a text survive formatting: its digits. */
function countKept(text: string): number {
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
