/** The tables that the bench prints, as they stand in docs/peers.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PEERS } from './pages.mjs';

const PAGE = fileURLToPath(new URL('../../docs/peers.md', import.meta.url));

/** What stands around the report in the page. */
const BEGIN = '<!-- npm run bench:peers -- --write -->';
const END = '<!-- end -->';

/** Ours that the others are compared with. */
const OURS = 'balcao.min.js';

const TITLES = {
  bare: 'a bare `<input>`',
  lit: 'a bare Lit element',
  'balcao.min.js': 'Balcão, `balcao.min.js`',
  'balcao.js': 'Balcão, `balcao.js`',
  ...Object.fromEntries(PEERS.map(({ id, title }) => [id, title])),
};

/**
 * @typedef {object} Column
 * @property {string} title
 * @property {string} key
 * @property {number} [digits]
 * @property {string} [over] The page whose number this is a multiple of.
 */

/** @type {Column[]} */
const UNTIL_FIELD = [
  { title: 'ms', key: 'slowMs' },
  { title: 'over Lit', key: 'slowMs', over: 'lit', digits: 2 },
  { title: 'over Balcão', key: 'slowMs', over: OURS, digits: 2 },
  { title: 'bytes', key: 'fieldBytes' },
  { title: 'requests', key: 'fieldRequests' },
  { title: 'heap, KiB', key: 'firstHeapKiB' },
];

/** @type {Column[]} */
const AT_REST = [
  { title: 'bytes', key: 'payBytes' },
  { title: 'requests', key: 'payRequests' },
  { title: 'CPU, ms', key: 'cpuMs', digits: 1 },
  { title: 'over Lit', key: 'cpuMs', over: 'lit', digits: 1 },
  { title: 'over Balcão', key: 'cpuMs', over: OURS, digits: 2 },
  { title: 'heap, KiB', key: 'heapKiB' },
];

/** A table in Markdown, as Prettier leaves it. The first columns are texts, the others numbers. */
function formatTable([head, ...rows], textColumns = 1) {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((row) => row[column].length)));
  const isText = (column) => column < textColumns;
  const pad = (cell, column) => (isText(column) ? cell.padEnd(widths[column]) : cell.padStart(widths[column]));
  const rule = widths.map((width, column) => (isText(column) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [head.map(pad), rule, ...rows.map((row) => row.map(pad))].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function formatCell(numbers, id, { key, digits = 0, over }) {
  const value = numbers[id][key] / (over ? numbers[over][key] : 1);
  if (!Number.isFinite(value)) return '';
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function formatNumbers(numbers, columns) {
  const rows = Object.keys(numbers).map((id) => [TITLES[id], ...columns.map((column) => formatCell(numbers, id, column))]);
  return formatTable([['page', ...columns.map(({ title }) => title)], ...rows]);
}

/**
 * @param {Record<string, Record<string, number>>} numbers By page.
 * @param {object} run
 * @param {Date} run.date
 * @param {string} run.machine
 * @param {number} run.cores
 * @param {number} run.load The load average at the end of the run.
 * @param {number} run.rounds
 * @param {{ name: string, version: string, license: string }[]} run.packages
 * @returns {string} Markdown.
 */
export function formatReport(numbers, { date, machine, cores, load, rounds, packages }) {
  const versions = packages.map(({ name, version, license }) => [`\`${name}\``, version, license]);
  const busy = load > cores + 1 ? ' The machine was busy with other things: the times flatter the lighter pages.' : '';
  return [
    `Measured on ${date.toISOString().slice(0, 10)} on ${cores} cores, ${machine}. Medians of ${rounds} rounds; load average ${load.toFixed(1)}.${busy}`,
    '',
    'Until the field takes keys, on slow 4G and a processor four times slower:',
    '',
    formatNumbers(numbers, UNTIL_FIELD),
    '',
    'When the page is quiet and nobody has touched it, on a quick connection and processor:',
    '',
    formatNumbers(numbers, AT_REST),
    '',
    formatTable([['package', 'version', 'licence'], ...versions], 3),
  ].join('\n');
}

/** Puts the report into docs/peers.md. */
export function writeReport(report) {
  const [before, rest] = readFileSync(PAGE, 'utf8').split(BEGIN);
  const [, after] = rest.split(END);
  writeFileSync(PAGE, `${before}${BEGIN}\n\n${report}\n\n${END}${after}`);
}
