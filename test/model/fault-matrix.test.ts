import { expect } from '@open-wc/testing';
import { faultKinds, isFaultName } from '../../src/sandbox/faults/faults.js';
import { OPERATIONS, mayCharge, runOperation, type MatrixOperation } from './fault-matrix.js';
import type { MatrixRow } from './matrix-row.js';

const DOCUMENT = '/docs/reliability.md';
const operations = Object.keys(OPERATIONS) as MatrixOperation[];

/** A table of the document, between its two marks. */
function formatTable(operation: MatrixOperation, rows: readonly MatrixRow[]): string {
  const about = (fault: string): string => (isFaultName(fault) ? faultKinds[fault].about.replaceAll('|', '\\|') : '');
  const hasAbout = operation === 'processPayment' || operation === 'generatePixQrCode';
  const lines = rows.map(({ fault, outcome, charges, told }) => [
    `\`${fault}\``,
    ...(hasAbout ? [about(fault)] : []),
    outcome,
    String(charges),
    told,
  ]);
  const head = ['fault', ...(hasAbout ? ['what the service does'] : []), 'outcome', 'charges', 'the shopper reads'];
  const table = [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return `<!-- matrix ${operation} -->\n<!-- prettier-ignore-start -->\n\n${table}\n\n<!-- prettier-ignore-end -->\n<!-- /matrix -->`;
}

function findTable(document: string, operation: MatrixOperation): string {
  return new RegExp(`<!-- matrix ${operation} -->[^]*?<!-- /matrix -->`).exec(document)?.[0] ?? `no table of ${operation}`;
}

describe('every operation under every fault', () => {
  const tables = new Map<MatrixOperation, string>();
  let document = '';
  let isWriting = false;

  before(async () => {
    document = await (await fetch(DOCUMENT, { cache: 'no-store' })).text();
    ({ isWriting } = await (await fetch('/__model/settings.json')).json());
  });

  for (const operation of operations) {
    it(`does with ${operation} what docs/reliability.md says`, async function () {
      this.timeout(120_000);
      const rows = await runOperation(operation);
      tables.set(operation, formatTable(operation, rows));
      for (const { fault, outcome, charges } of rows) {
        const isPaying = operation === 'processPayment' && isFaultName(fault);
        if (isPaying && !mayCharge(fault) && fault !== '401') expect(charges, fault).to.equal(0);
        if (isPaying && faultKinds[fault].charges) expect(charges, fault).to.equal(1);
        if (charges > 0) expect(outcome, fault).not.to.match(/failed|declined/);
        if (outcome === 'approved') expect(charges, fault).to.equal(1);
      }
      if (!isWriting) expect(tables.get(operation), 'run: node scripts/reliability.mjs').to.equal(findTable(document, operation));
    });
  }

  after(async () => {
    if (/Chrome/.test(navigator.userAgent)) console.log([...tables.values()].join('\n\n'));
    if (!isWriting) return;
    let written = document;
    for (const [operation, table] of tables) written = written.replace(findTable(document, operation), () => table);
    await fetch('/__model/reliability', { method: 'POST', body: written });
  });
});
