import type { SavedCard } from './domain/card/saved-card.js';
import type { CardStore } from './flow/card-store.js';
import type { IndexedDbCardStoreOptions } from './flow/indexed-db-card-store.js';

/** A store at the shop's own endpoint; see `httpCardStore` of the package. Its code is loaded with its first use. */
export function httpCardStore(url: string): CardStore {
  return createLazyStore(async () => (await import('./client/http-card-store.js')).httpCardStore(url));
}

/** A store on this device; see `indexedDbCardStore` of the package. Its code is loaded with its first use. */
export function indexedDbCardStore(options: IndexedDbCardStoreOptions): CardStore {
  return createLazyStore(async () => (await import('./flow/indexed-db-card-store.js')).indexedDbCardStore(options));
}

/** A store that lives as long as the page; see `memoryCardStore` of the package. Its code is loaded with its first use. */
export function memoryCardStore(cards: readonly SavedCard[] = []): CardStore {
  return createLazyStore(async () => (await import('./flow/memory-card-store.js')).memoryCardStore(cards));
}

function createLazyStore(load: () => Promise<CardStore>): CardStore {
  let loading: Promise<CardStore> | undefined;
  const open = (): Promise<CardStore> => (loading ??= load());
  return {
    list: async () => (await open()).list(),
    add: async (card) => (await open()).add(card),
    remove: async (cardId) => (await open()).remove(cardId),
    subscribe(changed) {
      let isWanted = true;
      let stop: (() => void) | undefined;
      open().then(
        (store) => {
          if (isWanted) stop = store.subscribe?.(changed);
        },
        () => undefined,
      );
      return () => {
        isWanted = false;
        stop?.();
      };
    },
  };
}
