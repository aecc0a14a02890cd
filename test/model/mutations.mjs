import { applyEdits } from './apply-edits.mjs';

/**
 * Ways to break the guard on purpose that only real tabs can notice: the model test must notice each. `BALCAO_MUTATION=name` has the frames
 * of test/model built so. Each edit is a text of the source and what stands there instead; an edit that finds nothing fails the build.
 */
export const MUTATIONS = {
  'no-cross-tab': {
    about: 'all cross-tab protection removed: no locks, no channel, and a ledger that each tab has alone',
    expected: /charged \d times/,
    edits: [
      ['src/controllers/order/page-guards.ts', 'new IndexedDbLedger()', 'new IndexedDbLedger(`balcao-ledger-${window.name}`)'],
      ['src/controllers/order/page-guards.ts', '...(navigator.locks && { locks: navigator.locks }),', ''],
      ['src/controllers/order/page-guards.ts', 'openChannel: () => new BroadcastChannel(CHANNEL),', ''],
    ],
  },
  'no-ledger': {
    about: 'the ledger removed: payments are kept in the memory of the page alone',
    expected: /charged \d times/,
    edits: [
      ['src/controllers/order/page-guards.ts', 'shared: new IndexedDbLedger()', 'shared: new MemoryLedger()'],
      [
        'src/controllers/order/page-guards.ts',
        'import { systemClock }',
        "import { MemoryLedger } from '../../flow/ledger/memory-ledger.js';\nimport { systemClock }",
      ],
    ],
  },
  'double-401': {
    about: 'the 401 rule doubled: two new tokens and two more sends',
    expected: /sent 3 times/,
    edits: [
      [
        'src/client/cards/charge.ts',
        /return await (requestCharge\(service, call, )renewed(.*)\);/,
        `const second = await $1renewed$2);
    if (second.status !== 'failed' || second.error.code !== 'unauthorized') return second;
    return await $1await service.getToken(call, options, renewed)$2);`,
      ],
    ],
  },
  'resend-after-401': {
    about: 'the 401 rule doubled the other way: the charge is sent twice with the new token',
    expected: /charged \d times|sent 3 times/,
    edits: [
      [
        'src/client/cards/charge.ts',
        /return await (requestCharge\(service, call, renewed.*\));/,
        `await $1;
    return await $1;`,
      ],
    ],
  },
};

/** A plugin that applies a mutation; none without a name. */
export function mutationPlugin(name) {
  if (!name) return [];
  const mutation = MUTATIONS[name];
  if (!mutation) throw new Error(`BALCAO_MUTATION=${name}: there are ${Object.keys(MUTATIONS).join(', ')}.`);
  const left = new Set(mutation.edits.map(([file]) => file));
  return [
    {
      name: 'mutation',
      enforce: 'pre',
      transform(code, id) {
        const file = mutation.edits.map(([edited]) => edited).find((edited) => id.endsWith(edited));
        if (file === undefined) return undefined;
        left.delete(file);
        return { code: applyEdits(name, file, code, mutation.edits), map: null };
      },
      buildEnd(error) {
        if (!error && left.size > 0) throw new Error(`The mutation ${name} met none of: ${[...left].join(', ')}`);
      },
    },
  ];
}
