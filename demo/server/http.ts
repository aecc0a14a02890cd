/** A JSON object, as far as anything is known of it. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Most characters that are read of a request. */
const MAX_CHARACTERS = 16_384;

/** Responds with JSON; never stored. */
export function respondJson(status: number, body: unknown): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } });
}

/** The JSON object in a request or a response; an empty one where there is none. */
export async function readJson(request: Pick<Request, 'text'>): Promise<JsonObject> {
  const text = await request.text();
  if (text.length > MAX_CHARACTERS) return {};
  try {
    return asObject(JSON.parse(text));
  } catch {
    return {};
  }
}

/** A field, if it is text. */
export function readText(object: JsonObject, name: string): string | undefined {
  const value = object[name];
  return typeof value === 'string' ? value : undefined;
}

/** Whether a page of this origin sent a request: what changes something is for no other. */
export function isOwnPage(request: Request, publicOrigin: string): boolean {
  return request.headers.get('Origin') === publicOrigin || request.headers.get('Sec-Fetch-Site') === 'same-origin';
}

function asObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
