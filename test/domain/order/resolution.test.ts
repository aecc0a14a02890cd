import { expect } from '@open-wc/testing';
import { parseResolution } from '../../../src/domain/order/resolution.js';

describe('parseResolution', () => {
  it("reads the shop's answer, and nothing of it that has another type", () => {
    expect(parseResolution({ status: 'not-charged', identifier: 'x' })).to.deep.equal({ status: 'not-charged' });
    expect(parseResolution({ status: 'charged', identifier: 'tx-1', message: 'ok' })).to.deep.equal({
      status: 'charged',
      identifier: 'tx-1',
      message: 'ok',
    });
    expect(parseResolution({ status: 'charged', identifier: 7, message: {} })).to.deep.equal({ status: 'charged' });
  });

  it('takes everything else for unknown', () => {
    for (const answer of [undefined, null, 'charged', 7, [], {}, { status: 'unknown' }, { status: 'CHARGED' }, { status: true }])
      expect(parseResolution(answer)).to.deep.equal({ status: 'unknown' });
  });
});
