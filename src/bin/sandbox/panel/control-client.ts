import type { SandboxState } from '../../../sandbox/sandbox.js';
import type { IssuedToken } from '../../../sandbox/tokens.js';
import type { ServiceVariant } from '../../../sandbox/variant.js';

/** The types of the responses to control requests, by method and path. */
interface Responses {
  'GET state': SandboxState;
  'POST options': ServiceVariant;
  'POST token': IssuedToken;
  'POST revoke': object;
  'POST faults': { about: string };
  'DELETE faults': object;
  'POST release': { released: number };
  'POST pix': object;
  'POST clock': { now: number };
}

/** A function that sends control requests to one sandbox. */
export interface ControlClient {
  /** @throws {Error} The sandbox cannot be reached, or it refuses the request. The message has the reason. */
  <Command extends keyof Responses>(command: Command, body?: object): Promise<Responses[Command]>;
}

/**
 * Creates a client for the control endpoints. `url` is their address, with a slash at the end; an empty `url` is the page's own folder. The
 * client keeps the present `fetch`, because the page may later replace it to simulate a lost network.
 */
export function createControlClient(url: string): ControlClient {
  const fetch = globalThis.fetch.bind(globalThis);
  return async (command, body) => {
    const [method = '', path = ''] = command.split(' ');
    const response = await fetch(url + path, { method, ...(body && { body: JSON.stringify(body) }) });
    if (!response.ok) throw new Error(formatRefusal(response.status, await response.json()));
    return response.json();
  };
}

/** Formats the body of a refusal as text. The body is one message or a list of problems. */
function formatRefusal(status: number, body: unknown): string {
  const problems: unknown[] = Array.isArray(body) ? body : [body];
  const messages = problems.map((problem) =>
    typeof problem === 'object' && problem !== null && 'message' in problem ? String(problem.message) : '',
  );
  return messages.join('; ') || String(status);
}
