import { createJson, isFromOwnPage } from './json-http.js';
import type { ServiceAccess, ServiceToken } from './service-access.js';

/** What the page may ask of the service through the shop, by verb and path; nothing else is passed on. */
const ALLOWED =
  /^POST (card\/(processPayment|tokenize|delete)|pix\/generateQrCode)$|^DELETE card\/delete(\/[\w-]+)?$|^GET pix\/qrCode\/[\w-]+$/;

/** By which a service may know a repeated charge; never made up here. */
const KEY_HEADER = 'Idempotency-Key';

/** Headers of the service's answer that the page gets to see. */
const PASSED_HEADERS = ['Content-Type', 'Retry-After', 'Date'];

/** How long before its end a token is renewed, ms: longer than the page waits for a charge. */
const RENEW_AHEAD_MS = 60_000;

/**
 * Passes requests of the page on to the service and adds the token, which stays on the server. Nothing is sent twice by itself, and a
 * charge that the page sends again is passed on again.
 */
export function createRelay(service: ServiceAccess): (request: Request, path: string) => Promise<Response> {
  let kept: { answer: ServiceToken; until: number } | undefined;
  const getToken = async (): Promise<string> => {
    if (!kept || kept.until < Date.now()) {
      const answer = await service.issueToken();
      kept = { answer, until: Date.now() + answer.expiresIn * 1000 - RENEW_AHEAD_MS };
    }
    return kept.answer.token;
  };
  return async (request, path) => {
    if (!isFromOwnPage(request)) return createJson(403, { message: 'Only pages of the shop may pay through it.' });
    if (!ALLOWED.test(`${request.method} ${path}`)) return createJson(404, { message: `Not relayed: ${request.method} ${path}` });
    const body = await request.text();
    const key = request.headers.get(KEY_HEADER);
    const headers = {
      Authorization: `Bearer ${await getToken()}`,
      Accept: 'application/json',
      ...(body && { 'Content-Type': 'application/json' }),
      ...(key && { [KEY_HEADER]: key }),
    };
    try {
      const answer = await fetch(service.baseUrl + path, { method: request.method, headers, redirect: 'manual', ...(body && { body }) });
      if (answer.status === 401) kept = undefined;
      return answer.status >= 300 && answer.status < 400 ? createNoAnswer() : await passOn(answer);
    } catch {
      return createNoAnswer();
    }
  };
}

/** 502: the page takes it as unconfirmed, which it is. */
function createNoAnswer(): Response {
  return createJson(502, { message: 'The service gave no answer.' });
}

async function passOn(answer: Response): Promise<Response> {
  const headers = new Headers({ 'Cache-Control': 'no-store' });
  for (const name of PASSED_HEADERS) {
    const value = answer.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(await answer.arrayBuffer(), { status: answer.status, headers });
}
