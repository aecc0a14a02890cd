/** What the bench of the shop's server counts, and what each ratio may come to. The only place of these limits. */

/*
 * They are twice what was found on two cores that others kept busy at the same time (a load of 6 to 9): a token 4 to 7 times one in memory and 26
 * to 45 bare answers, a notice 5 to 10 and 22 to 41, a payment 5 to 7 times. A payment waits for the disk at each commit and a bare answer for
 * nothing, so that their ratio (130 to 290) says how fast the disk is, and has no limit.
 */

/**
 * @typedef {object} Row
 * @property {string} key
 * @property {string} title
 * @property {string} unit
 * @property {number} digits How many decimals say something.
 * @property {number} [atMost] None for what depends on the machine.
 */

/** @type {Row[]} */
export const ROWS = [
  { key: 'bareRate', title: 'a bare handler, at once', unit: '/s', digits: 0 },
  { key: 'tokenRate', title: 'tokens for a charge, PostgreSQL', unit: '/s', digits: 0 },
  { key: 'memoryTokenRate', title: 'tokens for a charge, memory', unit: '/s', digits: 0 },
  { key: 'tokenToMemory', title: '  a token in PostgreSQL over one in memory', unit: 'x', digits: 2, atMost: 12 },
  { key: 'tokenToBare', title: '  a token in PostgreSQL over a bare answer', unit: 'x', digits: 2, atMost: 80 },
  { key: 'noticeRate', title: 'notices of pages, PostgreSQL', unit: '/s', digits: 0 },
  { key: 'memoryNoticeRate', title: 'notices of pages, memory', unit: '/s', digits: 0 },
  { key: 'noticeToMemory', title: '  a notice in PostgreSQL over one in memory', unit: 'x', digits: 2, atMost: 16 },
  { key: 'noticeToBare', title: '  a notice in PostgreSQL over a bare answer', unit: 'x', digits: 2, atMost: 80 },
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
  const lines = [['', '', 'at most'], ...ROWS.map((row) => [row.title, formatNumber(row, numbers[row.key]), String(row.atMost ?? '')])];
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  return lines.map(([title, ...cells]) => [title.padEnd(widths[0]), ...cells.map((cell, index) => cell.padStart(widths[index + 1]))].join('  ')).join('\n'); // prettier-ignore
}
