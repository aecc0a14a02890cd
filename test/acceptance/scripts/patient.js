// Time limits are for shoppers: a busy machine reaches none of them here. They are whole seconds.
const start = setTimeout;
globalThis.setTimeout = (work, delayMs) => start(work, delayMs > 0 && delayMs % 1000 === 0 ? delayMs * 100 : delayMs);
