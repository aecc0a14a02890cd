// A browser without IndexedDB, as some are in private windows.
Object.defineProperty(window, 'indexedDB', { value: undefined });
