// A browser without IndexedDB, as some are in private windows. `warned` lists what is warned of for that.
Object.defineProperty(window, 'indexedDB', { value: undefined });
window.warned = [];
console.warn = (text) => window.warned.push(text);
