import { MemoryPixJournal } from '../../../src/flow/ledger/pix-journal.js';
import { runPixJournalSuite } from '../support/pix-journal-suite.js';

runPixJournalSuite('MemoryPixJournal', () => new MemoryPixJournal());
