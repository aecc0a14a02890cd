import { FoundProfile } from './found-profile.js';

/** What a finding is about, in the order of the checks. */
export type Check =
  'service' | 'token' | 'paths' | 'pix' | 'pix-code' | 'pix-status' | 'tokenize' | 'charge' | 'repeat' | 'delete' | 'cors' | 'preflight';

/** One thing that was looked at, in words for a developer. `unknown`: this run could not find it out. */
export interface Finding {
  check: Check;
  state: 'ok' | 'bad' | 'unknown';
  message: string;
  /** What the developer has to do, where there is something. */
  todo?: string;
}

/** What the doctor found so far. */
export class Report {
  readonly findings: Finding[] = [];
  readonly profile = new FoundProfile();
  readonly #secrets: readonly string[];

  /** `secrets` are texts that no finding may show, whatever a service responds. */
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  /** Something works, or is known. */
  ok(check: Check, message: string, todo?: string): void {
    this.#add('ok', check, message, todo);
  }

  /** Something does not work, or is missing. */
  bad(check: Check, message: string, todo?: string): void {
    this.#add('bad', check, message, todo);
  }

  /** Something cannot be known from what was asked. */
  unknown(check: Check, message: string, todo?: string): void {
    this.#add('unknown', check, message, todo);
  }

  /** Whether nothing is bad. */
  get isOk(): boolean {
    return this.findings.every(({ state }) => state !== 'bad');
  }

  /** What is left to do, each thing once. */
  get todos(): string[] {
    return [...new Set(this.findings.flatMap(({ todo }) => todo ?? []))];
  }

  #add(state: Finding['state'], check: Check, message: string, todo: string | undefined): void {
    this.findings.push({ check, state, message: this.#clean(message), ...(todo !== undefined && { todo: this.#clean(todo) }) });
  }

  /** One line without secrets, since words of the service are in it. */
  #clean(text: string): string {
    const line = text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ');
    return this.#secrets.reduce((cleaned, secret) => cleaned.replaceAll(secret, '••••'), line);
  }
}
