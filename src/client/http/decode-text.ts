/** How deep encodings may be nested in each other. */
const MAX_DEPTH = 4;

/** What a text says once its escapes of URLs, HTML and JSON are undone, and each piece of base64 in it. Empty where nothing is encoded. */
export function listDecoded(text: string): string[] {
  const decoded: string[] = [];
  let last = text;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const next = decodeEscapes(last);
    if (next === last) break;
    decoded.push((last = next));
  }
  return [...decoded, ...(last.match(/[\w+/-]{16,}/g) ?? []).flatMap(decodeBase64)];
}

function decodeEscapes(text: string): string {
  return text
    .replace(/(?:%[\da-f]{2})+/gi, decodePercent)
    .replace(/&amp;/gi, '&')
    .replace(/&#x[\da-f]{1,6};?|\\u[\da-f]{4}|\\u\{[\da-f]{1,6}\}|\\x[\da-f]{2}/gi, (escape) =>
      formatPoint(escape, parseInt(escape.replace(/[^\da-f]/gi, ''), 16)),
    )
    .replace(/&#(\d{1,7});?/g, (escape: string, point: string) => formatPoint(escape, Number(point)));
}

function decodePercent(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return escapes.replace(/%(..)/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  }
}

function formatPoint(escape: string, point: number): string {
  return point <= 0x10ffff ? String.fromCodePoint(point) : escape;
}

function decodeBase64(piece: string): string[] {
  try {
    return [atob(piece.replaceAll('-', '+').replaceAll('_', '/'))];
  } catch {
    return [];
  }
}
