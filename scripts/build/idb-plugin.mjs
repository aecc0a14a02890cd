import { cut } from './cuts.mjs';

/** What of `idb` the one file that opens a database does not use. */
const UNUSED = [
  { what: 'shortcuts and iterators', from: "const readMethods = ['get'", to: 'export { deleteDB' },
  {
    what: 'the steps of cursors',
    from: '    if (getCursorAdvanceMethods().includes(func)) {',
    to: '\n    return function (...args) {',
  },
  { what: 'the trap of assignments', from: '    set(target, prop, value) {', to: '};\nfunction replaceTraps' },
  { what: 'the replacement of traps', from: 'function replaceTraps(callback)', to: 'function wrapFunction(func)' },
];

/**
 * `idb` for the script-tag files: its promises and transactions, without what `src/flow/ledger/record-database.ts` never asks for.
 *
 * @returns {import('vite').Plugin}
 */
export function idbPlugin() {
  return {
    name: 'balcao-idb',
    transform: (code, id) => (id.endsWith('/node_modules/idb/build/index.js') ? { code: cut(code, UNUSED, 'idb'), map: null } : undefined),
  };
}
