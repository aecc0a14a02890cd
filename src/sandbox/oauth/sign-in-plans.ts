/**
 * Plans for the next sign-ins, beside the faults of any operation: behaviour that only OAuth 2.0 has. `authorize` looks
 * at the first three, `token` at `expired-code`, `token` and `refresh` at `kept-` and `null-refresh-token`, `refresh` at the last two.
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

/** True for the name of a plan. */
export function isSignInPlan(word: unknown): word is SignInPlan {
  return typeof word === 'string' && Object.hasOwn(signInPlans, word);
}

/** The plans of the sign-ins to come. */
export class SignInPlans {
  readonly #times: Map<SignInPlan, number>;

  /** `times` is changed in place, since the sandbox's memory holds it. */
  constructor(times: Map<SignInPlan, number>) {
    this.#times = times;
  }

  /** Plans something for the next `times` requests that it is for. */
  add(plan: SignInPlan, times: number): void {
    if (times > 0) this.#times.set(plan, (this.#times.get(plan) ?? 0) + times);
  }

  /** Removes every plan. */
  clear(): void {
    this.#times.clear();
  }

  /** Returns true if this is planned now, and counts it down. */
  consume(plan: SignInPlan): boolean {
    const times = this.#times.get(plan) ?? 0;
    if (times > 1) this.#times.set(plan, times - 1);
    else this.#times.delete(plan);
    return times > 0;
  }
}
