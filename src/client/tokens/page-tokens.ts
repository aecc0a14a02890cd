import { parseGlyphs } from '../../domain/card/readable-text.js';

/** More than a page uses in an hour. */
const MAX_REMEMBERED = 64;

/** Shorter ones would be found in any text. */
const MIN_LENGTH = 8;

/** The letters and digits of the newest tokens that this page was given. In memory only, and sent nowhere from here. */
const remembered = new Set<string>();

/** Remembers a token, so that no answer can show it. */
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

/** The tokens of this page, each as its letters (small) and digits alone. */
export function listPageTokens(): string[] {
  return [...remembered];
}
