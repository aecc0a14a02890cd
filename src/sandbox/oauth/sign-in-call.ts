import type { SandboxCore } from '../core.js';

/** A request for a token, its text read. */
export interface SignInCall {
  request: Request;
  text: string;
  /** The text as JSON. */
  body: unknown;
  /** The text as a form. */
  form: URLSearchParams;
  /** S256 of the form's `code_verifier`. */
  challenge: string;
  core: SandboxCore;
}
