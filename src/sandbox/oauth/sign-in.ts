import { createJsonResponse, createMessageResponse, createTextResponse } from '../responses.js';
import { applyFault, type ServiceAnswer } from '../faults/fault-answers.js';
import { getFaultKind } from '../faults/faults.js';
import { StrictFieldReader } from '../fields.js';
import { HTTP_METHODS, MAX_BODY_CHARACTERS, type SignInOperation } from '../operations.js';
import { refuseShape, type Prepared } from '../routes/route.js';
import { createHex } from '../tokens.js';
import type { SandboxCore } from '../core.js';
import type { GrantedTokens } from './grant-store.js';

/** The only client of the sandbox, for its login and for OAuth 2.0. The sandbox has made up both values, and neither is a secret. */
export const signInClient = { clientId: 'sandbox-shop', clientSecret: 'sandbox-shop-secret' } as const;

/** A request of a sign-in. */
interface SignInCall {
  operation: SignInOperation;
  request: Request;
  /** The body as text. */
  text: string;
  /** The parsed body if it is JSON, else its text. */
  body: unknown;
  /** The body as a form. */
  form: URLSearchParams;
  /** The S256 hash of the form's `code_verifier`. */
  challenge: string;
  core: SandboxCore;
}

type SignInRequest = Omit<SignInCall, 'form' | 'challenge'>;

const ROUTES: Readonly<Record<Exclude<SignInOperation, 'authorize'>, (call: SignInCall) => Prepared>> = {
  login: prepareLogin,
  token: prepareToken,
  refresh: prepareRefresh,
};

/**
 * Responds to a request of a sign-in, in the same steps as any other operation: a fault on arrival, refusals, the operation, another fault.
 * Sign-ins are for servers, so pages of other origins cannot read the response. Rejects with `ConnectionReset` if a fault breaks the
 * connection.
 */
export async function respondToSignIn(call: SignInRequest): Promise<ServiceAnswer> {
  const { core, operation } = call;
  const arrivalFault = core.faultPlans.consume(operation, 'arrival');
  const arrivalAnswer = arrivalFault && (await applyFault(arrivalFault, call, {}));
  return { response: arrivalAnswer?.response ?? (await respondAfterArrival(call)), isOpaque: true };
}

/** Responds to a request that no fault on arrival has responded to. */
async function respondAfterArrival(call: SignInRequest): Promise<Response> {
  const { request, operation, text, core } = call;
  const methods = HTTP_METHODS[operation];
  if (!methods.includes(request.method)) return createMessageResponse(405, 'Método não permitido.', { Allow: methods.join(', ') });
  if (text.length > MAX_BODY_CHARACTERS) return createMessageResponse(413, 'Requisição grande demais.');
  const form = new URLSearchParams(text);
  const challenge = await hashVerifier(form.get('code_verifier') ?? '');
  const signIn: SignInCall = { ...call, form, challenge };
  if (operation === 'authorize') {
    const fault = core.faultPlans.consume(operation, 'checked', 'carried-out');
    // The good response is a page. A fault changes JSON bodies, so the fault `slow` delays the page and leaves it as it is.
    const faulty = fault && (await applyFault(fault, call, {}));
    return faulty && fault.name !== 'slow' ? faulty.response : respondToAuthorize(signIn);
  }
  const prepared = ROUTES[operation](signIn);
  if (!prepared.ok) return prepared.refusal;
  const fault = core.faultPlans.consume(operation, 'checked', 'carried-out');
  const good = !fault || getFaultKind(fault.name).charges ? prepared.carryOut() : {};
  const faulty = fault && (await applyFault(fault, call, good));
  return faulty?.response ?? createJsonResponse(200, good);
}

/**
 * Responds to `auth/authorize`. A `GET` shows a page that asks the person, and the form of that page sends the decision by `POST`.
 * `?auto=1` approves without asking. No `redirect_uri` has to be registered: every `https:` and every loopback address is valid.
 */
function respondToAuthorize({ request, form, core }: SignInCall): Response {
  const { searchParams } = new URL(request.url);
  const redirectUri = parseRedirectUri(searchParams.getAll('redirect_uri'));
  if (!redirectUri) return createErrorPage('redirect_uri deve ser um endereço https ou desta máquina, sem "#".');
  if (searchParams.get('client_id') !== signInClient.clientId) return createErrorPage('client_id desconhecido.');

  const state = searchParams.get('state');
  const challenge = searchParams.get('code_challenge') ?? '';
  const isGood =
    searchParams.get('response_type') === 'code' && searchParams.get('code_challenge_method') === 'S256' && /^[\w-]{43}$/.test(challenge);
  if (!isGood) return redirect(redirectUri, { error: 'invalid_request', state });

  const { signInPlans } = core;
  const isDenied = signInPlans.consume('deny') || (request.method === 'POST' && form.get('decision') !== 'approve');
  if (isDenied) return redirect(redirectUri, { error: 'access_denied', state });
  const isApproved = signInPlans.consume('approve') || request.method === 'POST' || searchParams.get('auto') === '1';
  if (!isApproved) return createConsentPage(redirectUri);
  const code = core.grants.addCode(searchParams.get('redirect_uri') ?? '', challenge);
  return redirect(redirectUri, { code, state: signInPlans.consume('wrong-state') ? createHex(8) : state });
}

/** Returns the `redirect_uri` if there is exactly one and it is `https:` or a loopback address, without a hash. */
function parseRedirectUri(texts: readonly string[]): URL | undefined {
  const [text = ''] = texts;
  if (texts.length !== 1 || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback);
  return isSafe && !url.hash ? url : undefined;
}

function redirect(to: URL, parameters: Record<string, string | null>): Response {
  const url = new URL(to);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null) url.searchParams.set(name, value);
  }
  return createTextResponse(303, null, { Location: url.href });
}

/** Creates the page that asks whether a shop may act for the account. Its form is sent to the address of the page, with the query. */
function createConsentPage(redirectUri: URL): Response {
  return createPage(
    200,
    `<h1>Conta de teste</h1>
<p>A loja em <strong>${escapeHtml(redirectUri.host)}</strong> pede acesso a esta conta do serviço de testes. Nenhum dinheiro é de verdade.</p>
<form method="post"><button name="decision" value="approve">Autorizar</button> <button name="decision" value="deny">Negar</button></form>`,
    redirectUri.origin,
  );
}

/** Creates the page for a request whose client or `redirect_uri` is not valid. Such a request is never redirected. */
function createErrorPage(problem: string): Response {
  return createPage(400, `<h1>Pedido inválido</h1><p>${escapeHtml(problem)}</p>`);
}

function createPage(status: number, content: string, formTarget = ''): Response {
  const html = `<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Conta de teste</title>
<main>${content}</main>
</html>`;
  return createTextResponse(status, html, {
    'Content-Type': 'text/html; charset=utf-8',
    // `form-action` also applies to the redirect after the form.
    'Content-Security-Policy': `default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${formTarget}`.trim(),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** Computes the S256 `code_challenge` of a `code_verifier` (RFC 7636, 4.2): its SHA-256 hash in base64url. */
async function hashVerifier(verifier: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return btoa(String.fromCharCode(...new Uint8Array(hash)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

/** Prepares `auth/token`, which exchanges a code for tokens. The body is the form of RFC 6749, 4.1.3, with `code_verifier`. */
function prepareToken(call: SignInCall): Prepared {
  const { form, challenge, core } = call;
  const refusal = refuseForm(call, 'authorization_code', ['code', 'redirect_uri', 'code_verifier']);
  if (refusal) return { ok: false, refusal };
  const code = form.get('code') ?? '';
  const isExpired = core.signInPlans.consume('expired-code');
  const problem = isExpired ? 'Código vencido.' : core.grants.refuseCode({ code, redirectUri: form.get('redirect_uri') ?? '', challenge });
  if (problem) return refuseGrant(problem);
  return { ok: true, carryOut: () => hideRefreshToken(core.grants.exchange(code, core.variant.tokenLifeSeconds), findHiding(call)) };
}

/** Prepares `auth/refresh`, which exchanges a refresh token for tokens. Each can be used once. The body is the form of RFC 6749, 6. */
function prepareRefresh(call: SignInCall): Prepared {
  const { form, core } = call;
  const refusal = refuseForm(call, 'refresh_token', ['refresh_token']);
  if (refusal) return { ok: false, refusal };
  const token = form.get('refresh_token') ?? '';
  const isChallenged = core.signInPlans.consume('challenged-refresh');
  if (isChallenged || core.signInPlans.consume('replayed-refresh')) core.grants.revokeFamilyOf(token);
  const problem = core.grants.refuseRefresh(token);
  if (problem) return refuseGrant(problem, isChallenged);
  return {
    ok: true,
    carryOut: () => {
      const hiding = findHiding(call);
      return hideRefreshToken(core.grants.refresh(token, core.variant.tokenLifeSeconds, hiding !== undefined), hiding);
    },
  };
}

/** Returns the form in which the response lacks its refresh token, if that is planned. */
function findHiding({ core: { signInPlans } }: SignInCall): 'absent' | 'null' | undefined {
  if (signInPlans.consume('no-refresh-token')) return 'absent';
  return signInPlans.consume('null-refresh-token') ? 'null' : undefined;
}

function hideRefreshToken({ refresh_token, ...rest }: GrantedTokens, hiding: 'absent' | 'null' | undefined): Record<string, unknown> {
  if (hiding === 'absent') return rest;
  return { ...rest, refresh_token: hiding === 'null' ? null : refresh_token };
}

/**
 * Refuses a form whose content type, fields or client are wrong. The code or token in it is checked later. No field may be repeated (RFC
 * 6749, 3.2).
 */
function refuseForm(call: SignInCall, grantType: string, fields: readonly string[]): Response | undefined {
  const { request, form } = call;
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers.get('Content-Type') ?? '')) {
    return createOAuthError('invalid_request', 'Use application/x-www-form-urlencoded.');
  }
  if (form.get('grant_type') !== grantType) return createOAuthError('unsupported_grant_type', `grant_type deve ser ${grantType}.`);
  const wrong = fields.find((field) => form.getAll(field).length !== 1 || !form.get(field));
  if (wrong) return createOAuthError('invalid_request', `${wrong} é obrigatório, uma vez.`);
  return isKnownClient(call) ? undefined : createOAuthError('invalid_client', 'Cliente desconhecido ou segredo errado.', 401);
}

/**
 * Returns whether the request comes from the known client. The client's name is in HTTP Basic or in the form. In the form, the secret may
 * be missing, because PKCE ties the code to the client that began the sign-in.
 */
function isKnownClient({ request, form }: SignInCall): boolean {
  const basic = /^Basic (.+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1];
  const [clientId, clientSecret] = basic === undefined ? [form.get('client_id'), form.get('client_secret')] : parseBasic(basic);
  return clientId === signInClient.clientId && (clientSecret === null || clientSecret === signInClient.clientSecret);
}

/** Parses the credentials of HTTP Basic. Both parts were form-encoded before they were joined (RFC 6749, 2.3.1). */
function parseBasic(text: string): (string | null)[] {
  try {
    const [id = '', secret = ''] = atob(text).split(':');
    return [id, secret].map((part) => new URLSearchParams(`part=${part}`).get('part'));
  } catch {
    return [null, null];
  }
}

function refuseGrant(problem: string, isChallenged = false): Prepared {
  return { ok: false, refusal: createOAuthError('invalid_grant', problem, isChallenged ? 401 : 400) };
}

function createOAuthError(error: string, description: string, status = 400): Response {
  const body = { error, error_description: description };
  return createJsonResponse(status, body, status === 401 ? { 'WWW-Authenticate': `Basic realm="sandbox", error="${error}"` } : {});
}

/**
 * Prepares `auth/login`, which exchanges `{ clientId, clientSecret }` for `{ token, expiresIn, now, environment }`. The service's documents
 * mention a login by `POST` but not its path and fields: those are the sandbox's own.
 */
function prepareLogin({ request, body, core }: SignInCall): Prepared {
  if (!/^application\/json\b/i.test(request.headers.get('Content-Type') ?? '')) {
    return { ok: false, refusal: createMessageResponse(415, 'Tipo de conteúdo não aceito: use application/json.') };
  }
  const fields = new StrictFieldReader(body);
  const clientId = fields.text('clientId');
  const clientSecret = fields.text('clientSecret');
  fields.finish();
  if (fields.problems.length > 0) return refuseShape(fields.problems);
  if (clientId !== signInClient.clientId || clientSecret !== signInClient.clientSecret) {
    return { ok: false, refusal: createMessageResponse(401, 'Não autorizado: clientId ou clientSecret errado.') };
  }
  const { tokenLifeSeconds, environment } = core.variant;
  return {
    ok: true,
    carryOut: () => ({ ...core.tokens.issue(tokenLifeSeconds), ...(environment !== 'none' && { environment }) }),
  };
}
