import { createPartLoader } from '../controllers/page/part-loader.js';
import type { SavedCard } from '../domain/card/saved-card.js';
import type { CardStore } from '../domain/card/card-store.js';
import type { IndexedDbCardStoreOptions } from '../flow/card-stores/indexed-db-card-store.js';

const loadHttpStore = createPartLoader(() => import('../client/shop/http-card-store.js'));
const loadIndexedDbStore = createPartLoader(() => import('../flow/card-stores/indexed-db-card-store.js'));
const loadMemoryStore = createPartLoader(() => import('../flow/card-stores/memory-card-store.js'));

/** A store at the shop's own endpoint; see `httpCardStore` of the package. Its code is asked for at once: a list of cards will wait for it. */
export function createLazyHttpCardStore(url: string): CardStore {
  return createLazyStore(loadHttpStore, (code) => code.httpCardStore(url));
}

/** A store on this device; see `indexedDbCardStore` of the package. Its code is asked for at once. */
export function createLazyIndexedDbCardStore(options: IndexedDbCardStoreOptions): CardStore {
  return createLazyStore(loadIndexedDbStore, (code) => code.indexedDbCardStore(options));
}

/** A store that lives as long as the page; see `memoryCardStore` of the package. Its code is asked for at once. */
export function createLazyMemoryCardStore(cards: readonly SavedCard[] = []): CardStore {
  return createLazyStore(loadMemoryStore, (code) => code.memoryCardStore(cards));
}

function createLazyStore<Code>(load: () => Promise<Code>, create: (code: Code) => CardStore): CardStore {
  let store: CardStore | undefined;
  const open = async (): Promise<CardStore> => {
    const code = await load();
    return (store ??= create(code));
  };
  // Where it does not come, the first use asks again, and says so.
  open().catch(() => undefined);
  return {
    list: async () => (await open()).list(),
    add: async (card) => (await open()).add(card),
    remove: async (cardId) => (await open()).remove(cardId),
    subscribe(changed) {
      const subscribing = open().then(
        (opened) => opened.subscribe?.(changed),
        () => undefined,
      );
      return () => void subscribing.then((unsubscribe) => unsubscribe?.());
    },
  };
}
