import { expect } from '@open-wc/testing';
import { faultKinds, isFaultName } from '../../src/sandbox/faults/faults.js';
import { OPERATIONS, mayCharge, runOperation, sampleFaults, type MatrixOperation } from './fault-matrix.js';
import type { MatrixRow } from './matrix-row.js';

const DOCUMENT = '/docs/reliability.md';
const HELP = 'run: node scripts/reliability.mjs';
const operations = Object.keys(OPERATIONS) as MatrixOperation[];

/** The operations whose table says what the service does. */
function hasAbout(operation: MatrixOperation): boolean {
  return operation === 'processPayment' || operation === 'generatePixQrCode';
}

function formatCells(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function formatRow(operation: MatrixOperation, { fault, outcome, charges, told }: MatrixRow): string {
  const about = isFaultName(fault) ? faultKinds[fault].about.replaceAll('|', '\\|') : '';
  return formatCells([`\`${fault}\``, ...(hasAbout(operation) ? [about] : []), outcome, String(charges), told]);
}

/** A table of the document, between its two marks. */
function formatTable(operation: MatrixOperation, rows: readonly MatrixRow[]): string {
  const head = ['fault', ...(hasAbout(operation) ? ['what the service does'] : []), 'outcome', 'charges', 'the shopper reads'];
  const lines = [formatCells(head), formatCells(head.map(() => '---')), ...rows.map((row) => formatRow(operation, row))];
  return `<!-- matrix ${operation} -->\n<!-- prettier-ignore-start -->\n\n${lines.join('\n')}\n\n<!-- prettier-ignore-end -->\n<!-- /matrix -->`;
}

function findTable(document: string, operation: MatrixOperation): string {
  return new RegExp(`<!-- matrix ${operation} -->[^]*?<!-- /matrix -->`).exec(document)?.[0] ?? `no table of ${operation}`;
}

describe('every operation under every fault', () => {
  const tables = new Map<MatrixOperation, string>();
  let document = '';
  let isWriting = false;
  let isWhole = false;

  before(async () => {
    document = await (await fetch(DOCUMENT, { cache: 'no-store' })).text();
    ({ isWriting, isWhole } = await (await fetch('/__model/settings.json')).json());
  });

  for (const operation of operations) {
    it(`does with ${operation} what docs/reliability.md says`, async function () {
      this.timeout(120_000);
      const rows = await runOperation(operation, isWhole ? undefined : sampleFaults(operation));
      for (const { fault, outcome, charges } of rows) {
        const isPaying = operation === 'processPayment' && isFaultName(fault);
        if (isPaying && !mayCharge(fault) && fault !== '401') expect(charges, fault).to.equal(0);
        if (isPaying && faultKinds[fault].charges) expect(charges, fault).to.equal(1);
        if (charges > 0) expect(outcome, fault).not.to.match(/failed|declined/);
        if (outcome === 'approved') expect(charges, fault).to.equal(1);
      }
      if (isWhole) tables.set(operation, formatTable(operation, rows));
      if (isWriting) return;
      const table = findTable(document, operation);
      if (isWhole) expect(tables.get(operation), HELP).to.equal(table);
      else expect(table.split('\n'), HELP).to.include.members(rows.map((row) => formatRow(operation, row)));
    });
  }

  after(async () => {
    if (isWhole && /Chrome/.test(navigator.userAgent)) console.log([...tables.values()].join('\n\n'));
    if (!isWriting) return;
    let written = document;
    for (const [operation, table] of tables) written = written.replace(findTable(document, operation), () => table);
    await fetch('/__model/reliability', { method: 'POST', body: written });
  });
});
