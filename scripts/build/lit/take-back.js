import { lent } from './lend.js';

// Other code asks whether there is a `document`, so it must not find one that is none.
for (const name of lent) delete globalThis[name];
