import type { Operation } from '../operations.js';

/** The effect of a fault on a request, as data. `fault-answers.ts` creates the responses of faults. */
export interface FaultKind {
  /**
   * True if the operation is carried out (for example, a charge is made), even if the response says otherwise or never comes. It is true
   * exactly if `phase` is `carried-out`.
   */
  charges: boolean;
  /**
   * The moment at which the fault applies. `arrival`: before the token and the body are checked. `checked`: when the request is good,
   * instead of carrying it out. `carried-out`: after the operation. The last two do not change refusals (401, 400, ...): they wait for a
   * good request.
   */
  phase: 'arrival' | 'checked' | 'carried-out';
  /** True if the response lacks the CORS headers, so that a page of another origin cannot read it. */
  isOpaque?: true;
  /** A description for people, in one line. */
  about: string;
}

// A kind of fault for each phase.
const arrival = (about: string) => ({ charges: false, phase: 'arrival', about }) as const;
const checked = (about: string) => ({ charges: false, phase: 'checked', about }) as const;
const carriedOut = (about: string) => ({ charges: true, phase: 'carried-out', about }) as const;

/** The faults of the sandbox, by name. `about` names the parameters of a fault in braces, with their defaults. */
export const faultKinds = {
  decline: checked('200 with success false and a message {message, status 200}'),
  'success-false': checked('the same as decline; a message of choice {message, status 200}'),
  slow: carriedOut('carried out at once, response after {ms 3000} or on release'),
  hang: arrival('no response; once released, goes on as any other request (and then charges)'),
  'hang-after-charge': carriedOut('no response until released'),
  reset: arrival('the connection breaks before anything is done'),
  'reset-after-charge': carriedOut('the connection breaks after it was carried out'),
  'cut-after-charge': carriedOut('the connection breaks in the middle of the response'),
  '400': arrival('400 with a message {message, body}'),
  '401': arrival('401, whatever the token {message, body}'),
  '402': arrival('402 with success false and a message {message, body}'),
  '403': arrival('403 {message, body}'),
  '404': arrival('404 {message, body}'),
  '405': arrival('405 {message, body}'),
  '408': arrival('408, not carried out {message, body}'),
  '408-after-charge': carriedOut('408, though carried out'),
  '409': arrival('409 {message, body}'),
  '413': arrival('413 {message, body}'),
  '415': arrival('415 {message, body}'),
  '422': arrival('422 with a message, without success {message, body}'),
  '429': arrival('429 with Retry-After {retryAfter 2, seconds or a date}'),
  '500': arrival('500, not carried out {message, body}'),
  '503-after-charge': carriedOut('503, though carried out'),
  'no-cors-on-error': { ...arrival('an error without CORS headers {status 500}'), isOpaque: true },
  'no-cors-after-charge': { ...carriedOut('the good response without CORS headers'), isOpaque: true },
  redirect: arrival('a redirect {to: the collecting address, status 307}'),
  'wrong-shape': checked('200 with success true and nothing else that was promised {body}'),
  'wrong-shape-after-charge': carriedOut('the same, though carried out {body}'),
  html: checked('200 with an HTML page'),
  'html-after-charge': carriedOut('the same, though carried out'),
  'empty-after-charge': carriedOut('200 with an empty body'),
  '4xx-success-true': carriedOut('the good body under an error status {status 422}'),
  'no-message-after-charge': carriedOut('a good response that has no message'),
  'identifier-number': carriedOut('a good response whose identifier is a JSON number'),
  huge: carriedOut('a good response with a message of {bytes 50 MB}'),
  'deep-json': carriedOut('200 whose identifier is 200,000 nested arrays'),
  drip: carriedOut('the good response, one byte every {ms 1000}; whole on release'),
  'wrong-charset': carriedOut('the good response in Latin-1, declared so; {charset "utf-16"} for UTF-16'),
  'pix-tampered': carriedOut('Pix code with one character of the receiver changed, CRC left as it was'),
  'pix-resealed': carriedOut('Pix code changed and sealed again {what: "amount" | "receiver"}'),
  'pix-recurrence': carriedOut('Pix code that asks for a recurrence too'),
  'pix-withdrawal': carriedOut('static Pix code with a withdrawal (fss)'),
  'pix-garbage': carriedOut('text that is no Pix code'),
  'status-word': carriedOut('pixStatus returns {word} whatever the state'),
} as const satisfies Record<string, FaultKind>;

/** The name of a fault. */
export type FaultName = keyof typeof faultKinds;

/** The parameters of a fault. Each fault uses only those that its `about` in `faultKinds` names. */
export interface FaultParams {
  ms?: number;
  status?: number;
  bytes?: number;
  message?: string;
  /** The value of `Retry-After`: seconds, or an HTTP date. */
  retryAfter?: string | number;
  to?: string;
  charset?: string;
  what?: string;
  word?: string | number;
  /** A body that replaces the usual one completely. */
  body?: unknown;
}

/** A fault with its parameters. */
export interface Fault {
  name: FaultName;
  params: FaultParams;
}

/** Returns whether a value is the name of a fault. */
export function isFaultName(word: unknown): word is FaultName {
  return typeof word === 'string' && Object.hasOwn(faultKinds, word);
}

/** Returns the kind of a fault, with the optional fields that the literal types in `faultKinds` may lack. */
export function getFaultKind(name: FaultName): FaultKind {
  return faultKinds[name];
}

/** A fault that is planned for requests of an operation. */
export interface FaultPlan extends Fault {
  operation: Operation;
  /** The number of requests that the fault still applies to. */
  times: number;
}

/** The planned faults, in the order in which they were added. */
export class FaultPlans {
  readonly #plans: FaultPlan[];

  /** `plans` belongs to the sandbox's memory: this class changes it in place. */
  constructor(plans: FaultPlan[]) {
    this.#plans = plans;
  }

  /** Plans a fault for the next `times` requests of an operation. */
  add(operation: Operation, fault: Fault, times: number): void {
    if (times > 0) this.#plans.push({ ...fault, operation, times });
  }

  /** Removes every fault. */
  clear(): void {
    this.#plans.length = 0;
  }

  /**
   * Returns the first fault of an operation if it applies in one of these phases, and counts it down. The faults of an operation apply in
   * order: a later fault waits until the one before it is used up.
   */
  consume(operation: Operation, ...phases: FaultKind['phase'][]): Fault | undefined {
    const plan = this.#plans.find((candidate) => candidate.operation === operation);
    if (!plan || !phases.includes(getFaultKind(plan.name).phase)) return undefined;
    plan.times -= 1;
    if (plan.times <= 0) this.#plans.splice(this.#plans.indexOf(plan), 1);
    return { name: plan.name, params: plan.params };
  }
}

/** Parses the parameters of a fault from the body of a control request. Ignores a parameter of a wrong type. */
export function parseFaultParams(body: Record<string, unknown>): FaultParams {
  const { ms, status, bytes, message, retryAfter, to, charset, what, word } = body;
  return {
    ...(typeof ms === 'number' && { ms }),
    ...(typeof status === 'number' && { status }),
    ...(typeof bytes === 'number' && { bytes }),
    ...(typeof message === 'string' && { message }),
    ...((typeof retryAfter === 'string' || typeof retryAfter === 'number') && { retryAfter }),
    ...(typeof to === 'string' && { to }),
    ...(typeof charset === 'string' && { charset }),
    ...(typeof what === 'string' && { what }),
    ...((typeof word === 'string' || typeof word === 'number') && { word }),
    ...('body' in body && { body: body['body'] }),
  };
}
