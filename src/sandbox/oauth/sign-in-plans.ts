/**
 * The plans for the next sign-ins, by name: behaviour that exists only in OAuth 2.0, in addition to the faults of any operation. The first
 * three apply to `authorize`, `expired-code` to `token`, `no-refresh-token` and `null-refresh-token` to `token` and `refresh`, the last two
 * to `refresh`.
 */
export const signInPlans = {
  approve: 'authorize asks nobody and approves',
  deny: 'authorize asks nobody and answers access_denied',
  'wrong-state': 'authorize answers with another state than it was given',
  'expired-code': 'token takes a good code for one whose time is over',
  'no-refresh-token': 'token and refresh answer without a refresh token; the one before stays good',
  'null-refresh-token': 'the same, as "refresh_token": null',
  'replayed-refresh': 'refresh takes a good refresh token for a used one, and revokes all that came of its sign-in',
  'challenged-refresh': 'the same, as 401 with WWW-Authenticate',
} as const;

/** The name of a plan. */
export type SignInPlan = keyof typeof signInPlans;

/** Returns whether a value is the name of a plan. */
export function isSignInPlan(word: unknown): word is SignInPlan {
  return typeof word === 'string' && Object.hasOwn(signInPlans, word);
}

/** The plans for the next sign-ins of one sandbox. */
export class SignInPlans {
  readonly #times: Map<SignInPlan, number>;

  /** `times` belongs to the sandbox's memory: this class changes it in place. */
  constructor(times: Map<SignInPlan, number>) {
    this.#times = times;
  }

  /** Adds a plan for the next `times` requests that it applies to. */
  add(plan: SignInPlan, times: number): void {
    if (times > 0) this.#times.set(plan, (this.#times.get(plan) ?? 0) + times);
  }

  /** Removes every plan. */
  clear(): void {
    this.#times.clear();
  }

  /** Returns whether a plan applies now, and counts it down. */
  consume(plan: SignInPlan): boolean {
    const times = this.#times.get(plan) ?? 0;
    if (times > 1) this.#times.set(plan, times - 1);
    else this.#times.delete(plan);
    return times > 0;
  }
}
