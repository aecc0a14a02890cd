import { createPartLoader } from '../controllers/page/part-loader.js';
import type { SavedCard } from '../domain/card/saved-card.js';
import type { CardStore } from '../domain/card/card-store.js';
import type { IndexedDbCardStoreOptions } from '../flow/card-stores/indexed-db-card-store.js';

const loadHttpStore = createPartLoader(() => import('../client/shop/http-card-store.js'));
const loadIndexedDbStore = createPartLoader(() => import('../flow/card-stores/indexed-db-card-store.js'));
const loadMemoryStore = createPartLoader(() => import('../flow/card-stores/memory-card-store.js'));

/**
 * Creates a store at the shop's own endpoint; see `httpCardStore` of the package. Its code is loaded at once, because a list of cards waits
 * for it.
 */
export function createLazyHttpCardStore(url: string): CardStore {
  return createLazyStore(loadHttpStore, (code) => code.httpCardStore(url));
}

/** Creates a store on this device; see `indexedDbCardStore` of the package. Its code is loaded at once. */
export function createLazyIndexedDbCardStore(options: IndexedDbCardStoreOptions): CardStore {
  return createLazyStore(loadIndexedDbStore, (code) => code.indexedDbCardStore(options));
}

/** Creates a store that lives as long as the page; see `memoryCardStore` of the package. Its code is loaded at once. */
export function createLazyMemoryCardStore(cards: readonly SavedCard[] = []): CardStore {
  return createLazyStore(loadMemoryStore, (code) => code.memoryCardStore(cards));
}

/** Creates a store that waits for its code at each call. */
function createLazyStore<Code>(load: () => Promise<Code>, create: (code: Code) => CardStore): CardStore {
  let store: CardStore | undefined;
  const open = async (): Promise<CardStore> => {
    const code = await load();
    return (store ??= create(code));
  };
  // If the code does not load, the first use retries, and rejects if that fails too.
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
