/**
 * Ways to break the guard on purpose: the model test must notice each. `BALCAO_MUTATION=name` has the frames of test/model built so.
 * Each edit is a text of the source and what stands there instead; an edit that finds nothing fails the build.
 */
export const MUTATIONS = {
  'no-cross-tab': {
    about: 'all cross-tab protection removed: no locks, no channel, and a journal that each tab has alone',
    expected: /charged \d times/,
    edits: [
      [
        'src/controllers/payment/page-guards.ts',
        'new IndexedDbJournal(systemClock)',
        'new IndexedDbJournal(systemClock, `balcao-orders-${window.name}`)',
      ],
      ['src/controllers/payment/page-guards.ts', '...(navigator.locks && { locks: navigator.locks }),', ''],
      ['src/controllers/payment/page-guards.ts', 'openChannel: () => new BroadcastChannel(CHANNEL),', ''],
    ],
  },
  'no-journal': {
    about: 'the journal removed: attempts are kept in the memory of the page alone',
    expected: /charged \d times/,
    edits: [
      ['src/controllers/payment/page-guards.ts', 'shared: new IndexedDbJournal(systemClock)', 'shared: new MemoryJournal(systemClock)'],
      [
        'src/controllers/payment/page-guards.ts',
        'import { systemClock }',
        "import { MemoryJournal } from '../../flow/ledger/memory-journal.js';\nimport { systemClock }",
      ],
    ],
  },
  'double-401': {
    about: 'the 401 rule doubled: two new tokens and two more sends',
    expected: /sent 3 times/,
    edits: [
      [
        'src/client/cards/charge.ts',
        'return await sendCharge(service, call, renewed, options.signal);',
        `const second = await sendCharge(service, call, renewed, options.signal);
    if (second.status !== 'failed' || second.error.code !== 'unauthorized') return second;
    return await sendCharge(service, call, await service.getToken(call, options, renewed), options.signal);`,
      ],
    ],
  },
  'resend-after-401': {
    about: 'the 401 rule doubled the other way: the charge is sent twice with the new token',
    expected: /charged \d times|sent 3 times/,
    edits: [
      [
        'src/client/cards/charge.ts',
        'return await sendCharge(service, call, renewed, options.signal);',
        `await sendCharge(service, call, renewed, options.signal);
    return await sendCharge(service, call, renewed, options.signal);`,
      ],
    ],
  },
};

/** A plugin that applies a mutation; none without a name. */
export function mutationPlugin(name) {
  if (!name) return [];
  const mutation = MUTATIONS[name];
  if (!mutation) throw new Error(`BALCAO_MUTATION=${name}: there are ${Object.keys(MUTATIONS).join(', ')}.`);
  const left = new Set(mutation.edits);
  return [
    {
      name: 'mutation',
      enforce: 'pre',
      transform(code, id) {
        let mutated = code;
        for (const edit of mutation.edits) {
          const [file, from, to] = edit;
          if (!id.endsWith(file)) continue;
          if (!mutated.includes(from)) throw new Error(`The mutation ${name} finds nothing to change in ${file}: ${from}`);
          mutated = mutated.replace(from, () => to);
          left.delete(edit);
        }
        return mutated === code ? undefined : { code: mutated, map: null };
      },
      buildEnd(error) {
        if (!error && left.size > 0) throw new Error(`The mutation ${name} met none of: ${[...left].map(([file]) => file).join(', ')}`);
      },
    },
  ];
}
