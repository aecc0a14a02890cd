import { expect } from '@open-wc/testing';
import { faultKinds, isFaultName } from '../../src/sandbox/faults/faults.js';
import { runSettings } from '../support/run-settings.js';
import { DocumentedTables, type Cells } from './document.js';
import { OPERATIONS, mayCharge, runOperation, sampleFaults, type MatrixOperation } from './fault-matrix.js';
import type { MatrixRow } from './matrix-row.js';

const operations = Object.keys(OPERATIONS) as MatrixOperation[];

const HEAD = ['fault', 'outcome', 'charges', 'the shopper reads'];

function listCells({ fault, outcome, charges, told }: MatrixRow): Cells {
  return [`\`${fault}\``, outcome, String(charges), told];
}

describe('every operation under every fault', () => {
  let document: DocumentedTables;

  before(async () => {
    document = await DocumentedTables.open('faults.md');
  });

  it('are all said in docs/faults.md', () => {
    const rows = Object.entries(faultKinds).map(([name, { about }]) => [`\`${name}\``, about.replaceAll('|', '\\|')]);
    document.check('faults', ['fault', 'what the service does'], rows);
  });

  for (const operation of operations) {
    it(`does with ${operation} what docs/faults.md says`, async () => {
      const rows = await runOperation(operation, runSettings.isWhole ? undefined : sampleFaults(operation));
      for (const { fault, outcome, charges } of rows) {
        const isPaying = operation === 'processPayment' && isFaultName(fault);
        if (isPaying && !mayCharge(fault) && fault !== '401') expect(charges, fault).to.equal(0);
        if (isPaying && faultKinds[fault].charges) expect(charges, fault).to.equal(1);
        if (charges > 0) expect(outcome, fault).not.to.match(/failed|declined/);
        if (outcome === 'approved') expect(charges, fault).to.equal(1);
      }
      document.checkByName(operation, HEAD, rows.map(listCells));
    });
  }

  after(() => document.save());
});
