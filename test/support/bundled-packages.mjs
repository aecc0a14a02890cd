import { readFileSync } from 'node:fs';

/** Every module of Lit: one that is left out would bring a second Lit with it. */
function listLitModules() {
  const { exports } = JSON.parse(readFileSync('node_modules/lit/package.json', 'utf8'));
  const names = Object.keys(exports).filter((name) => !name.includes('polyfill') && !name.includes('private'));
  return names.map((name) => name.replace(/^\./, 'lit'));
}

/**
 * How Vite bundles what tests and sources import from packages. The CommonJS ones must be bundled; the others load faster as one file. All
 * of them are named and none discovered: a dependency found in the middle of a run would be optimised anew and reload the page.
 */
export const bundledForTests = {
  noDiscovery: true,
  include: [
    '@open-wc/testing',
    'axe-core',
    'fast-check',
    'idb',
    'jsqr',
    'ky',
    ...listLitModules(),
    'qrcode/lib/core/qrcode.js',
    'zod/mini',
  ],
  exclude: ['@web/test-runner-commands'],
};
