/** The most families that a look has. */
const MAX_FAMILIES = 20;

/** A name that can go over. */
const NAME = /^[\p{L}\p{N} ._-]{1,80}$/u;

/** The names of a computed `font-family`, without quotes. Those with other signs than letters, digits, blanks and `._-` are left out. */
export function readFamilies(fontFamily: string): string[] {
  const names = fontFamily.match(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^,]+/g) ?? [];
  return names
    .map((name) => name.trim().replace(/^(["'])(.*)\1$/, '$2'))
    .filter((name) => NAME.test(name))
    .slice(0, MAX_FAMILIES);
}
