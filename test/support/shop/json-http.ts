/** A JSON object, as far as anything is known of it. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Most characters that the shop reads of a request. */
const MAX_CHARACTERS = 65_536;

/** Answers JSON of an announced length; never stored. */
export function createJson(status: number, body: unknown): Response {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(bytes.byteLength), 'Cache-Control': 'no-store' };
  return new Response(bytes, { status, headers });
}

/** The JSON object in a request; `undefined` where there is none. */
export async function readJson(request: Request): Promise<JsonObject | undefined> {
  const text = await request.text();
  if (text.length > MAX_CHARACTERS) return undefined;
  try {
    return asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The value, if it is a JSON object. */
export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

/** A field, if it is text. */
export function readText(object: JsonObject, name: string): string | undefined {
  const value = object[name];
  return typeof value === 'string' ? value : undefined;
}

/** A field, if it is a number. */
export function readNumber(object: JsonObject, name: string): number | undefined {
  const value = object[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/**
 * Whether a page of the shop's own origin sent a request. Other pages get no token: theirs would be spent in the name
 * of the visitor.
 */
export function isFromOwnPage(request: Request): boolean {
  const site = request.headers.get('Sec-Fetch-Site');
  if (site !== null) return site === 'same-origin';
  const origin = request.headers.get('Origin');
  return origin === null || origin === new URL(request.url).origin;
}
