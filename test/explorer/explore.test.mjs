import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { explore } from './explore.ts';
import { hashState, writeState } from './hash-state.ts';
import { PAGE_INVARIANTS } from './page-invariants.ts';
import { createServerInvariants } from './server-invariants.ts';
import { createTabs } from './worlds.ts';

describe('the explorer', () => {
  /**
   * A counter that goes up by 1 or 2, up to 9.
   *
   * @param {import('./explore.ts').Invariant<{ at: number }>['judge']} [judge]
   */
  const createCounter = (judge = () => undefined, isOfState = false) => ({
    first: { at: 0 },
    list: ({ at }) => [1, 2].filter((step) => at + step <= 9).map((step) => ({ name: `+${step}`, next: { at: at + step } })),
    invariants: [{ sentence: 'a rule', isOfState, judge }],
  });

  it('sees every state once, every transition, and that there are no more', async () => {
    assert.deepEqual(await explore(createCounter(), { depth: 99 }), {
      ...{ states: 10, transitions: 17, depth: 6, isWhole: true, counterexamples: [] },
    });
  });

  it('looks once at states that the world calls the same', async () => {
    const { states, transitions } = await explore({ ...createCounter(), identify: ({ at }) => Math.min(at, 3) }, { depth: 99 });
    // 0, 1, 2, and 3 for all above it: only the first of these is gone on from.
    assert.deepEqual([states, transitions], [4, 8]);
  });

  it('takes two tabs that have changed places for the same, and no others', () => {
    const { first, identify } = createTabs({ cards: 1 });
    const [fresh] = first.tabs;
    const read = { ...fresh, isRead: true };
    const hash = (...tabs) => hashState(identify?.({ ...first, tabs }));
    assert.equal(hash(fresh, read), hash(read, fresh));
    assert.equal(new Set([hash(fresh, fresh), hash(fresh, read), hash(read, read)]).size, 3);
  });

  it('goes no further than its bound, and says so', async () => {
    const { states, depth, isWhole } = await explore(createCounter(), { depth: 2 });
    assert.deepEqual([states, depth, isWhole], [5, 2, false]);
  });

  for (const isOfState of [false, true]) {
    it(`finds a shortest way to what breaks a rule of ${isOfState ? 'states' : 'transitions'}`, async () => {
      const world = createCounter(({ at }) => (at === 7 ? 'it is 7' : undefined), isOfState);
      const [{ problem, trace }] = (await explore(world, { depth: 99 })).counterexamples;
      assert.deepEqual([problem, trace.length, trace.reduce((sum, step) => sum + Number(step), 0)], ['it is 7', 4, 7]);
    });
  }

  it('waits for a rule that takes its time', async () => {
    const world = createCounter(async ({ at }) => (at === 1 ? 'it is 1' : undefined));
    assert.deepEqual((await explore(world, { depth: 99 })).counterexamples[0].trace, ['+1']);
  });

  it('tells states apart by all they say, and not by the order of their fields', () => {
    assert.equal(hashState({ a: 1, b: [2, { c: 'x' }], d: undefined }), hashState({ b: [2, { c: 'x' }], a: 1 }));
    assert.notEqual(hashState({ a: 1 }), hashState({ a: '1' }));
    assert.notEqual(hashState([[1], 2]), hashState([1, [2]]));
    assert.equal(writeState({ b: null, a: [] }), '{a:[],b:null}');
  });
});

describe('the rules that are explored', () => {
  const text = readFileSync(new URL('../../docs/reliability.md', import.meta.url), 'utf8').replaceAll(/\s+/g, ' ');
  for (const { sentence } of [...PAGE_INVARIANTS, ...createServerInvariants({ hasRecords: true })]) {
    it(`stand in docs/reliability.md: ${sentence}`, () => {
      assert.ok(text.includes(sentence.replaceAll(/\s+/g, ' ')), sentence);
    });
  }
});
