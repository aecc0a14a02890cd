import { fileURLToPath } from 'node:url';

const source = (path) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

/** Vite aliases that read the package's public entries from the source: for the demo and the tests, which use them as a merchant would. */
export const sourceEntries = [
  { find: /^balcao$/, replacement: source('index.ts') },
  { find: /^balcao\/define$/, replacement: source('define.ts') },
  { find: /^balcao\/elements\/(.+)\/define$/, replacement: source('elements/$1/define.ts') },
  { find: /^balcao\/(domain|client|server|sandbox)$/, replacement: source('$1/index.ts') },
];
