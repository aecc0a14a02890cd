import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { createExpirationMask, createNumberMask } from '../../../src/controllers/card/card-validator.js';
import type { MaskedInput } from '../../../src/controllers/card/masked-input.js';

const KEYS = ['Backspace', 'Delete'] as const;
type Key = (typeof KEYS)[number];

const FIELDS = {
  number: {
    create: createNumberMask,
    texts: ['', '4', '4111', '4111 1', '4111 2345 6789 0123', '3712 345678 90123', '3612 345678 9012', '6011 2345 6789 0123456'],
  },
  expiry: { create: createExpirationMask, texts: ['', '0', '08', '12', '1/3', '1/30', '12/3', '12/30', '08/31', '10/2030'] },
};

/** An input as the browser leaves it, and what groups its text. */
class Field {
  readonly input = document.createElement('input');
  readonly #mask: MaskedInput;

  constructor(mask: MaskedInput, text: string) {
    this.#mask = mask;
    document.body.append(this.input);
    this.input.focus();
    this.change(text, text.length, 'insertText');
  }

  get text(): string {
    return this.input.value;
  }

  get caret(): number {
    return this.input.selectionStart ?? -1;
  }

  /** The digits before and behind the caret. */
  get sides(): [string, string] {
    return [this.text.slice(0, this.caret), this.text.slice(this.caret)].map((side) => side.replace(/\D/g, '')) as [string, string];
  }

  change(text: string, caret: number, inputType: string): void {
    this.input.value = text;
    this.input.setSelectionRange(caret, caret);
    this.#mask.handleInput(this.input, new InputEvent('input', { inputType }));
  }

  /** What the browser does: it takes the character on one side of the caret, whatever it is. */
  press(key: Key): void {
    const at = key === 'Delete' ? this.caret : this.caret - 1;
    if (at < 0 || at >= this.text.length) return;
    const inputType = key === 'Delete' ? 'deleteContentForward' : 'deleteContentBackward';
    this.change(this.text.slice(0, at) + this.text.slice(at + 1), at, inputType);
  }

  undo(): void {
    this.#mask.handleEvent(this.input, new InputEvent('beforeinput', { inputType: 'historyUndo' }));
    this.#mask.handleInput(this.input, new InputEvent('input', { inputType: 'historyUndo' }));
  }
}

describe('MaskedInput', () => {
  let field: Field | undefined;

  afterEach(() => field?.input.remove());

  const open = (name: keyof typeof FIELDS, text: string, caret: number): Field => {
    field?.input.remove();
    field = new Field(FIELDS[name].create(), text);
    expect(field.text, 'is shown as it is written here').to.equal(text);
    field.input.setSelectionRange(caret, caret);
    return field;
  };

  for (const name of ['number', 'expiry'] as const) {
    for (const key of KEYS) {
      it(`takes the one digit beside the caret by ${key}, wherever that stands in the ${name}`, () => {
        for (const text of FIELDS[name].texts) {
          for (let caret = 0; caret <= text.length; caret++) {
            const opened = open(name, text, caret);
            const [before, behind] = opened.sides;
            opened.press(key);
            const expected = key === 'Delete' ? [before, behind.slice(1)] : [before.slice(0, -1), behind];
            expect(opened.sides, `${text.slice(0, caret)}|${text.slice(caret)}`).to.deep.equal(expected);
          }
        }
      });
    }

    it(`keeps to that for any keys, and goes back all the way by undo, in the ${name}`, () => {
      fc.assert(
        fc.property(
          fc.constantFrom(...FIELDS[name].texts),
          fc.array(fc.record({ key: fc.constantFrom(...KEYS), part: fc.double({ min: 0, max: 1, noNaN: true }) }), { maxLength: 20 }),
          (text, presses) => {
            const opened = open(name, text, 0);
            const seen = [opened.text];
            for (const { key, part } of presses) {
              const caret = Math.round(part * opened.text.length);
              opened.input.setSelectionRange(caret, caret);
              const [before, behind] = opened.sides;
              opened.press(key);
              expect(opened.sides).to.deep.equal(key === 'Delete' ? [before, behind.slice(1)] : [before.slice(0, -1), behind]);
              if (opened.text !== seen.at(-1)) seen.push(opened.text);
            }
            for (const shown of seen.toReversed()) {
              expect(opened.text).to.equal(shown);
              opened.undo();
            }
          },
        ),
      );
    });
  }

  const kept: [text: string, caret: number, key: Key, shown: string][] = [
    ['12/30', 3, 'Backspace', '1|/30'],
    ['12/30', 2, 'Delete', '12|/0'],
    ['12/30', 0, 'Delete', '|2/30'],
    ['2/30', 0, 'Delete', '|/30'],
    ['08', 0, 'Delete', '|8'],
    ['12', 1, 'Backspace', '|2'],
    ['12/3', 4, 'Backspace', '12/|'],
  ];
  for (const [text, caret, key, shown] of kept) {
    it(`leaves month and year on their sides: ${key} in ${text.slice(0, caret)}|${text.slice(caret)} makes ${shown}`, () => {
      const opened = open('expiry', text, caret);
      opened.press(key);
      expect(`${opened.text.slice(0, opened.caret)}|${opened.text.slice(opened.caret)}`).to.equal(shown);
    });
  }

  it('takes a month that is typed before the year that was left', () => {
    const opened = open('expiry', '12/30', 2);
    opened.press('Backspace');
    opened.press('Backspace');
    expect(opened.text).to.equal('/30');
    opened.change('0/30', 1, 'insertText');
    opened.change('08/30', 2, 'insertText');
    expect(opened.text).to.equal('08/30');
  });

  for (const inputType of ['', 'insertReplacementText', 'insertFromPaste']) {
    it(`shortens a year that comes at once, by "${inputType}", and none that is typed`, () => {
      const opened = open('expiry', '', 0);
      opened.change('08 / 2031', 9, inputType);
      expect(opened.text).to.equal('08/31');
      opened.change('08/2031', 7, 'insertText');
      expect(opened.text).to.equal('08/2031');
    });
  }
});
