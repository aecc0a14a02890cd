import { MemoryLedger } from '../../../src/flow/ledger/memory-ledger.js';
import { describeLedger } from '../support/ledger-suite.js';

describeLedger('MemoryLedger', () => new MemoryLedger());
