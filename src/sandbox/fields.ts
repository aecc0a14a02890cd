/** A problem of one field of a request: 400 where the shape is wrong, 422 where a rule of the service is broken. */
export interface Problem {
  field: string;
  /** In Portuguese, as every message of the service. */
  message: string;
  status: 400 | 422;
}

/** The largest amount that the sandbox accepts, in reais: a double still has its cents. */
const MAX_AMOUNT = 9_999_999_999.99;

/**
 * Reads a JSON object strictly, field by field. A field that is missing, of the wrong type or never read (a wrong name) is a problem; a
 * harmless default is returned for it, and the request is refused before that is used.
 */
export class StrictFieldReader {
  readonly problems: Problem[];
  readonly #values: Map<string, unknown>;
  readonly #unread: Set<string>;
  readonly #prefix: string;

  constructor(body: unknown, prefix = '', problems: Problem[] = []) {
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
    this.problems = problems;
    this.#prefix = prefix;
    this.#values = new Map(isObject ? Object.entries(body) : []);
    this.#unread = new Set(this.#values.keys());
    if (!isObject) this.report('', 'deve ser um objeto JSON');
  }

  /** Returns true if the request has the field, with any value. */
  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** Text that matches `pattern`; by default any that is not blank. */
  text(name: string, pattern = /\S/): string {
    const value = this.#read(name);
    if (typeof value === 'string') {
      if (!pattern.test(value)) this.refuse(name, 'tem valor inválido');
      return value;
    }
    this.report(name, value === undefined ? 'é obrigatório' : 'deve ser um texto');
    return '';
  }

  /** Reais above zero with at most two decimals, as a JSON number; never as text. */
  amount(name: string): number {
    const value = this.#read(name);
    if (typeof value !== 'number') {
      this.report(name, value === undefined ? 'é obrigatório' : 'deve ser um número');
      return 0;
    }
    const hasTwoDecimals = Number(value.toFixed(2)) === value;
    if (!(value > 0 && value <= MAX_AMOUNT && hasTwoDecimals))
      this.refuse(name, 'deve ser maior que zero e ter no máximo duas casas decimais');
    return value;
  }

  /** A whole number of 1 or more, as a JSON number. */
  count(name: string): number {
    const value = this.#read(name);
    if (typeof value === 'number' && Number.isInteger(value)) {
      if (value < 1) this.refuse(name, 'deve ser 1 ou mais');
      return value;
    }
    this.report(name, value === undefined ? 'é obrigatório' : 'deve ser um número inteiro');
    return 1;
  }

  /** One of the given words. */
  word<Word extends string>(name: string, first: Word, ...others: Word[]): Word {
    const value = this.#read(name);
    const words = [first, ...others];
    const found = words.find((word) => word === value);
    if (found === undefined) this.report(name, value === undefined ? 'é obrigatório' : `deve ser ${words.join(' ou ')}`);
    return found ?? first;
  }

  /** `true` or `false`; `undefined` where the field is absent. */
  optionalFlag(name: string): boolean | undefined {
    if (!this.has(name)) return undefined;
    const value = this.#read(name);
    if (typeof value === 'boolean') return value;
    this.report(name, 'deve ser true ou false');
    return undefined;
  }

  /** A number, or text; `undefined` where the field is absent. */
  optionalPeriod(name: string): string | number | undefined {
    if (!this.has(name)) return undefined;
    const value = this.#read(name);
    if (typeof value === 'string' || typeof value === 'number') return value;
    this.report(name, 'deve ser um número ou um texto');
    return undefined;
  }

  /** A nested object, whose problems are collected with these. */
  object(name: string): StrictFieldReader {
    return new StrictFieldReader(this.#read(name), `${this.#prefix}${name}.`, this.problems);
  }

  /** Reports that a field of the right shape breaks a rule: 422. */
  refuse(name: string, message: string): void {
    this.report(name, message, 422);
  }

  /** Ends the reading: every field that was not read is a problem, so that a wrong name is found. */
  finish(): void {
    for (const name of this.#unread) this.report(name, 'não é um campo desta operação');
  }

  /** Reports what is wrong with a field; by default its shape, 400. */
  report(name: string, message: string, status: Problem['status'] = 400): void {
    const field = `${this.#prefix}${name}`.replace(/\.$/, '');
    this.problems.push({ field, message: `${field || 'corpo'} ${message}`, status });
  }

  #read(name: string): unknown {
    this.#unread.delete(name);
    return this.#values.get(name);
  }
}
