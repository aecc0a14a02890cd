/** A problem of one field of a request: 400 if the shape is wrong, 422 if the value breaks a rule of the service. */
export interface Problem {
  field: string;
  /** The message in Portuguese, as all messages of the service. */
  message: string;
  status: 400 | 422;
}

/** The largest amount that the sandbox accepts, in reais. A double of this size still represents its cents. */
const MAX_AMOUNT = 9_999_999_999.99;

/**
 * Reads a JSON object strictly, field by field. Each field that is missing, has a wrong type or is never read (it has a wrong name) becomes
 * a problem. A method returns a harmless default for a wrong field; the route refuses the request before it uses the default.
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

  /** Returns whether the request has the field, with any value. */
  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** Reads a text that matches `pattern`. By default any text that is not blank is valid. */
  text(name: string, pattern = /\S/): string {
    const value = this.#read(name);
    if (typeof value === 'string') {
      if (!pattern.test(value)) this.refuse(name, 'tem valor inválido');
      return value;
    }
    this.report(name, value === undefined ? 'é obrigatório' : 'deve ser um texto');
    return '';
  }

  /** Reads an amount in reais: a JSON number above zero with at most two decimals. A text is a problem. */
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

  /** Reads a JSON number that is whole and 1 or more. */
  count(name: string): number {
    const value = this.#read(name);
    if (typeof value === 'number' && Number.isInteger(value)) {
      if (value < 1) this.refuse(name, 'deve ser 1 ou mais');
      return value;
    }
    this.report(name, value === undefined ? 'é obrigatório' : 'deve ser um número inteiro');
    return 1;
  }

  /** Reads one of the given words. */
  word<Word extends string>(name: string, first: Word, ...others: Word[]): Word {
    const value = this.#read(name);
    const words = [first, ...others];
    const found = words.find((word) => word === value);
    if (found === undefined) this.report(name, value === undefined ? 'é obrigatório' : `deve ser ${words.join(' ou ')}`);
    return found ?? first;
  }

  /** Reads `true` or `false`; returns `undefined` if the field is absent. */
  optionalFlag(name: string): boolean | undefined {
    if (!this.has(name)) return undefined;
    const value = this.#read(name);
    if (typeof value === 'boolean') return value;
    this.report(name, 'deve ser true ou false');
    return undefined;
  }

  /** Reads a number or a text; returns `undefined` if the field is absent. */
  optionalPeriod(name: string): string | number | undefined {
    if (!this.has(name)) return undefined;
    const value = this.#read(name);
    if (typeof value === 'string' || typeof value === 'number') return value;
    this.report(name, 'deve ser um número ou um texto');
    return undefined;
  }

  /** Returns a reader of a nested object. Both readers collect their problems in one list. */
  object(name: string): StrictFieldReader {
    return new StrictFieldReader(this.#read(name), `${this.#prefix}${name}.`, this.problems);
  }

  /** Reports that a field of the right shape breaks a rule: 422. */
  refuse(name: string, message: string): void {
    this.report(name, message, 422);
  }

  /** Ends the reading. Every field that was not read becomes a problem, so that a wrong name is found. */
  finish(): void {
    for (const name of this.#unread) this.report(name, 'não é um campo desta operação');
  }

  /** Reports a problem of a field. By default its shape is wrong: 400. */
  report(name: string, message: string, status: Problem['status'] = 400): void {
    const field = `${this.#prefix}${name}`.replace(/\.$/, '');
    this.problems.push({ field, message: `${field || 'corpo'} ${message}`, status });
  }

  #read(name: string): unknown {
    this.#unread.delete(name);
    return this.#values.get(name);
  }
}
