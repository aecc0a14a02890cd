/** What the bench counts, and what each number may come to. The only place of these limits. */

const BOTH = ['balcao.js', 'balcao.min.js'];
const WITH_CARDS = ['balcao.js+cards', 'balcao.js+cards+preload', 'balcao.min.js+cards'];

/**
 * @typedef {object} Limit
 * @property {string[]} pages The pages that it holds for, by their identifiers.
 * @property {number} atMost
 * @property {number} hope
 */

/**
 * @typedef {object} Row
 * @property {string} key The number's name in `--json`.
 * @property {string} title
 * @property {string} unit `ms`, `B`, `KiB`, `x` (a ratio), or nothing for a count or a score.
 * @property {number} digits How many decimals say something.
 * @property {Limit[]} limits
 */

/** @type {Row[]} */
export const ROWS = [
  { key: 'slowMs', title: 'usable field, slow 4G + CPU 4x', unit: 'ms', digits: 0, limits: [] },
  {
    key: 'slowRatio',
    title: '  over the bare Lit element',
    unit: 'x',
    digits: 3,
    limits: [{ pages: [...BOTH, ...WITH_CARDS], atMost: 1.12, hope: 1.06 }],
  },
  { key: 'fastMs', title: 'usable field, CPU 4x', unit: 'ms', digits: 0, limits: [] },
  {
    key: 'fastRatio',
    title: '  over the bare Lit element',
    unit: 'x',
    digits: 2,
    limits: [{ pages: [...BOTH, ...WITH_CARDS], atMost: 1.6, hope: 1.3 }],
  },
  {
    key: 'wireBytes',
    title: 'over the wire before the field, brotli',
    unit: 'B',
    digits: 0,
    limits: [
      { pages: ['balcao.js'], atMost: 18_000, hope: 16_000 },
      { pages: ['balcao.min.js'], atMost: 18_500, hope: 16_000 },
    ],
  },
  {
    key: 'wireRequests',
    title: 'requests before the field',
    unit: '',
    digits: 0,
    limits: [{ pages: BOTH, atMost: 1, hope: 1 }],
  },
  {
    key: 'payBytes',
    title: 'over the wire until a card can be paid, brotli',
    unit: 'B',
    digits: 0,
    limits: [{ pages: BOTH, atMost: 75_000, hope: 60_000 }],
  },
  {
    key: 'payRequests',
    title: 'requests until a card can be paid',
    unit: '',
    digits: 0,
    limits: [
      { pages: BOTH, atMost: 2, hope: 2 },
      { pages: ['balcao.js+cards', 'balcao.min.js+cards', 'balcao.js+en'], atMost: 3, hope: 3 },
    ],
  },
  { key: 'cpuMs', title: 'main-thread CPU of load over a bare input', unit: 'ms', digits: 1, limits: [] },
  { key: 'cpuRatio', title: "  as a multiple of Lit's", unit: 'x', digits: 2, limits: [{ pages: BOTH, atMost: 8, hope: 4.5 }] },
  {
    key: 'firstHeapKiB',
    title: 'heap over a bare page, first field alone',
    unit: 'KiB',
    digits: 0,
    limits: [{ pages: BOTH, atMost: 450, hope: 350 }],
  },
  { key: 'heapKiB', title: 'heap over a bare page, at rest', unit: 'KiB', digits: 0, limits: [] },
  {
    key: 'pixHeapKiB',
    title: 'heap over a bare page, Pix shown',
    unit: 'KiB',
    digits: 0,
    limits: [{ pages: BOTH, atMost: 1200, hope: 800 }],
  },
  { key: 'keyMs', title: 'work of a keystroke, CPU 4x', unit: 'ms', digits: 1, limits: [] },
  { key: 'keyRatio', title: "  over a bare input's", unit: 'x', digits: 2, limits: [{ pages: BOTH, atMost: 1.7, hope: 1.4 }] },
  { key: 'quickKeyMs', title: 'work of a keystroke, CPU 1x', unit: 'ms', digits: 2, limits: [] },
  { key: 'quickKeyRatio', title: "  over a bare input's", unit: 'x', digits: 2, limits: [] },
  { key: 'nodes', title: 'DOM nodes at rest', unit: '', digits: 0, limits: [{ pages: BOTH, atMost: 300, hope: 220 }] },
  {
    key: 'toRequestMs',
    title: "own time, click to the charge's request",
    unit: 'ms',
    digits: 1,
    limits: [{ pages: BOTH, atMost: 25, hope: 10 }],
  },
  { key: 'toEventMs', title: 'own time, its answer to the event', unit: 'ms', digits: 1, limits: [{ pages: BOTH, atMost: 25, hope: 10 }] },
  { key: 'shift', title: 'layout shift to a paid order', unit: '', digits: 4, limits: [{ pages: BOTH, atMost: 0.01, hope: 0 }] },
];

/** @returns {Limit | undefined} The limit of a number of a page. */
function findLimit({ limits }, id) {
  return limits.find(({ pages }) => pages.includes(id));
}

/** A row's title, with that of the row that it refines. */
function nameRow(index) {
  const { title } = ROWS[index];
  return title.startsWith(' ') ? `${ROWS[index - 1].title}, ${title.trim()}` : title;
}

/**
 * @param {Record<string, Record<string, number>>} numbers By page, by key.
 * @returns {string[]} A line for each number over its limit.
 */
export function findExcess(numbers) {
  return ROWS.flatMap((row, index) =>
    Object.entries(numbers).flatMap(([id, { [row.key]: value }]) => {
      const limit = findLimit(row, id);
      if (!limit || value === undefined || value <= limit.atMost) return [];
      return [`${id}: ${nameRow(index)}: ${formatNumber(row, value)}, at most ${limit.atMost}`];
    }),
  );
}

/** A number as it is printed. */
export function formatNumber({ digits, unit }, value) {
  return value === undefined ? '-' : `${value.toFixed(digits)}${unit && ` ${unit}`}`;
}

/** The limits of a row, those of several groups of pages beside each other. */
function formatLimits({ limits }, key) {
  return limits.map((limit) => limit[key]).join(' | ');
}

/** The table: a line for each number, a column for each page. */
export function formatTable(numbers) {
  const ids = Object.keys(numbers);
  const lines = [
    ['', ...ids, 'at most', 'hope'],
    ...ROWS.filter(({ key }) => ids.some((id) => numbers[id][key] !== undefined)).map((row) => [
      row.title,
      ...ids.map((id) => formatNumber(row, numbers[id][row.key])),
      formatLimits(row, 'atMost'),
      formatLimits(row, 'hope'),
    ]),
  ];
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  return lines.map((line) => line.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join('  ')).join('\n'); // prettier-ignore
}
