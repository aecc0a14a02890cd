import { MemoryJournal } from '../../../src/flow/ledger/memory-journal.js';
import { runJournalSuite } from '../support/journal-suite.js';

runJournalSuite('MemoryJournal', (clock) => new MemoryJournal(clock));
