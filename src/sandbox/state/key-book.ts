/** The answer that a key was given. */
export interface KeptAnswer {
  status: number;
  body: Record<string, unknown>;
}

/** What charges were answered, by idempotency key. Without a key nothing is known again. */
export class KeyBook {
  readonly #answers: Map<string, KeptAnswer>;

  /** `answers` is changed in place, since the sandbox's memory holds it. */
  constructor(answers: Map<string, KeptAnswer>) {
    this.#answers = answers;
  }

  /** The answer that a key was given before. */
  find(key: string | undefined): KeptAnswer | undefined {
    return key === undefined ? undefined : this.#answers.get(key);
  }

  /** Carries a charge out, and returns its body; once for each key, which has its answer from that moment on, sent or not. */
  carryOut(key: string | undefined, work: () => Record<string, unknown>): Record<string, unknown> {
    const body = this.find(key)?.body ?? work();
    this.#keep(key, { status: 200, body });
    return body;
  }

  /** Keeps the decline in an answer that carried nothing out; any other answer leaves its key free. */
  async keepDecline(key: string | undefined, answer: Response): Promise<void> {
    if (key === undefined) return;
    const body: unknown = await answer
      .clone()
      .json()
      .catch(() => undefined);
    const isDecline = typeof body === 'object' && body !== null && 'success' in body && body.success === false;
    if (isDecline) this.#keep(key, { status: answer.status, body: { ...body } });
  }

  #keep(key: string | undefined, answer: KeptAnswer): void {
    if (key !== undefined && !this.#answers.has(key)) this.#answers.set(key, answer);
  }
}
