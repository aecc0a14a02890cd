// A slow network: each part that loads late comes when the test says so, by its name, and all of them after `let-parts-come`.
globalThis.parts = new Map();
const mayCome = new Promise((resolve) => addEventListener('let-parts-come', resolve, { once: true }));
globalThis.holdPart = (name) => Promise.race([mayCome, new Promise((resolve) => globalThis.parts.set(name, resolve))]);
