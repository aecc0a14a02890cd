import { createJsonAnswer } from '../answers.js';
import { signInClient } from './sign-in-client.js';
import type { GrantedTokens } from './grant-book.js';
import type { Prepared } from '../routes/route.js';
import type { SignInCall } from './sign-in-call.js';

/** `auth/token`: exchanges a code. The form of RFC 6749, 4.1.3, with `code_verifier`. */
export function prepareToken(call: SignInCall): Prepared {
  const { form, challenge, core } = call;
  const refusal = refuseForm(call, 'authorization_code', ['code', 'redirect_uri', 'code_verifier']);
  if (refusal) return { ok: false, refusal };
  const code = form.get('code') ?? '';
  const isExpired = core.signInPlans.consume('expired-code');
  const problem = isExpired ? 'Código vencido.' : core.grants.refuseCode({ code, redirectUri: form.get('redirect_uri') ?? '', challenge });
  if (problem) return refuseGrant(problem);
  return { ok: true, carryOut: () => hideRefreshToken(core.grants.exchange(code, core.variant.tokenLifeSeconds), findHiding(call)) };
}

/** `auth/refresh`: exchanges a refresh token, each of which is good once. The form of RFC 6749, 6. */
export function prepareRefresh(call: SignInCall): Prepared {
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

function findHiding({ core: { signInPlans } }: SignInCall): 'absent' | 'null' | undefined {
  if (signInPlans.consume('no-refresh-token')) return 'absent';
  return signInPlans.consume('null-refresh-token') ? 'null' : undefined;
}

function hideRefreshToken({ refresh_token, ...rest }: GrantedTokens, hiding: 'absent' | 'null' | undefined): Record<string, unknown> {
  if (hiding === 'absent') return rest;
  return { ...rest, refresh_token: hiding === 'null' ? null : refresh_token };
}

/** Refuses what is wrong with a form before its grant is looked at; no field may come twice (RFC 6749, 3.2). */
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

/** The client by HTTP Basic, or in the form; without a secret too, since PKCE ties the code to whoever began. */
function isKnownClient({ request, form }: SignInCall): boolean {
  const basic = /^Basic (.+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1];
  const [clientId, clientSecret] = basic === undefined ? [form.get('client_id'), form.get('client_secret')] : readBasic(basic);
  return clientId === signInClient.clientId && (clientSecret === null || clientSecret === signInClient.clientSecret);
}

/** Both parts are form-encoded before they are joined (RFC 6749, 2.3.1). */
function readBasic(text: string): (string | null)[] {
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
  return createJsonAnswer(status, body, status === 401 ? { 'WWW-Authenticate': `Basic realm="sandbox", error="${error}"` } : {});
}
