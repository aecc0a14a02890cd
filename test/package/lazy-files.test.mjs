import assert from 'node:assert/strict';
import { parse } from 'acorn';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { hashLazyFiles } from '../../scripts/build/script-tags.mjs';
import { root } from './packed.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const entry = read('dist/balcao.js');
const classic = read('dist/balcao.min.js');
const names = readdirSync(join(root, 'dist/lazy'));
const lazy = Object.fromEntries(names.map((name) => [name, read(`dist/lazy/${name}`)]));

/** The modules that a module asks for: at its first line, or later by `import()`. */
function listImports(code) {
  /** @type {Record<'atOnce' | 'later', string[]>} */
  const found = { atOnce: [], later: [] };
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node?.type !== 'string') return undefined;
    if (node.type === 'ImportExpression') found.later.push(readText(node.source));
    else if (/^(?:Import|Export).*Declaration$/.test(node.type) && node.source) found.atOnce.push(node.source.value);
    return Object.values(node).forEach(visit);
  };
  visit(parse(code, { sourceType: 'module', ecmaVersion: 'latest' }));
  return found;
}

/** The text of a literal, which is all that a file of ours may be asked for by; in the classic script the folder of the script stands before it. */
function readText(node) {
  if (node.type === 'BinaryExpression' && node.left.type === 'Identifier') return `./${readText(node.right)}`;
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0].value.cooked;
  assert.equal(node.type, 'Literal', 'an address that is worked out');
  return node.value;
}

describe('the module, the classic script and their lazy files', () => {
  it('are one file that waits for no other, and nine at most behind it', () => {
    const { atOnce, later } = listImports(entry);
    assert.deepEqual(atOnce, []);
    assert.ok(names.length <= 9, names.join());
    for (const path of later) assert.ok(path.replace('./lazy/', '') in lazy, path);
  });

  it('are the same files for both scripts', () => {
    const [ofModule, ofClassic] = [entry, classic].map((code) => listImports(code));
    assert.deepEqual(ofClassic.atOnce, []);
    assert.deepEqual(new Set(ofClassic.later), new Set(ofModule.later));
  });

  it('are not what a CDN has at the bare name of the package, where no lazy file is beside it', () => {
    const { unpkg, jsdelivr } = JSON.parse(read('package.json'));
    for (const file of [unpkg, jsdelivr]) assert.deepEqual(listImports(read(file)), { atOnce: [], later: [] }, file);
  });

  it('tell V8 to compile the whole file while it comes in, where most of it runs before the first field: in the entries alone', () => {
    const hasHint = (code) => code.startsWith('//# allFunctionsCalledOnLoad\n');
    assert.deepEqual([entry, classic].map(hasHint), [true, true]);
    assert.deepEqual(names.filter((name) => lazy[name].includes('allFunctionsCalledOnLoad')), []); // prettier-ignore
  });

  it('never ask for the entry, whose address the shop writes', () => {
    for (const [name, code] of Object.entries(lazy)) {
      const { atOnce, later } = listImports(code);
      for (const path of [...atOnce, ...later]) assert.ok(path.replace('./', '') in lazy, `${name}: ${path}`);
    }
  });

  it('have other names when anything in the lazy files changes, also which entry they are of', () => {
    const codes = Object.values(lazy);
    const [, hash] = /-(\w{8})\.js$/.exec(names[0]) ?? [];
    assert.deepEqual(
      names.map((name) => name.replace(/^[a-z-]+(?=-\w{8}\.js$)/, '')),
      names.map(() => `-${hash}.js`),
    );
    assert.equal(hashLazyFiles(codes, hash), hash);
    const [, key] = /Symbol\.for\(.(balcao [\d.]+ \w+)/.exec(entry) ?? [];
    assert.ok(key);
    assert.ok(classic.includes(key));
    assert.equal(codes.filter((code) => code.includes(key)).length > 0, true);
    const ofAnother = codes.map((code) => code.replaceAll(key, `${key}0`));
    assert.notEqual(hashLazyFiles(ofAnother, hash), hash);
  });
});
