import { expect } from '@open-wc/testing';
import { parseRetryAfter } from '../../src/domain/retry-after.js';

const now = Date.parse('2025-01-01T00:00:00Z');

describe('parseRetryAfter', () => {
  const rows: [string | null, number | undefined][] = [
    ['0', 0],
    ['7', 7000],
    [' 7 ', 7000],
    ['121', 120_000],
    ['99999999999999999999', 120_000],
    ['Wed, 01 Jan 2025 00:00:30 GMT', 30_000],
    ['Wed, 01 Jan 2025 09:00:00 GMT', 120_000],
    ['Tue, 31 Dec 2024 00:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    [null, undefined],
  ];
  for (const [header, expected] of rows) {
    it(`reads ${JSON.stringify(header)} as ${expected}`, () => expect(parseRetryAfter(header, now)).to.equal(expected));
  }
});
