import { MemoryJournal } from '../../src/flow/memory-journal.js';
import { runJournalSuite } from './support/journal-suite.js';

runJournalSuite('MemoryJournal', (clock) => new MemoryJournal(clock));
