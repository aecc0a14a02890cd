import { createJsonResponse, createMessageResponse } from './responses.js';
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

/** Returns whether a request only reads from the control endpoints. A control page sends such a request every second. */
export function isControlRead({ method, url }: Request): boolean {
  return method === 'GET' && new URL(url).pathname.includes(`/${CONTROL_SEGMENT}`);
}

/** The sandbox that a control request is for. */
interface ControlCall {
  core: SandboxCore;
  sandbox: Sandbox;
}

/** Responds to a control request. Every page may send one and read the response, without a token. */
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
      return createJsonResponse(200, sandbox.state());
    case 'GET help':
      return createJsonResponse(200, { faults: faultKinds, cards: magicCards, amounts: magicAmounts, signIn: signInPlans });
    case 'POST sign-in':
      return planSignIn(body, call);
    case 'POST faults':
      return planFault(body, call);
    case 'DELETE faults':
      sandbox.clearFaults();
      return createJsonResponse(200, {});
    case 'POST release':
      return createJsonResponse(200, { released: sandbox.release() });
    case 'POST token':
      return issueToken(body, call);
    case 'POST revoke':
      sandbox.revokeTokens();
      return createJsonResponse(200, {});
    case 'POST clock':
      return setClock(body, call);
    case 'POST options':
      return configure(body, call);
    case 'POST pix':
      return actOnPix(body, call);
    case 'GET collect':
    case 'POST collect':
      return createJsonResponse(200, { success: true, message: 'Recebido.', identifier: '699999999' });
    default:
      return createMessageResponse(404, `Not a control request: ${command}`);
  }
}

/** Plans a fault. The body is `{ operation, fault, times, ...params }`. */
function planFault(body: unknown, { sandbox }: ControlCall): Response {
  const plan: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {};
  const { operation, fault, times } = plan;
  if (!isOperation(operation)) return createMessageResponse(400, `Unknown operation: ${String(operation)}`);
  if (!isFaultName(fault)) return createMessageResponse(400, `Unknown fault: ${String(fault)}`);
  sandbox.fault(operation, fault, { ...parseFaultParams(plan), times: typeof times === 'number' ? times : 1 });
  return createJsonResponse(200, faultKinds[fault]);
}

/** Plans the behaviour of the next sign-ins. The body is `{ plan, times }`. */
function planSignIn(body: unknown, { sandbox }: ControlCall): Response {
  const { plan, times }: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {};
  if (!isSignInPlan(plan)) return createMessageResponse(400, `Unknown plan: ${String(plan)}`);
  sandbox.planSignIn(plan, typeof times === 'number' ? times : 1);
  return createJsonResponse(200, { about: signInPlans[plan] });
}

function issueToken(body: unknown, { sandbox }: ControlCall): Response {
  const fields = new StrictFieldReader(body);
  const expiresIn = fields.has('expiresIn') ? fields.count('expiresIn') : undefined;
  fields.finish();
  return fields.problems.length > 0 ? createJsonResponse(400, fields.problems) : createJsonResponse(200, sandbox.issueToken({ expiresIn }));
}

/** Sets the service's clock. The body is `{ aheadMs }`, and the response is `{ now }`, the time of the changed clock. */
function setClock(body: unknown, { sandbox }: ControlCall): Response {
  const aheadMs = typeof body === 'object' && body !== null && 'aheadMs' in body ? body.aheadMs : undefined;
  if (typeof aheadMs !== 'number' || !Number.isFinite(aheadMs)) return createMessageResponse(400, 'Give { aheadMs }, a number.');
  sandbox.setClock(aheadMs);
  return createJsonResponse(200, { now: sandbox.now() });
}

function configure(body: unknown, { core, sandbox }: ControlCall): Response {
  const { changes, problems } = parseVariantChanges(body);
  if (problems.length > 0) return createJsonResponse(400, problems);
  sandbox.configure(changes);
  return createJsonResponse(200, core.variant);
}

/** Acts on a Pix charge. The body is `{ action, id }`; without `id` the action is for the latest charge. */
function actOnPix(body: unknown, { sandbox }: ControlCall): Response {
  const fields = new StrictFieldReader(body);
  const action = fields.word('action', 'settle', 'cancel', 'refund', 'fail', 'expire');
  const id = fields.has('id') ? fields.text('id') : undefined;
  fields.finish();
  if (fields.problems.length > 0) return createJsonResponse(400, fields.problems);
  const record = sandbox.actOnPix(action, id);
  return record ? createJsonResponse(200, record) : createMessageResponse(404, 'No such Pix charge.');
}
