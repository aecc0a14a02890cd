/** Creates a JSON response of the service, which no browser caches. */
export function createJsonAnswer(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return createTextAnswer(status, JSON.stringify(body), { 'Content-Type': 'application/json; charset=utf-8', ...headers });
}

/** Creates a response with any body. Content-Type is `text/plain` unless the headers say otherwise. */
export function createTextAnswer(
  status: number,
  text: string | Uint8Array<ArrayBuffer> | ReadableStream | null,
  headers: Record<string, string> = {},
): Response {
  return new Response(text, { status, headers: { 'Cache-Control': 'no-store', 'Content-Type': 'text/plain; charset=utf-8', ...headers } });
}

/** Creates a response with only a message, for requests that the sandbox cannot accept (400, 401, 404, ...). */
export function createMessageAnswer(status: number, message: string, headers: Record<string, string> = {}): Response {
  return createJsonAnswer(status, { message }, headers);
}

/** Creates a refusal by a business rule: `success: false` with a message for the person. */
export function createRefusal(status: number, message: string): Response {
  return createJsonAnswer(status, { success: false, message });
}
