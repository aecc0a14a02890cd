/** Creates a JSON response that no browser caches. */
export function createJsonResponse(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return createTextResponse(status, JSON.stringify(body), { 'Content-Type': 'application/json; charset=utf-8', ...headers });
}

/**
 * Creates a response with any body, which no browser caches. Content-Type is `text/plain` by default; `headers` can set another one. The length
 * of a text is announced, so that a page need not read it part by part.
 */
export function createTextResponse(
  status: number,
  text: string | Uint8Array<ArrayBuffer> | ReadableStream | null,
  headers: Record<string, string> = {},
): Response {
  const byteLength = typeof text === 'string' ? new TextEncoder().encode(text).byteLength : undefined;
  const length = byteLength === undefined ? undefined : { 'Content-Length': String(byteLength) };
  return new Response(text, {
    status,
    headers: { 'Cache-Control': 'no-store', 'Content-Type': 'text/plain; charset=utf-8', ...length, ...headers },
  });
}

/** Creates a response with only a message, for a request that the sandbox cannot accept (400, 401, 404, ...). */
export function createMessageResponse(status: number, message: string, headers: Record<string, string> = {}): Response {
  return createJsonResponse(status, { message }, headers);
}

/** Creates the response to a request that breaks a business rule: `success: false` with a message for the person. */
export function createRefusal(status: number, message: string): Response {
  return createJsonResponse(status, { success: false, message });
}
