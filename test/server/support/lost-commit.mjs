/**
 * A ledger whose first change is committed, but the answer to its `COMMIT` is lost.
 *
 * @template {import('../../../src/server/index.ts').Ledger} Known
 * @param {Known} ledger
 * @returns {Known}
 */
export function loseFirstCommit(ledger) {
  let isLost = true;
  return {
    ...ledger,
    change: async (...args) => {
      const result = await ledger.change(...args);
      if (!isLost) return result;
      isLost = false;
      throw new Error('connection lost');
    },
  };
}
