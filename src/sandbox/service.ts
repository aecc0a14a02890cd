import { createJsonResponse, createMessageResponse } from './responses.js';
import { applyFault, type ServiceAnswer } from './faults/fault-answers.js';
import { getFaultKind } from './faults/faults.js';
import { findKey } from './idempotency.js';
import { respondToSignIn } from './oauth/sign-in.js';
import { HTTP_METHODS, MAX_BODY_CHARACTERS, isSignInOperation, parseOperation, type TokenOperation } from './operations.js';
import { ConnectionReset } from './faults/holds.js';
import { prepareDeleteCard, prepareProcessPayment, prepareTokenize } from './routes/card.js';
import { prepareGeneratePixQrCode, preparePixStatus } from './routes/pix.js';
import type { AuthorizationForm } from './tokens.js';
import type { Peer } from './memory.js';
import type { Prepared, RouteCall } from './routes/route.js';
import type { SandboxCore } from './core.js';
import type { ServiceVariant } from './variant.js';

/** The path and the connection of a request, and the sandbox that handles it. */
interface SandboxCall {
  /** The path, relative to the base URL. */
  path: string;
  peer: Peer;
  core: SandboxCore;
}

/** A request to an operation that requires a token. */
interface OperationCall extends SandboxCall {
  request: Request;
  operation: TokenOperation;
  /** The identifier in the path; `undefined` if there is none. */
  id: string | undefined;
  /** The body as text. */
  text: string;
  /** The parsed body if it is JSON, else its text. */
  body: unknown;
  /** True if the browser itself sent the request a second time. */
  resent: boolean;
}

const ROUTES: Readonly<Record<TokenOperation, (call: RouteCall) => Prepared>> = {
  processPayment: prepareProcessPayment,
  tokenizeCard: prepareTokenize,
  deleteCard: prepareDeleteCard,
  generatePixQrCode: prepareGeneratePixQrCode,
  pixStatus: preparePixStatus,
};

/** Records a request to the service, and responds to it. Rejects with `ConnectionReset` if a fault breaks the connection. */
export async function handleService(request: Request, call: SandboxCall): Promise<ServiceAnswer> {
  const { core, path, peer } = call;
  const match = parseOperation(path);
  const text = await request.text();
  const { resent, body } = core.log.add({ request, operation: match?.operation, path, text, peer });
  if (!match) return createReadableAnswer(createMessageResponse(404, `Recurso não encontrado: ${path}`));
  try {
    const { operation, id } = match;
    if (isSignInOperation(operation)) return await respondToSignIn({ request, operation, text, body, core });
    return await handleOperation({ ...call, request, operation, id, text, body, resent });
  } catch (error) {
    if (error instanceof ConnectionReset) core.log.addBroken(text, peer);
    throw error;
  }
}

/**
 * Responds to a request to an operation, in these steps:
 *
 * 1. A fault on arrival, which may respond.
 * 2. Refusals, and the checks of the operation.
 * 3. The stored response of the idempotency key, unless a fault is planned.
 * 4. The operation, unless a fault prevents it.
 * 5. The good response, or the response of the fault.
 */
async function handleOperation(call: OperationCall): Promise<ServiceAnswer> {
  const { core, operation } = call;
  const arrivalFault = core.faultPlans.consume(operation, 'arrival');
  const arrivalAnswer = arrivalFault && (await applyFault(arrivalFault, call, {}));
  if (arrivalAnswer) return arrivalAnswer;

  const refusal = refuseEarly(call);
  if (refusal) return createReadableAnswer(refusal);
  const routeCall = createRouteCall(call);
  const prepared = ROUTES[operation](routeCall);
  if (!prepared.ok) return createReadableAnswer(prepared.refusal);

  const planned = core.faultPlans.consume(operation, 'checked', 'carried-out');
  // The mode `forgetful` accepts a key, but recognizes none.
  const key = core.variant.idempotency === 'forgetful' ? undefined : routeCall.key;
  const stored = core.idempotency.find(key);
  if (stored && !planned) return createReadableAnswer(createJsonResponse(stored.status, stored.body));
  // A planned fault comes before the fault of a magic card or amount.
  const fault = planned ?? (prepared.magicFault && { name: prepared.magicFault, params: {} });
  const isCarriedOut = !fault || getFaultKind(fault.name).charges;
  const goodBody = isCarriedOut ? core.idempotency.carryOutOnce(key, () => prepared.carryOut(fault?.name, fault?.params.what)) : {};
  const faultAnswer = fault && (await applyFault(fault, call, goodBody));
  const answer = faultAnswer ?? createReadableAnswer(createJsonResponse(200, goodBody));
  if (!isCarriedOut) await core.idempotency.storeDecline(key, answer.response);
  return answer;
}

/** Refuses a request whose path, method, token, size or content type is wrong. The fields of the body are checked later. */
function refuseEarly({ request, operation, id, text, core }: OperationCall): Response | undefined {
  if (operation === 'deleteCard' && !isDeletionPath(id, core.variant)) {
    return createMessageResponse(404, 'Recurso não encontrado: o cardId não vem neste lugar.');
  }
  const methods = listMethods(operation, core.variant);
  if (!methods.includes(request.method)) return createMessageResponse(405, 'Método não permitido.', { Allow: methods.join(', ') });
  const forms = listAuthorizationForms(operation, core.variant);
  const unauthorized = core.tokens.findRefusal(request.headers.get('Authorization'), forms);
  if (unauthorized !== undefined) return createMessageResponse(401, unauthorized, { 'WWW-Authenticate': 'Bearer' });
  if (text.length > MAX_BODY_CHARACTERS) return createMessageResponse(413, 'Requisição grande demais.');
  const isJson = /^application\/json\b/i.test(request.headers.get('Content-Type') ?? '');
  if (text !== '' && !isJson) return createMessageResponse(415, 'Tipo de conteúdo não aceito: use application/json.');
  return undefined;
}

/**
 * Returns whether the variant accepts a deletion with this path: with the `cardId` as the last segment, or without it (it is in the body).
 */
function isDeletionPath(id: string | undefined, { deleteId }: ServiceVariant): boolean {
  return deleteId === 'any' || deleteId === (id === undefined ? 'body' : 'path');
}

/** Lists the HTTP methods that an operation accepts in this variant. */
function listMethods(operation: TokenOperation, { deleteMethod }: ServiceVariant): readonly string[] {
  return operation === 'deleteCard' && deleteMethod !== 'any' ? [deleteMethod] : HTTP_METHODS[operation];
}

/** Lists the forms of the `Authorization` header that an operation accepts in this variant. */
function listAuthorizationForms(operation: TokenOperation, { pixAuthorization }: ServiceVariant): AuthorizationForm[] {
  if (operation !== 'generatePixQrCode' && operation !== 'pixStatus') return ['bearer'];
  return pixAuthorization === 'any' ? ['bearer', 'jwt'] : [pixAuthorization];
}

function createRouteCall({ request, operation, id, body, peer, resent, core }: OperationCall): RouteCall {
  const { ledger, firstIdentifier, variant, clock } = core;
  const key = operation === 'processPayment' ? findKey(request.headers, body, variant.idempotency) : undefined;
  return { body, id, key, peer, resent, ledger, firstIdentifier, variant, clock };
}

/** Creates an answer that pages of other origins may read, as CORS allows. */
function createReadableAnswer(response: Response): ServiceAnswer {
  return { response, isOpaque: false };
}
