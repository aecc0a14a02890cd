import { expect } from '@open-wc/testing';
import { SharedOrMemory } from '../../../src/flow/ledger/shared-or-memory.js';
import { FakeClock } from '../../support/fake-clock.js';

describe('SharedOrMemory', () => {
  it('stays with memory for good where the shared one has refused a write', async () => {
    const clock = new FakeClock();
    let givenUpCount = 0;
    const stores = new SharedOrMemory<string>({ shared: 'shared', memory: 'memory', clock, onGivenUp: () => (givenUpCount += 1) });
    const learned: string[] = [];
    const run = (work: (store: string) => Promise<string>): Promise<string> => stores.run(work, (answer) => void learned.push(answer));
    const refuse = async (store: string): Promise<string> => {
      if (store === 'shared') throw new DOMException('The disk is full.', 'QuotaExceededError');
      return store;
    };
    expect(await run(refuse)).to.equal('memory');
    for (let count = 0; count < 3; count += 1) {
      expect(await run(async (store) => store)).to.equal('memory');
      await clock.advance(0);
      expect(stores.isMemoryOnly).to.equal(true);
    }
    expect(learned).to.deep.equal(['shared', 'shared', 'shared']);
    expect(givenUpCount).to.equal(1);
  });
});
