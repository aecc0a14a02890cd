import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { WorkQueue } from '../../../src/server/orders/work-queue.ts';
import { until } from '../support/until.mjs';

describe('a queue of work', () => {
  /**
   * A queue whose claims give the items in their order, and fail with each error among them.
   *
   * @param {(string | Error)[]} items
   * @param {(item: string) => Promise<unknown>} work
   */
  const createQueue = (items, work) =>
    new WorkQueue({
      claim: async () => {
        const item = items.shift();
        if (item instanceof Error) throw item;
        return item === undefined ? [] : [item];
      },
      work,
      most: 2,
      ping: async () => {},
    });

  it('rejects once the others are through if a claim fails, and leaves no rejection to the process', async (t) => {
    /** @type {unknown[]} */
    const unhandled = [];
    const listen = (error) => void unhandled.push(error);
    process.on('unhandledRejection', listen);
    t.after(() => process.off('unhandledRejection', listen));
    let finish = () => {};
    const items = ['slow', new Error('database')];
    const queue = createQueue(items, () => new Promise((resolve) => (finish = () => resolve(undefined))));
    const run = queue.run();
    await until(() => items.length === 0);
    // Node looks for rejections that nobody handles after each turn.
    await new Promise(setImmediate);
    finish();
    await assert.rejects(run, /database/);
    assert.deepEqual(unhandled, []);
  });

  it('looks again for a call that comes after a failed claim, although the run has not ended', async () => {
    let finish = () => {};
    const done = [];
    const work = (item) =>
      item === 'slow' ? new Promise((resolve) => (finish = () => resolve(undefined))) : Promise.resolve(done.push(item));
    const items = ['slow', new Error('database'), 'next'];
    const queue = createQueue(items, work);
    const first = queue.run();
    await until(() => items.length === 1);
    const second = queue.run();
    finish();
    assert.deepEqual([await first, done], [await second, ['next']]);
    assert.equal((await second).done, 2);
  });

  it('looks for a call that comes in any moment in which a run ends', async () => {
    for (let turns = 0; turns < 20; turns += 1) {
      const done = [];
      const items = ['first'];
      const queue = createQueue(items, async (item) => void done.push(item));
      void queue.run();
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      items.push('second');
      void queue.run();
      await new Promise(setImmediate);
      assert.deepEqual(done, ['first', 'second'], `after ${turns} turns`);
    }
  });
});
