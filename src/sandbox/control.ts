import { createJsonAnswer, createMessageAnswer } from './answers.js';
import { openToAll } from './cors.js';
import { faultKinds, isFaultName, parseFaultParams } from './faults/faults.js';
import { StrictFieldReader } from './fields.js';
import { magicAmounts, magicCards } from './faults/magic.js';
import { isSignInPlan, signInPlans } from './oauth/sign-in-plans.js';
import { CONTROL_SEGMENT, isOperation } from './operations.js';
import { parseBody } from './request-log.js';
import { parseVariantChanges } from './variant.js';
import type { SandboxCore } from './core.js';
import type { Sandbox } from './sandbox.js';

export { CONTROL_SEGMENT } from './operations.js';

/** Returns whether a request only reads from the control endpoints, as a control page does every second. */
export function isControlRead({ method, url }: Request): boolean {
  return method === 'GET' && new URL(url).pathname.includes(`/${CONTROL_SEGMENT}`);
}

interface ControlCall {
  core: SandboxCore;
  sandbox: Sandbox;
}

/** Responds to a control request: open to every page, without a token. */
export async function handleControl(request: Request, path: string, call: ControlCall): Promise<Response> {
  if (request.method === 'OPTIONS') return openToAll(new Response(null, { status: 204 }));
  const text = await request.text();
  if (path === 'collect') call.core.ledger.collected.push(text);
  const body = text === '' ? {} : parseBody(text);
  return openToAll(runCommand(`${request.method} ${path}`, body, call));
}

function runCommand(command: string, body: unknown, call: ControlCall): Response {
  const { sandbox } = call;
  switch (command) {
    case 'GET state':
      return createJsonAnswer(200, sandbox.state());
    case 'GET help':
      return createJsonAnswer(200, { faults: faultKinds, cards: magicCards, amounts: magicAmounts, signIn: signInPlans });
    case 'POST sign-in':
      return planSignIn(body, call);
    case 'POST faults':
      return planFault(body, call);
    case 'DELETE faults':
      sandbox.clearFaults();
      return createJsonAnswer(200, {});
    case 'POST release':
      return createJsonAnswer(200, { released: sandbox.release() });
    case 'POST token':
      return issueToken(body, call);
    case 'POST revoke':
      sandbox.revokeTokens();
      return createJsonAnswer(200, {});
    case 'POST clock':
      return setClock(body, call);
    case 'POST options':
      return configure(body, call);
    case 'POST pix':
      return actOnPix(body, call);
    case 'GET collect':
    case 'POST collect':
      return createJsonAnswer(200, { success: true, message: 'Recebido.', identifier: '699999999' });
    default:
      return createMessageAnswer(404, `Not a control request: ${command}`);
  }
}

/** `{ operation, fault, times, ...params }` */
function planFault(body: unknown, { sandbox }: ControlCall): Response {
  const plan: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {};
  const { operation, fault, times } = plan;
  if (!isOperation(operation)) return createMessageAnswer(400, `Unknown operation: ${String(operation)}`);
  if (!isFaultName(fault)) return createMessageAnswer(400, `Unknown fault: ${String(fault)}`);
  sandbox.fault(operation, fault, { ...parseFaultParams(plan), times: typeof times === 'number' ? times : 1 });
  return createJsonAnswer(200, faultKinds[fault]);
}

/** `{ plan, times }` */
function planSignIn(body: unknown, { sandbox }: ControlCall): Response {
  const { plan, times }: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {};
  if (!isSignInPlan(plan)) return createMessageAnswer(400, `Unknown plan: ${String(plan)}`);
  sandbox.planSignIn(plan, typeof times === 'number' ? times : 1);
  return createJsonAnswer(200, { about: signInPlans[plan] });
}

function issueToken(body: unknown, { sandbox }: ControlCall): Response {
  const fields = new StrictFieldReader(body);
  const expiresIn = fields.has('expiresIn') ? fields.count('expiresIn') : undefined;
  fields.finish();
  return fields.problems.length > 0 ? createJsonAnswer(400, fields.problems) : createJsonAnswer(200, sandbox.issueToken({ expiresIn }));
}

/** `{ aheadMs }`; responds with `{ now }` by the changed clock. */
function setClock(body: unknown, { sandbox }: ControlCall): Response {
  const aheadMs = typeof body === 'object' && body !== null && 'aheadMs' in body ? body.aheadMs : undefined;
  if (typeof aheadMs !== 'number' || !Number.isFinite(aheadMs)) return createMessageAnswer(400, 'Give { aheadMs }, a number.');
  sandbox.setClock(aheadMs);
  return createJsonAnswer(200, { now: sandbox.now() });
}

function configure(body: unknown, { core, sandbox }: ControlCall): Response {
  const { changes, problems } = parseVariantChanges(body);
  if (problems.length > 0) return createJsonAnswer(400, problems);
  sandbox.configure(changes);
  return createJsonAnswer(200, core.variant);
}

/** `{ action, id }`; without `id` the latest charge. */
function actOnPix(body: unknown, { sandbox }: ControlCall): Response {
  const fields = new StrictFieldReader(body);
  const action = fields.word('action', 'settle', 'cancel', 'refund', 'fail', 'expire');
  const id = fields.has('id') ? fields.text('id') : undefined;
  fields.finish();
  if (fields.problems.length > 0) return createJsonAnswer(400, fields.problems);
  const record = sandbox.actOnPix(action, id);
  return record ? createJsonAnswer(200, record) : createMessageAnswer(404, 'No such Pix charge.');
}
