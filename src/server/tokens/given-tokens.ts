/** No process remembers more. */
const MAX_KEPT = 1000;

/**
 * The token that each attempt was given last, in the memory of this process. A page asks again for one attempt where the service refused its
 * token with 401, or where the response with it was lost: either way another one is wanted.
 */
export class GivenTokens {
  readonly #tokens = new Map<string, string>();

  /** Remembers what an attempt of a session got. */
  note(session: string, attemptId: string, token: string): void {
    const key = createKey(session, attemptId);
    this.#tokens.delete(key);
    this.#tokens.set(key, token);
    const [oldest = ''] = this.#tokens.keys();
    if (this.#tokens.size > MAX_KEPT) this.#tokens.delete(oldest);
  }

  /** The token that the attempt can no longer use, as a source of tokens is told; nothing for one that has none. */
  findRejected(session: string, attemptId: string): { rejected?: string } {
    const rejected = this.#tokens.get(createKey(session, attemptId));
    return rejected === undefined ? {} : { rejected };
  }
}

function createKey(session: string, attemptId: string): string {
  return `${session} ${attemptId}`;
}
