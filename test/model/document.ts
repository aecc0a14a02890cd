import { expect } from '@open-wc/testing';

const DOCUMENT = '/docs/reliability.md';
const HELP = 'run: node scripts/reliability.mjs';

/** What the environment asks of the tests of this folder. */
interface ModelSettings {
  isWhole: boolean;
  isWriting: boolean;
}

/** A line of a table. */
export type Cells = readonly string[];

/** The tables of docs/reliability.md: compared with what was seen, or written from it. */
export class ReliabilityDocument {
  readonly settings: ModelSettings;
  #text: string;
  readonly #seen = new Array<string>();

  constructor(text: string, settings: ModelSettings) {
    this.#text = text;
    this.settings = settings;
  }

  static async open(): Promise<ReliabilityDocument> {
    const text = await (await fetch(DOCUMENT, { cache: 'no-store' })).text();
    return new ReliabilityDocument(text, await (await fetch('/__model/settings.json')).json());
  }

  /** Demands that the document's table of this name says what was seen; a part of it where not all was run. Notes it where it is to be written. */
  check(name: string, head: Cells, rows: readonly Cells[]): void {
    const { isWhole, isWriting } = this.settings;
    const written = this.#find(name);
    const table = formatTable(name, head, rows);
    if (isWhole) this.#seen.push(table);
    if (isWriting) this.#text = this.#text.replace(written, () => table);
    else if (isWhole) expect(table, HELP).to.equal(written);
    else expect(written.split('\n'), HELP).to.include.members(rows.map(formatCells));
  }

  /** Writes the document where that is wanted. */
  async save(): Promise<void> {
    if (this.settings.isWhole && /Chrome/.test(navigator.userAgent)) console.log(this.#seen.join('\n\n'));
    if (this.settings.isWriting) await fetch('/__model/reliability', { method: 'POST', body: this.#text });
  }

  #find(name: string): string {
    return new RegExp(`<!-- matrix ${name} -->[^]*?<!-- /matrix -->`).exec(this.#text)?.[0] ?? `no table of ${name}`;
  }
}

function formatCells(cells: Cells): string {
  return `| ${cells.join(' | ')} |`;
}

/** A table of the document, between its two marks. */
function formatTable(name: string, head: Cells, rows: readonly Cells[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map(formatCells);
  return `<!-- matrix ${name} -->\n<!-- prettier-ignore-start -->\n\n${lines.join('\n')}\n\n<!-- prettier-ignore-end -->\n<!-- /matrix -->`;
}
