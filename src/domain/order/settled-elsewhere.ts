import type { Attempt } from './attempt.js';

/** An order's attempts before and after a reading, and what this page is charging meanwhile. */
export interface AttemptViews {
  before: readonly Attempt[];
  after: readonly Attempt[];
  /** This page's attempt that has no answer yet: its own answer will report it. */
  sending: Attempt | undefined;
  /** This page's unconfirmed attempt whose request still runs: no other tab can know that it was not charged. */
  late: Attempt | undefined;
}

/** An attempt that another tab, or the shop, has settled. */
export interface SettledElsewhere {
  attempt: Attempt;
  /** Whether it had been unconfirmed here. */
  late: boolean;
}

/** What others have settled between two readings: every approval, and each end of an attempt that blocked the order before. Not a paid Pix, which its watcher reports. */
export function listSettledElsewhere({ before, after, sending, late }: AttemptViews): SettledElsewhere[] {
  return after.flatMap((attempt) => {
    const { attemptId, state, method } = attempt;
    const known = before.find((candidate) => candidate.attemptId === attemptId)?.state;
    if (method === 'pix' || state === known || state === 'open' || state === 'unconfirmed' || attemptId === sending?.attemptId) return [];
    const wasClosing = (known === 'open' || known === 'unconfirmed') && attemptId !== late?.attemptId;
    return state === 'approved' || wasClosing ? [{ attempt, late: known === 'unconfirmed' }] : [];
  });
}
