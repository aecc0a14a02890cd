import type { Ledger } from '../ledger.js';
import { createLocalNews } from '../local-news.js';
import type { SqlDatabase } from '../sql-database.js';

/** The channel of `NOTIFY`; its payload is the identifier of a Pix charge. */
const CHANNEL = 'balcao_pix';

/** Announcements, and the one `LISTEN` of this process, which begins with the first who subscribes. */
export interface SqlNews extends Pick<Ledger, 'announce' | 'subscribe'> {
  close(): Promise<void>;
}

/** The part of a ledger in SQL that tells every instance of a change. */
export function createSqlNews(database: SqlDatabase): SqlNews {
  const local = createLocalNews();
  let listening: Promise<() => Promise<void>> | undefined;

  const listen = (): void => {
    if (listening || !database.listen) return;
    const attempt = database.listen(CHANNEL, (chargeId) => local.publish(chargeId));
    listening = attempt;
    // Whoever subscribes next tries again.
    attempt.catch(() => {
      if (listening === attempt) listening = undefined;
    });
  };

  return {
    async announce(chargeId) {
      if (database.listen) await database.query('SELECT pg_notify($1, $2)', [CHANNEL, chargeId]);
      else local.publish(chargeId);
    },
    subscribe(chargeId, changed) {
      const unsubscribe = local.subscribe(chargeId, changed);
      listen();
      return unsubscribe;
    },
    async close() {
      const ending = listening;
      listening = undefined;
      local.clear();
      const stop = await ending?.catch(() => undefined);
      await stop?.();
    },
  };
}
