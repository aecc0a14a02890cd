import type { SandboxState } from '../../../sandbox/sandbox.js';
import type { IssuedToken } from '../../../sandbox/state/tokens.js';
import type { ServiceVariant } from '../../../sandbox/variant.js';

/** What the control requests respond with, by method and path. */
interface Responses {
  'GET state': SandboxState;
  'POST options': ServiceVariant;
  'POST token': IssuedToken;
  'POST revoke': object;
  'POST faults': { about: string };
  'DELETE faults': object;
  'POST release': { released: number };
  'POST pix': object;
}

/**
 * Sends a control request to the sandbox that this page is of.
 *
 * @throws {Error} The sandbox cannot be reached or refuses; the message says why.
 */
export async function send<Command extends keyof Responses>(command: Command, body?: object): Promise<Responses[Command]> {
  const [method = '', path = ''] = command.split(' ');
  const response = await fetch(path, { method, ...(body && { body: JSON.stringify(body) }) });
  if (!response.ok) throw new Error(readProblem(await response.json()));
  return response.json();
}

/** The sentences of a refusal: one message, or a list of problems. */
function readProblem(body: unknown): string {
  const problems: unknown[] = Array.isArray(body) ? body : [body];
  const messages = problems.map((problem) =>
    typeof problem === 'object' && problem !== null && 'message' in problem ? String(problem.message) : '',
  );
  return messages.join('; ') || 'The sandbox refused this.';
}

/** Carries something out for the person, and says beside its buttons how it ended. */
export async function carryOut(result: HTMLElement, work: () => Promise<string>): Promise<void> {
  try {
    result.textContent = await work();
    result.classList.remove('bad');
  } catch (error) {
    result.textContent = error instanceof Error ? error.message : String(error);
    result.classList.add('bad');
  }
}
