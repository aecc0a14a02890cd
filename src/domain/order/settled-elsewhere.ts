import type { Attempt } from './attempt.js';

/** Two views of an order, and what this page is charging in between. */
export interface AttemptViews {
  before: readonly Attempt[];
  after: readonly Attempt[];
  /** This page's attempt that has no answer yet: its answer speaks for itself. */
  sending: Attempt | undefined;
  /** This page's unconfirmed attempt whose request still runs: nobody else can know that it was not charged. */
  late: Attempt | undefined;
}

/** An attempt that somebody else has settled. */
export interface SettledElsewhere {
  attempt: Attempt;
  /** Whether it had been unconfirmed here. */
  late: boolean;
}

/** What others have settled between two views: every approval, and each end of an attempt that closed the order before. A paid Pix is told by who watches it. */
export function listSettledElsewhere({ before, after, sending, late }: AttemptViews): SettledElsewhere[] {
  return after.flatMap((attempt) => {
    const { attemptId, state, method } = attempt;
    const known = before.find((candidate) => candidate.attemptId === attemptId)?.state;
    if (method === 'pix' || state === known || state === 'open' || state === 'unconfirmed' || attemptId === sending?.attemptId) return [];
    const wasClosing = (known === 'open' || known === 'unconfirmed') && attemptId !== late?.attemptId;
    return state === 'approved' || wasClosing ? [{ attempt, late: known === 'unconfirmed' }] : [];
  });
}
