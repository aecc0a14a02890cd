/** No answer of the service or the shop is near this long; what is longer is not what was promised and is not read on. */
const MAX_BODY_BYTES = 262_144;

/** The body of a response as text, at any charset read as UTF-8; `undefined` when it is too long. */
export async function readBody(response: Response): Promise<string | undefined> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  let byteCount = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    byteCount += part.value.byteLength;
    if (byteCount > MAX_BODY_BYTES) {
      // The rest is unwanted, and whether its sender hears of that does not matter.
      reader.cancel().catch(() => undefined);
      return undefined;
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

/** JSON from the text of a body; `undefined` for what is none. */
export function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
