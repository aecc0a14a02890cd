// A slow network: each part that loads late comes when the test says so, by its name, and all of them after `let-parts-come`.
globalThis.parts = new Map();
const mayCome = new Promise((resolve) => addEventListener('let-parts-come', resolve, { once: true }));
globalThis.holdPart = (name) => Promise.race([mayCome, new Promise((resolve) => globalThis.parts.set(name, resolve))]);
// The time limit of a part is for shoppers: none passes while a test keeps parts back.
const start = setTimeout;
globalThis.setTimeout = (work, delayMs) => (/\bwithTimeLimit\b/.test(new Error('callers').stack) ? 0 : start(work, delayMs));
