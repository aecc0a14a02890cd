import { createJsonAnswer, createMessageAnswer } from './answers.js';
import { applyFault, type ServiceAnswer } from './faults/fault-answers.js';
import { getFaultKind } from './faults/faults.js';
import { findKey } from './idempotency.js';
import { respondToSignIn } from './oauth/sign-in.js';
import { HTTP_METHODS, isSignInOperation, parseOperation, type TokenOperation } from './operations.js';
import { ConnectionReset } from './faults/holds.js';
import { prepareDeleteCard, prepareProcessPayment, prepareTokenize } from './routes/card.js';
import { prepareGeneratePixQrCode, preparePixStatus } from './routes/pix.js';
import type { AuthorizationForm } from './tokens.js';
import type { Peer } from './memory.js';
import type { Prepared, RouteCall } from './routes/route.js';
import type { SandboxCore } from './core.js';
import type { ServiceVariant } from './variant.js';

interface SandboxCall {
  /** Below the base URL. */
  path: string;
  peer: Peer;
  core: SandboxCore;
}

/** A request to a known operation, its text read. */
interface OperationCall extends SandboxCall {
  request: Request;
  operation: TokenOperation;
  /** The identifier in the path, where there is one. */
  id: string | undefined;
  text: string;
  /** The text as JSON. */
  body: unknown;
  resent: boolean;
}

const MAX_BODY_CHARACTERS = 65_536;

const ROUTES: Readonly<Record<TokenOperation, (call: RouteCall) => Prepared>> = {
  processPayment: prepareProcessPayment,
  tokenizeCard: prepareTokenize,
  deleteCard: prepareDeleteCard,
  generatePixQrCode: prepareGeneratePixQrCode,
  pixStatus: preparePixStatus,
};

/** Responds to a request to the service. Rejects with `ConnectionReset` where the connection is to break. */
export async function handleService(request: Request, call: SandboxCall): Promise<ServiceAnswer> {
  const { core, path, peer } = call;
  const match = parseOperation(path);
  const text = await request.text();
  const { resent, body } = core.log.add({ request, operation: match?.operation, path, text, peer });
  if (!match) return createVisibleAnswer(createMessageAnswer(404, `Recurso não encontrado: ${path}`));
  try {
    const { operation, id } = match;
    if (isSignInOperation(operation)) return await respondToSignIn({ request, operation, text, body, core });
    return await handleOperation({ ...call, request, operation, id, text, body, resent });
  } catch (error) {
    if (error instanceof ConnectionReset) core.log.addBroken(text, peer);
    throw error;
  }
}

async function handleOperation(call: OperationCall): Promise<ServiceAnswer> {
  const { core, operation } = call;
  const early = core.plans.next(operation, 'arrival');
  const spoiled = early && (await applyFault(early, call, {}));
  if (spoiled) return spoiled;

  const refusal = refuseEarly(call);
  if (refusal) return createVisibleAnswer(refusal);
  const routeCall = createRouteCall(call);
  const prepared = ROUTES[operation](routeCall);
  if (!prepared.ok) return createVisibleAnswer(prepared.refusal);

  const planned = core.plans.next(operation, 'checked', 'carried-out');
  const key = core.variant.idempotency === 'forgetful' ? undefined : routeCall.key;
  const kept = core.keys.find(key);
  if (kept && !planned) return createVisibleAnswer(createJsonAnswer(kept.status, kept.body));
  const fault = planned ?? (prepared.magic && { name: prepared.magic, params: {} });
  const isCarriedOut = !fault || getFaultKind(fault.name).charges;
  const good = isCarriedOut ? core.keys.carryOut(key, () => prepared.carryOut(fault?.name, fault?.params.what)) : {};
  const answer = (fault && (await applyFault(fault, call, good))) ?? createVisibleAnswer(createJsonAnswer(200, good));
  if (!isCarriedOut) await core.keys.keepDecline(key, answer.response);
  return answer;
}

/** Refuses by path, method, token, size and content type, which are checked before the body. */
function refuseEarly({ request, operation, id, text, core }: OperationCall): Response | undefined {
  if (operation === 'deleteCard' && !isDeletionPath(id, core.variant)) {
    return createMessageAnswer(404, 'Recurso não encontrado: o cardId não vem neste lugar.');
  }
  const methods = listMethods(operation, core.variant);
  if (!methods.includes(request.method)) return createMessageAnswer(405, 'Método não permitido.', { Allow: methods.join(', ') });
  const forms = listAuthorizationForms(operation, core.variant);
  const unauthorized = core.tokens.findRefusal(request.headers.get('Authorization'), forms);
  if (unauthorized !== undefined) return createMessageAnswer(401, unauthorized, { 'WWW-Authenticate': 'Bearer' });
  if (text.length > MAX_BODY_CHARACTERS) return createMessageAnswer(413, 'Requisição grande demais.');
  const isJson = /^application\/json\b/i.test(request.headers.get('Content-Type') ?? '');
  if (text !== '' && !isJson) return createMessageAnswer(415, 'Tipo de conteúdo não aceito: use application/json.');
  return undefined;
}

/** True if the variant reads a deleted `cardId` where this path has it: as the last segment, or not at all. */
function isDeletionPath(id: string | undefined, { deleteId }: ServiceVariant): boolean {
  return deleteId === 'any' || deleteId === (id === undefined ? 'body' : 'path');
}

/** The methods that an operation takes in this variant. */
function listMethods(operation: TokenOperation, { deleteMethod }: ServiceVariant): readonly string[] {
  return operation === 'deleteCard' && deleteMethod !== 'any' ? [deleteMethod] : HTTP_METHODS[operation];
}

function listAuthorizationForms(operation: TokenOperation, { pixAuthorization }: ServiceVariant): AuthorizationForm[] {
  if (operation !== 'generatePixQrCode' && operation !== 'pixStatus') return ['bearer'];
  return pixAuthorization === 'any' ? ['bearer', 'jwt'] : [pixAuthorization];
}

function createRouteCall({ request, operation, id, body, peer, resent, core }: OperationCall): RouteCall {
  const { ledger, variant, clock } = core;
  const key = operation === 'processPayment' ? findKey(request.headers, body, variant.idempotency) : undefined;
  return { body, id, key, peer, resent, ledger, variant, clock };
}

function createVisibleAnswer(response: Response): ServiceAnswer {
  return { response, isOpaque: false };
}
