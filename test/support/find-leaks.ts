/** A place where card digits must not be, and what stands there. */
export interface Trace {
  /** For the message: `"attribute title of <p>"`. */
  where: string;
  text: string;
}

/** What must be found nowhere. */
export interface Secrets {
  /** Whole card numbers, digits only; found also in groups with blanks, dashes or dots. */
  numbers: ReadonlySet<string>;
  /** Card numbers that were really typed: of these, any eight digits in a row are a leak. */
  typedNumbers: ReadonlySet<string>;
  /** Security codes and other short secrets, found where they stand alone. */
  texts: ReadonlySet<string>;
}

const PART_LENGTH = 8;
/** Four digits stand alone in the middle of a UUID by chance, once in thousands of tests. */
const RANDOM_ID = /\b[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}\b/gi;
const SEPARATORS = /(?<=\d)[ \u00a0\u2009\u202f.\-_/]{1,3}(?=\d)/g;

/** The traces that hold a secret, one line for each. The lines name the place and the kind, and not the digits. */
export function findLeaks(traces: Iterable<Trace>, secrets: Secrets): string[] {
  const parts = listParts(secrets.typedNumbers);
  const leaks: string[] = [];
  for (const { where, text } of traces) {
    const kind = findNumber(text, secrets, parts) ?? findText(text, secrets.texts);
    if (kind) leaks.push(`${kind} in ${where}`);
  }
  return leaks;
}

function findNumber(text: string, secrets: Secrets, parts: readonly string[]): string | undefined {
  if (!/\d/.test(text)) return undefined;
  for (const candidate of [text, text.replace(SEPARATORS, '')]) {
    for (const [run] of candidate.matchAll(/\d{8,}/g)) {
      for (const number of [...secrets.numbers, ...secrets.typedNumbers]) if (run.includes(number)) return 'a card number';
      if (parts.some((part) => run.includes(part))) return 'a part of the card number';
    }
  }
  return undefined;
}

/** Parts with fewer than three different digits are left out: `00000000` is no proof of anything. */
function listParts(numbers: ReadonlySet<string>): string[] {
  return [...numbers].flatMap((number) => {
    const starts = Array.from({ length: Math.max(0, number.length - PART_LENGTH + 1) }, (_, index) => index);
    return starts.map((start) => number.slice(start, start + PART_LENGTH)).filter((part) => new Set(part).size > 2);
  });
}

function findText(text: string, secrets: ReadonlySet<string>): string | undefined {
  const meant = text.replace(RANDOM_ID, 'id');
  for (const secret of secrets) {
    const escaped = secret.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    if (new RegExp(`(?<![\\w.,])${escaped}(?!\\w|[.,]\\d)`).test(meant)) return 'a security code';
  }
  return undefined;
}

/** Text of any value, errors with their stack and cause among them, as deep as a page's own code could look. */
export function describeValue(value: unknown, seen = new Set<unknown>(), depth = 0): string {
  if (typeof value === 'function') return '';
  if (typeof value !== 'object' || value === null) return String(value);
  if (seen.has(value) || depth > 8 || value instanceof Node) return '';
  seen.add(value);
  const own = value instanceof Error ? [value.name, value.message, describeStack(value)] : [];
  if (value instanceof Map || value instanceof Set) own.push(describeValue([...value], seen, depth + 1));
  const names = value instanceof Event ? ['detail', ...Object.getOwnPropertyNames(value)] : Object.getOwnPropertyNames(value);
  const parts = names
    .filter((name) => !(value instanceof Error && name === 'stack'))
    .map((name) => `${JSON.stringify(name)}: ${describeValue(readProperty(value, name), seen, depth + 1)}`);
  return [...own, ...parts].join('\n');
}

/** The stack of an error without the places in our scripts: lines and columns are numbers too. */
function describeStack({ stack = '' }: Error): string {
  return stack.replace(/:\d+:\d+(?=\)?$)/gm, '');
}

/** A getter that throws says nothing. */
function readProperty(owner: object, name: string): unknown {
  try {
    return Reflect.get(owner, name);
  } catch {
    return undefined;
  }
}
