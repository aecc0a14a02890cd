import { maskSecrets } from '../client/http/secrets.js';
import { presentFields } from '../domain/present-fields.js';

/** The cause of a failure: of an error its name, code and message, and never anything else of it. Secrets are masked by `••••`. */
export interface FailureCause {
  name: string;
  /** The error's own code: the SQLSTATE of a database (`42P01`), `ECONNREFUSED`, the code of a `CheckoutError`. */
  code?: string;
  /** One line of at most 500 characters. */
  message: string;
  cause?: FailureCause;
  /** The errors of an `AggregateError`: one for each address of a host that could not be reached. */
  errors?: readonly FailureCause[];
}

/** The most levels of causes, and the most errors of one level. */
const MAX_DEPTH = 5;
const MAX_ERRORS = 5;

/** The longest message, characters, and the length to which it is read. */
const MAX_LENGTH = 500;
const MAX_READ = 1000;

/** The shortest secret that is searched for by its text, characters. A shorter one would be found in any text. */
const SHORTEST_SECRET = 4;

const MASK = '••••';

/**
 * Describes an error of the shop's code, of the database or of the service, which may contain anything: only its name, code and message, and
 * those of its causes.
 *
 * @param secrets Texts that must not appear: the webhook's secret, the cookies of a request.
 */
export function describeCause(error: unknown, secrets: readonly string[] = [], depth = 1): FailureCause {
  if (typeof error !== 'object' || error === null) return { name: typeof error, message: redact(String(error), secrets) };
  const read = (name: string): unknown => readProperty(error, name);
  const errors = read('errors');
  const isDeep = depth >= MAX_DEPTH;
  const describe = (inner: unknown): FailureCause => describeCause(inner, secrets, depth + 1);
  return presentFields({
    name: parseWord(read('name'), secrets) ?? 'Error',
    code: parseWord(read('code'), secrets),
    message: redact(toText(read('message')), secrets),
    cause: isDeep || isMissing(read('cause')) ? undefined : describe(read('cause')),
    errors: isDeep || !Array.isArray(errors) || errors.length === 0 ? undefined : errors.slice(0, MAX_ERRORS).map(describe),
  });
}

/** Formats a cause for the console: `error 42703: column "amount" does not exist`. */
export function formatCause({ name, code, message, cause, errors = [] }: FailureCause): string {
  const own = `${[name, code].filter((part) => part !== undefined).join(' ')}${message === '' ? '' : `: ${message}`}`;
  const inner = [...(cause ? [cause] : []), ...errors].map(formatCause);
  return inner.length === 0 ? own : `${own} (${inner.join('; ')})`;
}

/** Lists what must not appear of a request: its cookies, each alone, and what identifies its sender. */
export function listSecrets({ headers }: Request): readonly string[] {
  const values = ['Cookie', 'Authorization', 'Proxy-Authorization', 'Forwarded', 'X-Forwarded-For', 'X-Real-IP', 'CF-Connecting-IP'];
  return values.flatMap((name) => {
    const text = headers.get(name) ?? '';
    return [text, ...text.split(/[;,\s]+/).map((part) => part.slice(part.indexOf('=') + 1))];
  });
}

/** Masks everything in a text that is a secret, or that looks like one. */
function redact(text: string, secrets: readonly string[]): string {
  // A secret that is cut off could not be recognized: the last word of a cut text is left out.
  const start = text.length > MAX_READ ? text.slice(0, MAX_READ).replace(/\S*$/, '') : text;
  const line = start.replace(/[\s\p{Cc}]+/gu, ' ');
  const named = PATTERNS.reduce((masked, { pattern, replace }) => masked.replace(pattern, replace), maskTexts(line, secrets));
  return maskSecrets(named, undefined).slice(0, MAX_LENGTH).trim();
}

/** Masks known texts, as they are and as a URL has them, the longest first. */
function maskTexts(text: string, secrets: readonly string[]): string {
  const known = secrets.flatMap((secret) => [secret, encodeURIComponent(secret)]).filter((secret) => secret.length >= SHORTEST_SECRET);
  return known
    .filter((secret) => !isOwnNetwork(secret))
    .sort((one, other) => other.length - one.length)
    .reduce((masked, secret) => masked.replaceAll(secret, MASK), text);
}

/** A kind of secret that can be recognized. */
interface SecretPattern {
  pattern: RegExp;
  replace: (found: string, ...groups: string[]) => string;
}

/** Names of values that are secrets, in English and Portuguese: as a part of any name (`SERVICE_SECRET`, `accessToken`), or alone. */
const SECRET_PARTS =
  'password|passwd|passphrase|senha|segredo|secret|token|api[-_ ]?key|session|sess[aã]o|credential|credencial|signature|assinatura|security[-_ ]?code';
const SECRET_NAMES = '[\\w-]*(?:pass|pwd|key|chave)|auth|jwt|sid|pin|cvv2?|cvc2?|csrf|nonce|cpf|cnpj|e-?mail';

const PATTERNS: readonly SecretPattern[] = [
  // The name and the password of a connection string. A password may contain "@" and "/", so this goes up to the last "@".
  { pattern: /\b([a-z][a-z\d+.-]*:\/\/)\S*@/gi, replace: (_, scheme) => `${scheme}${MASK}@` },
  // Whole headers: what comes after the name is of their sender.
  { pattern: /\b((?:set-)?cookies?|(?:proxy-)?authorization)(["']?\s*[:=]\s*).*/gi, replace: (_, name, sign) => `${name}${sign}${MASK}` },
  { pattern: /\b(bearer|basic)\s+[\w.~+/=-]+/gi, replace: (_, scheme) => `${scheme} ${MASK}` },
  // A signed token, with its signature.
  { pattern: /\beyJ[\w-]+(?:\.[\w-]*)*/g, replace: () => MASK },
  {
    pattern: new RegExp(
      `((?<![\\w-])(?:[\\w-]*(?:${SECRET_PARTS})[\\w-]*|${SECRET_NAMES})\\\\*["'\`]?\\s*[:=]\\s*)(\\\\+"[^"]*"?|"(?:[^"\\\\]|\\\\.)*"?|'(?:[^'\\\\]|\\\\.)*'?|\`[^\`]*\`?|[^\\s,;&)}\\]]+)`,
      'gi',
    ),
    replace: (_, name) => `${name}${MASK}`,
  },
  // A cookie or a parameter of any name.
  { pattern: /([\w.$-]=)[^\s"'`&;,)\]}=]+/g, replace: (_, name) => `${name}${MASK}` },
  { pattern: /\b(cvv2?|cvc2?|security code)\s+\d{3,4}\b/gi, replace: (_, name) => `${name} ${MASK}` },
  { pattern: /[\w.+%-]+@[\w-]+(?:\.[\w-]+)+/g, replace: () => MASK },
  { pattern: /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.]*\d)/g, replace: maskAddress },
  { pattern: /(?<![\w:])(?:[\da-f]{0,4}:){2,7}(?:[\da-f]{0,4}|\d{1,3}(?:\.\d{1,3}){3})(?![\w:])/gi, replace: maskAddress },
  // Tokens, keys and cookies of which nothing is known: letters mixed with digits.
  { pattern: /[\w+=~-]{16,}/g, replace: (text) => (isOpaque(text) ? MASK : text) },
  // Parts of a card number, and documents and telephone numbers, as people write them.
  { pattern: /\d(?:[ .\-/]?\d){7,}/g, replace: () => MASK },
];

/** Masks an address, unless it is this machine's or of a private network: such an address is not a visitor's. */
function maskAddress(text: string): string {
  const isAddress = text.includes('.') || text.includes('::') || text.split(':').length === 8;
  return !isAddress || isOwnNetwork(text) ? text : MASK;
}

/** Returns whether an address belongs to this machine or to a private network. */
function isOwnNetwork(address: string): boolean {
  const bare = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  return /^(?:0\.0\.0\.0$|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|::1?$|f[cd][\da-f]{2}:|fe[89ab][\da-f]:)/.test(bare);
}

/** Returns whether a text of letters and digits is no name that a person chose: a part of it mixes both, or all of it is hexadecimal. */
function isOpaque(text: string): boolean {
  return text.split(/[_+=~-]+/).some((part) => part.length >= 8 && /\d/.test(part) && /[a-z]/i.test(part)) || /^[\da-f-]{20,}$/i.test(text);
}

/** Returns a name or a code, if it is a plain word without a secret. */
function parseWord(value: unknown, secrets: readonly string[]): string | undefined {
  const word = typeof value === 'number' ? String(value) : value;
  return typeof word === 'string' && /^[\w.$:-]{1,60}$/.test(word) && redact(word, secrets) === word ? word : undefined;
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isMissing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/** Reads a property of an error. A getter that throws returns nothing. */
function readProperty(owner: object, name: string): unknown {
  try {
    return Reflect.get(owner, name);
  } catch {
    return undefined;
  }
}
