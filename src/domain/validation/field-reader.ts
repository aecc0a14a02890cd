import { centsFromAmount } from '../money.js';
import { presentFields } from '../present-fields.js';

/** The rule that a field breaks. */
export type IssueCode =
  /** It is missing, or empty. */
  | 'required'
  /** It has the wrong type, or cannot be read. */
  | 'format'
  /** It can be read, and is too small, too large or in the past. */
  | 'range'
  /** It is not allowed together with the value of another field. */
  | 'not-allowed'
  /** It is present together with the field that it replaces. */
  | 'both';

/** One broken rule. It names the field as the wire does, and never contains its value. */
export interface ValidationIssue {
  /** `amount`, `card.number`. */
  field: string;
  code: IssueCode;
}

/** The result of checking a whole request: a value with only the known fields, or every broken rule. */
export type Validation<T> = { ok: true; value: T } | { ok: false; issues: ValidationIssue[] };

/** The fields of a `T` as they were read: one that is missing or broke a rule is `undefined`. */
export type Draft<T> = { [Key in T extends unknown ? keyof T : never]: T[Key] | undefined };

/** Reads fields of unknown input, and collects what is wrong with them. */
export class FieldReader {
  readonly #fields: Partial<Record<string, unknown>>;
  readonly #issues: ValidationIssue[];
  readonly #prefix: string;

  constructor(input: unknown, issues: ValidationIssue[] = [], prefix = '') {
    this.#fields = typeof input === 'object' && input !== null ? { ...input } : {};
    this.#issues = issues;
    this.#prefix = prefix;
  }

  /** True if a field is present; `null` and empty text count as missing. */
  has(name: string): boolean {
    return (this.#fields[name] ?? '') !== '';
  }

  /** Adds an issue of a field. */
  refuse(name: string, code: IssueCode): undefined {
    this.#issues.push({ field: this.#prefix + name, code });
  }

  /** Reads a required field by `parse`. Adds the issue `format` where that returns `undefined`, `range` where the value is out of range. */
  read<T>(name: string, parse: (value: unknown) => T | undefined, isInRange: (value: T) => boolean = () => true): T | undefined {
    if (!this.has(name)) return this.refuse(name, 'required');
    const value = parse(this.#fields[name]);
    if (value === undefined) return this.refuse(name, 'format');
    return isInRange(value) ? value : this.refuse(name, 'range');
  }

  /** Reads an optional field by `parse`. */
  readOptional<T>(name: string, parse: (value: unknown) => T | undefined): T | undefined {
    return this.has(name) ? this.read(name, parse) : undefined;
  }

  /** Opens a reader of the object in a field; its issues are named `name.field`. */
  open(name: string): FieldReader | undefined {
    return this.read(name, (value) =>
      typeof value === 'object' && !Array.isArray(value) ? new FieldReader(value, this.#issues, `${name}.`) : undefined,
    );
  }

  /** The value of what was read, or the issues. A required field that is `undefined` has an issue. */
  finish<T>(draft: Draft<T>): Validation<T>;
  finish(draft: object): Validation<unknown> {
    return this.#issues.length > 0 ? { ok: false, issues: this.#issues } : { ok: true, value: presentFields(draft) };
  }
}

/** Creates a parser of non-blank text that is right; the parser returns the text trimmed. */
export function textThat(isRight: (text: string) => boolean): (value: unknown) => string | undefined {
  return (value) => {
    const text = typeof value === 'string' ? value.trim() : '';
    return text && isRight(text) ? text : undefined;
  };
}

/** Reads the amount of the wire: a number of reais above 0 with at most two decimals. */
export function parseAmountField(reader: FieldReader): number | undefined {
  const isInRange = (amount: number): boolean => amount > 0 && amount < 1e10;
  const isReadable = (amount: number): boolean => centsFromAmount(amount) !== undefined || amount <= 0 || amount >= 1e10;
  return reader.read('amount', (value) => (typeof value === 'number' && isReadable(value) ? value : undefined), isInRange);
}
