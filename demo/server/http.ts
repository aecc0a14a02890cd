/** A JSON object with unknown fields. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The maximum length of a request's body, characters. */
const MAX_CHARACTERS = 16_384;

/** Creates a JSON response that no browser stores. */
export function respondJson(status: number, body: unknown): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } });
}

/** Reads the JSON object of a request or a response; returns an empty object if the body is none or too long. */
export async function readJson(request: Pick<Request, 'text'>): Promise<JsonObject> {
  const text = await request.text();
  if (text.length > MAX_CHARACTERS) return {};
  try {
    return asObject(JSON.parse(text));
  } catch {
    return {};
  }
}

/** Returns a field if it is text. */
export function readText(object: JsonObject, name: string): string | undefined {
  const value = object[name];
  return typeof value === 'string' ? value : undefined;
}

/** Returns whether a page of this origin sent a request. Only such requests may change something. */
export function isOwnPage(request: Request, publicOrigin: string): boolean {
  return request.headers.get('Origin') === publicOrigin || request.headers.get('Sec-Fetch-Site') === 'same-origin';
}

function asObject(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
