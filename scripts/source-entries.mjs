import { fileURLToPath } from 'node:url';

const source = (path) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

/**
 * The Vite aliases of the package's public entries, which lead to the source. The demo and the tests import the entries as a merchant does.
 */
export const sourceEntries = [
  { find: /^balcao$/, replacement: source('index.ts') },
  { find: /^balcao\/define$/, replacement: source('define.ts') },
  { find: /^balcao\/elements\/(.+)\/define$/, replacement: source('elements/$1/define.ts') },
  { find: /^balcao\/(domain|client|server|sandbox|react)$/, replacement: source('$1/index.ts') },
  { find: /^balcao\/server\/(postgres|pglite|oauth)$/, replacement: source('server/$1.ts') },
];
