import { expect } from '@open-wc/testing';
import { createAttemptId } from '../../../src/flow/order/attempt-id.js';

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('createAttemptId', () => {
  it('is a random UUID', () => {
    expect(createAttemptId()).to.match(UUID_V4);
    expect(createAttemptId()).not.to.equal(createAttemptId());
  });

  it('is one too where randomUUID is missing, as in an insecure context', () => {
    const source: Pick<Crypto, 'getRandomValues'> = { getRandomValues: (array) => crypto.getRandomValues(array) };
    expect(createAttemptId(source)).to.match(UUID_V4);
    expect(createAttemptId(source)).not.to.equal(createAttemptId(source));
  });
});
