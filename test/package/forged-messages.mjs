/**
 * Messages that nobody honest sends, made by a seed from what was really said: replayed, reordered, with fields changed, left out, added or
 * taken from others, of another type, huge, and plain nonsense. Runs in pages and in frames; the same seed makes the same messages.
 */

/** Numbers from 0 to 1 that look like chance (mulberry32). */
export function createRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const LONG = 'x'.repeat(10_000);
const ODD_TEXTS = [
  '',
  ' ',
  '0',
  LONG,
  // Of a card that no test types: a forged name of a call comes back with the frame's answer.
  '4929420573595709',
  '<img src=x onerror=alert(1)>',
  'url(https://x.example/)',
  '__proto__',
  '\0',
  '\ud800',
];
const ODD_NUMBERS = [0, -1, 1, 1.5, NaN, Infinity, 2 ** 53, -(2 ** 31)];
const ODD_VALUES = [
  null,
  undefined,
  true,
  false,
  [],
  {},
  [[]],
  new Date(0),
  new Map([[1, 2]]),
  10n,
  new Uint8Array(4),
  new Error('x'),
  /x/,
];
const ODD = [...ODD_TEXTS, ...ODD_NUMBERS, ...ODD_VALUES];

/** Longer than anything that is let through. */
const HUGE = [
  () => ({ type: 'prepare', id: 'x'.repeat(500_000) }),
  () => ({ type: 'state', state: { brand: 'x'.repeat(500_000), wrong: Array(20_000).fill({ field: 'number', key: 'a' }) } }),
  () => ({ type: 'form', texts: Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`key${index}`, 'x'])) }),
  () => Array.from({ length: 1000 }).reduce((inner) => ({ type: 'go', inner }), null),
];

/** @typedef {Record<string, any>} Message */

/**
 * @param {object} options
 * @param {number} options.seed
 * @param {number} options.count
 * @param {readonly Message[]} options.trace What was really said, in its order.
 * @param {readonly string[]} [options.tokens] Stand in place of the tokens of the trace.
 * @param {readonly string[]} [options.without] Types that would be no forgery now.
 * @param {{ id: string, types: readonly string[] }} [options.own] The call that runs, and what names it out of turn.
 */
export function* forgeMessages({ seed, count, trace, tokens, without = [], own }) {
  const random = createRandom(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const idOf = () =>
    own && random() < 0.3 ? own.id : pick([...trace.map(({ id }) => id).filter(Boolean), `forged-${Math.floor(random() * 1e6)}`]);

  /**
   * A field somewhere in a message, and what it is a field of.
   *
   * @param {Message} message
   * @returns {[Message, string]}
   */
  const findField = (message) => {
    let holder = message;
    for (;;) {
      const key = pick(Object.keys(holder));
      const value = key === undefined ? undefined : holder[key];
      // An array of numbers takes nothing else.
      const hasFields = typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && Object.keys(value).length > 0;
      if (!hasFields || random() < 0.3) return [holder, key];
      holder = value;
    }
  };
  const changes = [
    (message) => Reflect.deleteProperty(...findField(message)),
    (message) => ((holder, key) => (holder[key] = pick(ODD)))(...findField(message)),
    (message) => ((holder, key) => (holder[key] = pick(Object.values(pick(trace)))))(...findField(message)),
    (message) => (findField(message)[0][pick(['x', 'constructor', 'cardId', 'number', 'turn', 'isLateAwaited'])] = pick(ODD)),
    (message) =>
      Object.defineProperty(message, '__proto__', { value: { type: 'go' }, enumerable: true, configurable: true, writable: true }),
    (message) => (message.type = pick(trace).type),
    (message) => (message.id = idOf()),
  ];
  const change = (message) => {
    const changed = structuredClone(message);
    for (let left = 1 + Math.floor(random() * 3); left > 0; left -= 1) pick(changes)(changed);
    return [changed];
  };
  /** A piece of the trace as another call, in its order or not. */
  const rename = () => {
    const from = Math.floor(random() * trace.length);
    const id = idOf();
    const piece = trace.slice(from, from + 5).map((message) => ({ ...message, ...('id' in message && { id }) }));
    return random() < 0.5 ? piece : piece.sort(() => random() - 0.5);
  };
  const kinds = [
    ...Array(6).fill(() => change(pick(trace))),
    ...Array(2).fill(() => [structuredClone(pick(trace))]),
    ...Array(2).fill(rename),
    () => [random() < 0.02 ? pick(HUGE)() : pick(ODD)],
  ];
  /** Leaves out what would be a message in turn. */
  const spoil = (message) => {
    if (typeof message !== 'object' || message === null) return message;
    if (without.includes(message.type)) message.type = `not-${message.type}`;
    if (tokens && typeof message.token === 'string') message.token = pick(tokens);
    if (own && message.id === own.id && !own.types.includes(message.type)) message.id = 'forged';
    return message;
  };
  for (let made = 0; made < count;) {
    for (const message of pick(kinds)()) {
      made += 1;
      yield spoil(message);
    }
  }
}
