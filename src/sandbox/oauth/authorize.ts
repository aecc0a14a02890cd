import { createTextAnswer } from '../answers.js';
import { createHex } from '../state/identifiers.js';
import { createConsentPage, createErrorPage } from './consent-page.js';
import { signInClient } from './sign-in-client.js';
import type { SignInCall } from './sign-in-call.js';

/**
 * `auth/authorize`: asks the person, by `GET`, and is told by the `POST` of that page. `?auto=1` asks nobody and approves. Of addresses to
 * return to, none is registered: `https:` and loopback are good.
 */
export function answerAuthorize({ request, form, core }: SignInCall): Response {
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
  return createTextAnswer(303, null, { Location: url.href });
}
