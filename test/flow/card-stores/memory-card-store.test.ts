import { expect } from '@open-wc/testing';
import { memoryCardStore } from '../../../src/flow/card-stores/memory-card-store.js';
import { createCard, describeCardStore } from '../support/card-store-suite.js';

describe('memoryCardStore', () => {
  describeCardStore(() => memoryCardStore());

  it('begins with the cards that it is given', async () => {
    expect(await memoryCardStore([createCard('a')]).list()).to.deep.equal([createCard('a')]);
  });
});
