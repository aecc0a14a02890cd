import type { CardData } from '../../domain/payment.js';
import { hasLuhnChecksum } from '../../domain/card/luhn.js';
import { findDigitRuns, joinDigits, listDigits, parseGlyphs, type Glyph } from '../../domain/card/readable-text.js';
import { listPageTokens } from '../tokens/page-tokens.js';

/**
 * The card of a call. No text of a response may show its digits. `forgotten` replaces the digits after the page has released the card. All
 * digits of a text with 12 digits or more are then masked.
 */
export type SecretCard = Pick<CardData, 'number' | 'securityCode'> | 'forgotten';

/** The lengths from which a piece of a card number, and of a token, is masked. */
const CARD_PIECE = 12;
const TOKEN_PIECE = 16;

/**
 * The length from which a token is also searched with other characters between its own. A shorter token could be found in other text by
 * chance.
 */
const LONG_TOKEN = 24;

/** The longest identifier, characters. A longer one counts as a secret. */
const MAX_IDENTIFIER = 1000;

const MASK = '••••';

/**
 * Masks the digits of the card, the tokens of this page, and any run of 12 digits or more with no letter between them. Each is replaced by
 * `••••`. If a secret appears only after decoding, the whole text is replaced.
 */
export function maskSecrets(text: string, card: SecretCard | undefined): string {
  const masked = mask(text, card);
  return listDecoded(masked).some((decoded) => findMaskable(parseGlyphs(decoded), card).size > 0) ? MASK : masked;
}

/**
 * True if an identifier contains the card's number, or a token of this page. Other long numbers are allowed, since identifiers have them.
 */
export function holdsSecret(text: string, card: SecretCard | undefined): boolean {
  if (text.length > MAX_IDENTIFIER) return true;
  return [text, ...listDecoded(text)].some((version) => {
    const glyphs = parseGlyphs(version);
    return findCard(glyphs, card).size > 0 || findTokens(glyphs).size > 0 || (card === 'forgotten' && mayBeCardNumber(glyphs));
  });
}

/** Masks the secrets of a text, without decoding it. */
function mask(text: string, card: SecretCard | undefined): string {
  const glyphs = parseGlyphs(text);
  const hidden = findMaskable(glyphs, card);
  let shown = '';
  // The characters between two masked ones are masked too.
  let between: string | undefined;
  glyphs.forEach(({ char, reading }, at) => {
    if (hidden.has(at)) {
      if (between === undefined) shown += MASK;
      between = '';
    } else if (reading === '' && between !== undefined) {
      between += char;
    } else {
      shown += (between ?? '') + char;
      between = undefined;
    }
  });
  return shown + (between ?? '');
}

/** Finds the indexes of all glyphs to mask. */
function findMaskable(glyphs: readonly Glyph[], card: SecretCard | undefined): Set<number> {
  const found = findDigitRuns(glyphs);
  for (const at of findCard(glyphs, card)) found.add(at);
  for (const at of findTokens(glyphs)) found.add(at);
  if (card !== 'forgotten') return found;
  // The digits are no longer known. So all digits are masked if there are as many as in a card number, with anything between them.
  const digits = listDigits(glyphs);
  if (digits.length >= CARD_PIECE) for (const { at } of digits) found.add(at);
  return found;
}

/**
 * Finds the indexes of the card's number, in either direction and with anything between its digits. If the number is there, also finds the
 * security code.
 */
function findCard(glyphs: readonly Glyph[], card: SecretCard | undefined): Set<number> {
  const found = new Set<number>();
  if (!card || card === 'forgotten') return found;
  const digits = listDigits(glyphs);
  const text = joinDigits(digits);
  const numbers = bothWays(getDigits(card.number));
  for (const number of numbers) {
    for (let at = text.indexOf(number); at >= 0; at = text.indexOf(number, at + 1)) {
      for (const digit of digits.slice(at, at + number.length)) found.add(digit.at);
    }
  }
  const others = digits.filter(({ at }) => !found.has(at));
  const rest = joinDigits(others);
  const isSplit = numbers.some((number) => listPieces(number, CARD_PIECE).some((piece) => isScattered(piece, rest)));
  if (isSplit || (found.size > 0 && bothWays(getDigits(card.securityCode)).some((code) => isScattered(code, rest)))) {
    for (const { at } of others) found.add(at);
  }
  return found;
}

/** Finds the indexes of this page's tokens: a whole token or a long piece of one. */
function findTokens(glyphs: readonly Glyph[]): Set<number> {
  const found = new Set<number>();
  const letters = glyphs.flatMap(({ reading }, at) => [...reading].map(() => at));
  const text = glyphs.map(({ reading }) => reading).join('');
  for (const token of listPageTokens().flatMap(bothWays)) {
    const length = Math.min(token.length, TOKEN_PIECE);
    const isSplit = token.length >= LONG_TOKEN && !text.includes(token) && isScattered(token, text);
    letters.forEach((_, at) => {
      const piece = text.slice(at, at + length);
      if (!isSplit && (piece.length < length || !token.includes(piece))) return;
      for (const place of letters.slice(at, at + length)) found.add(place);
    });
  }
  return found;
}

/** True if the digits in long runs, joined, may be a card number. */
function mayBeCardNumber(glyphs: readonly Glyph[]): boolean {
  const run = findDigitRuns(glyphs);
  const digits = listDigits(glyphs).filter(({ at }) => run.has(at));
  return digits.length > 0 && hasLuhnChecksum(joinDigits(digits));
}

function getDigits(text: string): string {
  return joinDigits(listDigits(parseGlyphs(text)));
}

/** Returns a secret forwards and backwards. */
function bothWays(secret: string): string[] {
  return [secret, [...secret].reverse().join('')];
}

function listPieces(text: string, length: number): string[] {
  return Array.from({ length: text.length - length + 1 }, (_, at) => text.slice(at, at + length));
}

/** True if the text has all characters of the piece in the same order, with anything between them. */
function isScattered(piece: string, text: string): boolean {
  let at = -1;
  return [...piece].every((character) => (at = text.indexOf(character, at + 1)) >= 0);
}

/** The largest depth of nested encodings. */
const MAX_DEPTH = 4;

/**
 * Lists the decoded versions of a text: without the escapes of URLs, HTML and JSON, and each piece of base64 in it. Empty if nothing is
 * encoded.
 */
function listDecoded(text: string): string[] {
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
