/** The largest body, bytes. No valid response of the service or the shop is near this length, so the rest of a longer one is not read. */
const MAX_BODY_BYTES = 262_144;

/** The largest body that is read at once, bytes. */
const MAX_WHOLE_BYTES = 16_384;

/**
 * Reads the body of a response as text. It is decoded as UTF-8, regardless of the charset. Returns `undefined` if the body is too long.
 *
 * A short body of an announced length is read at once: Chromium's network log calls a `no-store` response that is read part by part aborted.
 * A compressed body is not, since its text may be of any length. A page cannot see that of another origin's response.
 */
export async function readBody(response: Response): Promise<string | undefined> {
  const byteLength = Number(response.headers.get('Content-Length') ?? Infinity);
  if (byteLength <= MAX_WHOLE_BYTES && !response.headers.has('Content-Encoding')) {
    const whole = await response.text();
    return whole.length > MAX_BODY_BYTES ? undefined : whole;
  }
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  let byteCount = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    byteCount += part.value.byteLength;
    if (byteCount > MAX_BODY_BYTES) {
      // The rest is not needed, and an error of the cancellation does not matter.
      reader.cancel().catch(() => undefined);
      return undefined;
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

/** Parses a body's text as JSON. Returns `undefined` for any other text. */
export function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
