import { expect } from '@open-wc/testing';
import { runSettings } from '../support/run-settings.js';

const HELP = 'run: node scripts/reliability.mjs';

/** A line of a table. */
export type Cells = readonly string[];

/** Between the names of a line that stands for several. */
const BETWEEN_NAMES = ', ';

/** A line with more names than these says {@link OTHERS} instead. */
const MOST_NAMES = 20;

const OTHERS = 'every other fault';

/** A page of docs with tables: they are compared with what was seen, or written from it. */
export class DocumentedTables {
  readonly #page: string;
  #text: string;
  readonly #seen = new Array<string>();

  constructor(page: string, text: string) {
    this.#page = page;
    this.#text = text;
  }

  /** @param page Its name below docs: `faults.md`. */
  static async open(page: string): Promise<DocumentedTables> {
    const text = await (await fetch(`/docs/${page}`, { cache: 'no-store' })).text();
    return new DocumentedTables(page, text);
  }

  /**
   * Demands that the document's table of this name says what was seen; a part of it where not all was run. Notes it where it is to be written.
   *
   * @param isWhole Whether the rows are all that there are, also in a run that takes samples.
   */
  check(name: string, head: Cells, rows: readonly Cells[], isWhole = runSettings.isWhole): void {
    const { isWriting } = runSettings;
    const written = this.#find(name);
    const table = formatTable(name, head, rows);
    if (isWhole) this.#seen.push(table);
    if (isWriting) this.#text = this.#text.replace(written, () => table);
    else if (isWhole) expect(table, HELP).to.equal(written);
    else expect(written.split('\n'), HELP).to.include.members(rows.map(formatCells));
  }

  /** The same for a table whose lines each stand for all names, written as code, that come to the same. */
  checkByName(name: string, head: Cells, rows: readonly Cells[]): void {
    if (runSettings.isWhole) return this.check(name, head, joinNames(rows));
    const lines = this.#find(name).split('\n');
    for (const [first = '', ...rest] of rows) {
      const written = lines.find((line) => readNames(line).includes(first)) ?? lines.find((line) => readNames(line).includes(OTHERS));
      expect(written ?? '', `${HELP}: ${first}`).to.match(/^\|/);
      expect((written ?? '').endsWith(formatEnd(rest)), `${HELP}: ${first}${formatEnd(rest)}`).to.equal(true);
    }
  }

  /** Writes the document where that is wanted. */
  async save(): Promise<void> {
    if (runSettings.isWhole && /Chrome/.test(navigator.userAgent)) console.log(this.#seen.join('\n\n'));
    if (runSettings.isWriting) await fetch(`/__model/docs/${this.#page}`, { method: 'POST', body: this.#text });
  }

  #find(name: string): string {
    return new RegExp(`<!-- matrix ${name} -->[^]*?<!-- /matrix -->`).exec(this.#text)?.[0] ?? `no table of ${name}`;
  }
}

/** One line for all rows that differ in their first cell alone, where the first of them stands. */
function joinNames(rows: readonly Cells[]): Cells[] {
  const names = new Map<string, string[]>();
  const lines = new Map<string, Cells>();
  for (const [first = '', ...rest] of rows) {
    const key = formatEnd(rest);
    names.set(key, [...(names.get(key) ?? []), first]);
    lines.set(key, rest);
  }
  const format = (all: readonly string[]): string => (all.length > MOST_NAMES ? OTHERS : all.join(BETWEEN_NAMES));
  return Array.from(lines, ([key, rest]) => [format(names.get(key) ?? []), ...rest]);
}

/** The names in the first cell of a line. */
function readNames(line: string): string[] {
  return (line.split('|')[1] ?? '').trim().split(BETWEEN_NAMES);
}

/** All cells of a line but the first. */
function formatEnd(cells: Cells): string {
  return ` | ${cells.join(' | ')} |`;
}

function formatCells(cells: Cells): string {
  return `| ${cells.join(' | ')} |`;
}

/** A table of the document, between its two marks. */
function formatTable(name: string, head: Cells, rows: readonly Cells[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map(formatCells);
  return `<!-- matrix ${name} -->\n<!-- prettier-ignore-start -->\n\n${lines.join('\n')}\n\n<!-- prettier-ignore-end -->\n<!-- /matrix -->`;
}
