import { createKeyedMutex } from '../keyed-mutex.js';
import type { Ledger } from '../ledger.js';
import type { LedgerMemory } from './ledger-memory.js';

type ConnectionMethods = 'withConnection' | 'readConnection' | 'addSignIn' | 'consumeSignIn';

/** How long a connection that somebody works with is waited for, ms. */
const WAIT_MS = 30_000;

/** The part of a ledger in memory that has the connections with the service. */
export function createMemoryConnections({ connections, signIns }: LedgerMemory): Pick<Ledger, ConnectionMethods> {
  const mutex = createKeyedMutex();
  return {
    withConnection: (name, work) =>
      mutex(
        name,
        () =>
          work(structuredClone(connections.get(name)), async (next) => {
            connections.set(name, { ...next });
          }),
        WAIT_MS,
      ),
    async readConnection(name) {
      return structuredClone(connections.get(name));
    },
    async addSignIn(signIn) {
      signIns.set(signIn.key, { ...signIn });
    },
    async consumeSignIn(key, now) {
      const signIn = signIns.get(key);
      signIns.delete(key);
      return signIn && signIn.endsAt > now ? signIn : undefined;
    },
  };
}
