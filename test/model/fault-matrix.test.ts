import { expect } from '@open-wc/testing';
import { faultKinds, isFaultName } from '../../src/sandbox/faults/faults.js';
import { ReliabilityDocument, type Cells } from './document.js';
import { OPERATIONS, mayCharge, runOperation, sampleFaults, type MatrixOperation } from './fault-matrix.js';
import type { MatrixRow } from './matrix-row.js';

const operations = Object.keys(OPERATIONS) as MatrixOperation[];

/** The operations whose table says what the service does. */
function hasAbout(operation: MatrixOperation): boolean {
  return operation === 'processPayment' || operation === 'generatePixQrCode';
}

function listCells(operation: MatrixOperation, { fault, outcome, charges, told }: MatrixRow): Cells {
  const about = isFaultName(fault) ? faultKinds[fault].about.replaceAll('|', '\\|') : '';
  return [`\`${fault}\``, ...(hasAbout(operation) ? [about] : []), outcome, String(charges), told];
}

describe('every operation under every fault', () => {
  let document: ReliabilityDocument;

  before(async () => {
    document = await ReliabilityDocument.open();
  });

  for (const operation of operations) {
    it(`does with ${operation} what docs/reliability.md says`, async function () {
      this.timeout(120_000);
      const rows = await runOperation(operation, document.settings.isWhole ? undefined : sampleFaults(operation));
      for (const { fault, outcome, charges } of rows) {
        const isPaying = operation === 'processPayment' && isFaultName(fault);
        if (isPaying && !mayCharge(fault) && fault !== '401') expect(charges, fault).to.equal(0);
        if (isPaying && faultKinds[fault].charges) expect(charges, fault).to.equal(1);
        if (charges > 0) expect(outcome, fault).not.to.match(/failed|declined/);
        if (outcome === 'approved') expect(charges, fault).to.equal(1);
      }
      const head = ['fault', ...(hasAbout(operation) ? ['what the service does'] : []), 'outcome', 'charges', 'the shopper reads'];
      document.check(
        operation,
        head,
        rows.map((row) => listCells(operation, row)),
      );
    });
  }

  after(() => document.save());
});
