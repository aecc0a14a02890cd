import { centsFromAmount } from '../money.js';
import { presentFields } from '../present-fields.js';

/** The rule that a field breaks. */
export type IssueCode =
  /** The field is missing or empty. */
  | 'required'
  /** The field has the wrong type, or cannot be read. */
  | 'format'
  /** The field can be read, but it is too small, too large or in the past. */
  | 'range'
  /** The field is not allowed together with the value of another field. */
  | 'not-allowed'
  /** The field is present together with the field that it replaces. */
  | 'both';

/** A broken rule. It has the field's name in the request, and never the field's value. */
export interface ValidationIssue {
  /** The name of the field: `amount`, `card.number`. */
  field: string;
  code: IssueCode;
}

/** The result of validating a whole request: a value with only the known fields, or every broken rule. */
export type Validation<T> = { ok: true; value: T } | { ok: false; issues: ValidationIssue[] };

/** The fields of a `T` as they were read. A field that is missing or breaks a rule is `undefined`. */
export type Draft<T> = { [Key in T extends unknown ? keyof T : never]: T[Key] | undefined };

/** Reads the fields of an unknown input, and collects their issues. */
export class FieldReader {
  readonly #fields: Partial<Record<string, unknown>>;
  readonly #issues: ValidationIssue[];
  readonly #prefix: string;

  constructor(input: unknown, issues: ValidationIssue[] = [], prefix = '') {
    this.#fields = typeof input === 'object' && input !== null ? { ...input } : {};
    this.#issues = issues;
    this.#prefix = prefix;
  }

  /** True if a field is present. `null` and empty text count as missing. */
  has(name: string): boolean {
    return (this.#fields[name] ?? '') !== '';
  }

  /** Adds an issue of a field. */
  refuse(name: string, code: IssueCode): undefined {
    this.#issues.push({ field: this.#prefix + name, code });
  }

  /**
   * Reads a required field by `parse`. Adds the issue `format` if `parse` returns `undefined`, and `range` if the value is out of range.
   */
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

  /** Opens a reader of the object in a field. The names of its issues begin with `name.`. */
  open(name: string): FieldReader | undefined {
    return this.read(name, (value) =>
      typeof value === 'object' && !Array.isArray(value) ? new FieldReader(value, this.#issues, `${name}.`) : undefined,
    );
  }

  /** Returns the value, or the issues if there are any. A required field that is `undefined` has an issue. */
  finish<T>(draft: Draft<T>): Validation<T>;
  finish(draft: object): Validation<unknown> {
    return this.#issues.length > 0 ? { ok: false, issues: this.#issues } : { ok: true, value: presentFields(draft) };
  }
}

/** Creates a parser of text that is not blank and passes `isRight`. The parser returns the trimmed text. */
export function textThat(isRight: (text: string) => boolean): (value: unknown) => string | undefined {
  return (value) => {
    const text = typeof value === 'string' ? value.trim() : '';
    return text && isRight(text) ? text : undefined;
  };
}

/** Reads the amount of a request: a number of reais above 0, with at most two decimals. */
export function parseAmountField(reader: FieldReader): number | undefined {
  const isInRange = (amount: number): boolean => amount > 0 && amount < 1e10;
  const isReadable = (amount: number): boolean => centsFromAmount(amount) !== undefined || amount <= 0 || amount >= 1e10;
  return reader.read('amount', (value) => (typeof value === 'number' && isReadable(value) ? value : undefined), isInRange);
}
