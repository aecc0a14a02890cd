import type { LocalAnnouncements } from '../local-announcements.js';
import type { SqlDatabase } from '../sql-database.js';
import { getText } from './rows.js';

/** Selects what a page is told of some Pix charges and boletos. A payment of their orders by another method is a change too, which does not matter. */
const STATES = `SELECT c.charge_id, concat_ws(' ', c.status, string_agg(concat_ws(' ', p.kind, p.amount_cents), ',' ORDER BY p.seq)) AS state
FROM balcao_pix c LEFT JOIN balcao_payments p ON p.order_id = c.order_id
WHERE c.charge_id = ANY($1::text[]) GROUP BY c.charge_id`;

/**
 * Creates regular questions about the Pix charges that have subscribers, in one statement for all of them. A charge that has changed is
 * announced within this process. A notice of `LISTEN` comes sooner, but it may never come: a pooler that shares connections between
 * transactions (PgBouncer) loses it without an error.
 */
export function createChargeQuestions(database: SqlDatabase, announcements: LocalAnnouncements, everyMs: number) {
  let timer: ReturnType<typeof setInterval> | undefined;
  let asking: Promise<void> | undefined;
  let states = new Map<string, string>();

  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
    states = new Map();
  };

  const ask = async (): Promise<void> => {
    const charges = announcements.listCharges();
    if (charges.length === 0) return stop();
    const rows = await database.query(STATES, [charges]);
    const before = states;
    states = new Map(rows.map((row) => [getText(row, 'charge_id'), getText(row, 'state')]));
    // A charge without an earlier answer is announced too: it may have changed after its subscriber read it.
    for (const [chargeId, state] of states) if (before.get(chargeId) !== state) announcements.publish(chargeId);
  };

  return {
    /** Begins to ask. The questions end when nobody is subscribed any more. */
    start(): void {
      // After an error the next question comes soon.
      timer ??= setInterval(() => {
        asking ??= ask()
          .catch(() => undefined)
          .finally(() => (asking = undefined));
      }, everyMs);
      // In Node, the timer must not keep a process alive that has nothing else to do.
      if (typeof timer === 'object' && 'unref' in timer) timer.unref();
    },
    stop,
  };
}
