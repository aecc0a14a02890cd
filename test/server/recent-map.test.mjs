import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RecentMap } from '../../src/server/recent-map.ts';

describe('a map of the newest entries', () => {
  it('drops the oldest for one that is too many', () => {
    const map = new RecentMap(2);
    for (const key of ['a', 'b', 'c']) map.set(key, key);
    assert.deepEqual(
      ['a', 'b', 'c'].map((key) => map.get(key)),
      [undefined, 'b', 'c'],
    );
  });

  it('takes one that is set again for a new one', () => {
    const map = new RecentMap(2);
    for (const key of ['a', 'b', 'a', 'c']) map.set(key, key);
    assert.deepEqual(
      ['a', 'b', 'c'].map((key) => map.get(key)),
      ['a', undefined, 'c'],
    );
  });
});
