/** What the bench of the shop's server counts, and what each ratio may come to. The only place of these limits. */

/*
 * The slowest of a hundred payments takes 60 ms at most at half of the rate. The goals, a token in PostgreSQL at 0.4 of the rate in memory and a payment
 * at 0.55, are what a shop with ten thousand orders a minute needs of four cores. They are not reached: Node and PostgreSQL share two cores
 * here, and a ledger of two INSERTs and no check comes to 0.54 and 0.7. So the limits of these two are what was found and a third more. The other ratios
 * are twice what was found on two cores that others kept busy. A payment waits for the disk at each commit and a bare answer for nothing, so that
 * their ratio says how fast the disk is, and has no limit.
 */

/**
 * @typedef {object} Row
 * @property {string} key
 * @property {string} title
 * @property {string} unit
 * @property {number} digits How many decimals say something.
 * @property {number} [atMost] None for what depends on the machine.
 * @property {number} [goal] What it is to come to, where that is not reached yet.
 */

/** @type {Row[]} */
export const ROWS = [
  { key: 'bareRate', title: 'a bare handler, at once', unit: '/s', digits: 0 },
  { key: 'tokenRate', title: 'tokens for a charge, PostgreSQL', unit: '/s', digits: 0 },
  { key: 'memoryTokenRate', title: 'tokens for a charge, memory', unit: '/s', digits: 0 },
  { key: 'tokenToMemory', title: '  a token in PostgreSQL over one in memory', unit: 'x', digits: 2, atMost: 4.2, goal: 2.5 },
  { key: 'tokenToBare', title: '  a token in PostgreSQL over a bare answer', unit: 'x', digits: 2, atMost: 80 },
  { key: 'noticeRate', title: 'notices of pages, PostgreSQL', unit: '/s', digits: 0 },
  { key: 'memoryNoticeRate', title: 'notices of pages, memory', unit: '/s', digits: 0 },
  { key: 'noticeToMemory', title: '  a notice in PostgreSQL over one in memory', unit: 'x', digits: 2, atMost: 16 },
  { key: 'noticeToBare', title: '  a notice in PostgreSQL over a bare answer', unit: 'x', digits: 2, atMost: 80 },
  { key: 'barePaymentRate', title: 'a bare handler, at once, of payments', unit: '/s', digits: 0 },
  { key: 'paymentRate', title: 'payments by the relay, PostgreSQL', unit: '/s', digits: 0 },
  { key: 'memoryPaymentRate', title: 'payments by the relay, memory', unit: '/s', digits: 0 },
  { key: 'paymentRateToMemory', title: '  one in PostgreSQL over one in memory, at once', unit: 'x', digits: 2, atMost: 3.6, goal: 1.82 },
  { key: 'halfP50Ms', title: '  a payment at half of that rate, median', unit: 'ms', digits: 1 },
  { key: 'halfP99Ms', title: '  a payment at half of that rate, 99 of 100', unit: 'ms', digits: 1, atMost: 60 },
  { key: 'bareMs', title: 'a bare answer, alone', unit: 'ms', digits: 2 },
  { key: 'paymentMs', title: 'a payment by the relay, PostgreSQL', unit: 'ms', digits: 2 },
  { key: 'memoryPaymentMs', title: 'a payment by the relay, memory', unit: 'ms', digits: 2 },
  { key: 'ledgerMs', title: '  what the ledger adds to it', unit: 'ms', digits: 2 },
  { key: 'paymentToMemory', title: '  a payment in PostgreSQL over one in memory', unit: 'x', digits: 2, atMost: 12 },
  { key: 'paymentToBare', title: '  a payment in PostgreSQL over a bare answer', unit: 'x', digits: 0 },
];

/** A number as it is printed. */
const formatNumber = ({ digits, unit }, value) => `${value.toFixed(digits)} ${unit}`;

/** @returns {string[]} A line for each number over its limit. */
export function findExcess(numbers) {
  return ROWS.filter(({ key, atMost = Infinity }) => numbers[key] > atMost).map(
    (row) => `${row.title.trim()}: ${formatNumber(row, numbers[row.key])}, at most ${row.atMost}`,
  );
}

/** The table: a line for each number. */
export function formatTable(numbers) {
  const lines = [
    ['', '', 'at most', 'goal'],
    ...ROWS.map((row) => [row.title, formatNumber(row, numbers[row.key]), String(row.atMost ?? ''), String(row.goal ?? '')]),
  ];
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  return lines.map(([title, ...cells]) => [title.padEnd(widths[0]), ...cells.map((cell, index) => cell.padStart(widths[index + 1]))].join('  ')).join('\n'); // prettier-ignore
}
