import { centsFromAmount } from '../money.js';
import { presentFields } from '../present-fields.js';

/** What is wrong with a field. */
export type IssueCode =
  /** It is not there, or empty. */
  | 'required'
  /** It is of another kind, or written in a way that cannot be read. */
  | 'format'
  /** It can be read, and is too small, too large or in the past. */
  | 'range'
  /** It does not go with another field. */
  | 'not-allowed'
  /** It is there beside the field that it stands for. */
  | 'both';

/** One broken rule. It names the field as the wire does and never holds what was in it. */
export interface ValidationIssue {
  /** `amount`, `card.number`. */
  field: string;
  code: IssueCode;
}

/** What a check of a whole request answers: a clean value with known fields alone, or every broken rule. */
export type Validation<T> = { ok: true; value: T } | { ok: false; issues: ValidationIssue[] };

/** The fields of a `T` as they were read: one that broke a rule, or is not there, is `undefined`. */
export type Draft<T> = { [Key in T extends unknown ? keyof T : never]: T[Key] | undefined };

/** Reads fields of input that may be anything, and gathers what is wrong with them. */
export class FieldReader {
  readonly #fields: Partial<Record<string, unknown>>;
  readonly #issues: ValidationIssue[];
  readonly #prefix: string;

  constructor(input: unknown, issues: ValidationIssue[] = [], prefix = '') {
    this.#fields = typeof input === 'object' && input !== null ? { ...input } : {};
    this.#issues = issues;
    this.#prefix = prefix;
  }

  /** Whether a field is there; `null` and empty text count as not there. */
  has(name: string): boolean {
    return (this.#fields[name] ?? '') !== '';
  }

  /** Notes a broken rule of a field. */
  refuse(name: string, code: IssueCode): undefined {
    this.#issues.push({ field: this.#prefix + name, code });
  }

  /** What `parse` makes of a field that must be there; `format` where that is `undefined`, `range` where it is not in range. */
  read<T>(name: string, parse: (value: unknown) => T | undefined, isInRange: (value: T) => boolean = () => true): T | undefined {
    if (!this.has(name)) return this.refuse(name, 'required');
    const value = parse(this.#fields[name]);
    if (value === undefined) return this.refuse(name, 'format');
    return isInRange(value) ? value : this.refuse(name, 'range');
  }

  /** The same of a field that may be missing. */
  readOptional<T>(name: string, parse: (value: unknown) => T | undefined): T | undefined {
    return this.has(name) ? this.read(name, parse) : undefined;
  }

  /** A reader of the object in a field; its issues are named `name.field`. */
  open(name: string): FieldReader | undefined {
    return this.read(name, (value) =>
      typeof value === 'object' && !Array.isArray(value) ? new FieldReader(value, this.#issues, `${name}.`) : undefined,
    );
  }

  /** The value made of what was read, unless a rule is broken. A field that must be there and is `undefined` has broken one. */
  finish<T>(draft: Draft<T>): Validation<T>;
  finish(draft: object): Validation<unknown> {
    return this.#issues.length > 0 ? { ok: false, issues: this.#issues } : { ok: true, value: presentFields(draft) };
  }
}

/** A parser of text that is not blank and right; it answers the text trimmed. */
export function textThat(isRight: (text: string) => boolean): (value: unknown) => string | undefined {
  return (value) => {
    const text = typeof value === 'string' ? value.trim() : '';
    return text && isRight(text) ? text : undefined;
  };
}

/** Reads the amount of the wire: a number of reais above 0 with at most two decimals. */
export function readAmount(reader: FieldReader): number | undefined {
  const isInRange = (amount: number): boolean => amount > 0 && amount < 1e10;
  const isReadable = (amount: number): boolean => centsFromAmount(amount) !== undefined || amount <= 0 || amount >= 1e10;
  return reader.read('amount', (value) => (typeof value === 'number' && isReadable(value) ? value : undefined), isInRange);
}
