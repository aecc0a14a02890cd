import { parseGlyphs } from '../../domain/card/readable-text.js';

/** The largest number of remembered tokens: more than a page uses in an hour. */
const MAX_REMEMBERED = 64;

/** The shortest remembered token, characters. A shorter one would be found in any text. */
const MIN_LENGTH = 8;

/** The letters and digits of the newest tokens of this page. They are in memory only, and this module sends them nowhere. */
const remembered = new Set<string>();

/** Remembers a token, so that it can be masked in every response. */
export function rememberToken(token: string): void {
  const letters = parseGlyphs(token)
    .map(({ reading }) => reading)
    .join('');
  if (letters.length < MIN_LENGTH) return;
  remembered.delete(letters);
  remembered.add(letters);
  const [oldest = ''] = remembered;
  if (remembered.size > MAX_REMEMBERED) remembered.delete(oldest);
}

/** Lists the tokens of this page, each as its lowercase letters and digits alone. */
export function listPageTokens(): string[] {
  return [...remembered];
}
