import { createJsonAnswer, createMessageAnswer } from '../answers.js';
import { applyFault } from '../faults/apply-fault.js';
import { describeFault } from '../faults/faults.js';
import { HTTP_METHODS } from '../operations.js';
import { prepareLogin } from '../routes/login.js';
import { answerAuthorize } from './authorize.js';
import { hashVerifier } from './challenge.js';
import { prepareRefresh, prepareToken } from './token-routes.js';
import type { ServiceAnswer } from '../faults/apply-fault.js';
import type { SignInOperation } from '../operations.js';
import type { Prepared } from '../routes/route.js';
import type { SignInCall } from './sign-in-call.js';

interface SignInRequest extends Pick<SignInCall, 'request' | 'text' | 'body' | 'core'> {
  operation: SignInOperation;
}

const MAX_BODY_CHARACTERS = 65_536;

const ROUTES: Readonly<Record<Exclude<SignInOperation, 'authorize'>, (call: SignInCall) => Prepared>> = {
  login: prepareLogin,
  token: prepareToken,
  refresh: prepareRefresh,
};

/**
 * Responds to one of the ways to a token, in the order of any operation: a fault on arrival, refusals, carrying it out, a fault after that. No
 * page of another origin may read any of it: they are for a server. Rejects with `ConnectionReset`.
 */
export async function answerSignIn(call: SignInRequest): Promise<ServiceAnswer> {
  const { core, operation } = call;
  const early = core.plans.next(operation, 'arrival');
  const spoiled = early && (await applyFault(early, call, {}));
  return { response: spoiled?.response ?? (await answerWithoutEarlyFault(call)), isOpaque: true };
}

async function answerWithoutEarlyFault(call: SignInRequest): Promise<Response> {
  const { request, operation, text, core } = call;
  const methods = HTTP_METHODS[operation];
  if (!methods.includes(request.method)) return createMessageAnswer(405, 'Método não permitido.', { Allow: methods.join(', ') });
  if (text.length > MAX_BODY_CHARACTERS) return createMessageAnswer(413, 'Requisição grande demais.');
  const form = new URLSearchParams(text);
  const challenge = await hashVerifier(form.get('code_verifier') ?? '');
  const signIn: SignInCall = { ...call, form, challenge };
  if (operation === 'authorize') {
    const fault = core.plans.next(operation, 'checked', 'carried-out');
    // The good response is a page and no JSON: what a fault makes of it says nothing, but for its delay.
    const faulty = fault && (await applyFault(fault, call, {}));
    return faulty && fault.name !== 'slow' ? faulty.response : answerAuthorize(signIn);
  }
  const prepared = ROUTES[operation](signIn);
  if (!prepared.ok) return prepared.refusal;
  const fault = core.plans.next(operation, 'checked', 'carried-out');
  const good = !fault || describeFault(fault.name).charges ? prepared.carryOut() : {};
  const faulty = fault && (await applyFault(fault, call, good));
  return faulty?.response ?? createJsonAnswer(200, good);
}
