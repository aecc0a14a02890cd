import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { findExcess, measureSizes, readBudget } from '../../scripts/size.mjs';
import { root } from './packed.mjs';

/** The packages whose code is in the script-tag files. */
const BUNDLED = [
  ...['@brazilian-utils/brazilian-utils', '@lit/reactive-element', 'dijkstrajs', 'idb'],
  ...['ky', 'lit', 'lit-element', 'lit-html', 'qrcode', 'zod'],
];

const read = (path) => readFileSync(join(root, path), 'utf8');
const { version } = JSON.parse(read('package.json'));
const listLazy = () => readdirSync(join(root, 'dist/lazy')).map((file) => `lazy/${file}`);
const listScripts = () => ['balcao.all.min.js', 'balcao.min.js', 'balcao.js', ...listLazy()];

/** What a CDN keeps for ever, and the name without a version of the same content. */
const VERSIONED = {
  [`balcao-${version}.js`]: 'balcao.js',
  [`balcao-${version}.min.js`]: 'balcao.min.js',
  [`balcao-${version}.all.min.js`]: 'balcao.all.min.js',
  ...Object.fromEntries(['calm', 'contrast', 'skeleton', 'warm'].map((theme) => [`themes/${theme}-${version}.css`, `themes/${theme}.css`])),
};

describe('the files of dist', () => {
  it('have the hashes that integrity.json says, lazy files and themes too, with and without a version in their names', () => {
    const hash = (file) =>
      `sha384-${createHash('sha384')
        .update(read(`dist/${file}`))
        .digest('base64')}`;
    const files = [...Object.entries(VERSIONED).flat(), ...listLazy()];
    const expected = Object.fromEntries(files.map((file) => [file, hash(file)]));
    assert.deepEqual(JSON.parse(read('dist/integrity.json')), expected);
  });

  it('have copies with the version in their names, and a table of all hashes for people', () => {
    for (const [versioned, file] of Object.entries(VERSIONED)) assert.equal(read(`dist/${versioned}`), read(`dist/${file}`), versioned);
    const rows = [...read('dist/INTEGRITY.md').matchAll(/^\| `(.+?)` \| (\d+) \| `(.+?)` \|$/gm)];
    assert.deepEqual(Object.fromEntries(rows.map(([, file, , value]) => [file, value])), JSON.parse(read('dist/integrity.json')));
    for (const [, file, bytes] of rows) assert.equal(readFileSync(join(root, 'dist', file)).length, Number(bytes), file);
  });

  it('are of the version that package.json names, by which copies in a page know each other', () => {
    const [, known] = /VERSION = '(.+)'/.exec(read('src/domain/version.ts')) ?? [];
    assert.equal(known, version);
  });

  it('are within the budgets', async () => {
    assert.deepEqual(findExcess(await measureSizes(), readBudget()), []);
  });

  it('make one Trusted Types policy, which is Lit’s own', () => {
    const policies = listScripts().flatMap((file) => read(`dist/${file}`).match(/createPolicy\(.*?,/g) ?? []);
    for (const policy of policies) assert.match(policy, /^createPolicy\([`'"]lit-html[`'"],$/);
    assert.equal(policies.length, 3, 'one in each of the three files that a page may load');
  });

  it('are plain ASCII where the page decides on the encoding', () => {
    for (const file of ['balcao.min.js', 'balcao.all.min.js']) assert.match(read(`dist/${file}`), /^[\0-\x7f]*$/, file);
  });

  it('evaluate no text as code', () => {
    for (const file of listScripts()) assert.doesNotMatch(read(`dist/${file}`), /\beval\(|new Function\b|\bFunction\(/, file);
  });

  it('name the licence of each package in them', () => {
    const notice = read('dist/THIRD-PARTY-LICENSES.txt');
    const named = [...notice.matchAll(/^(\S+) \d\S* \(.+\)$/gm)].map(([, name]) => name);
    assert.deepEqual(named, BUNDLED);
  });
});

describe('the lock files', () => {
  const consumers = ['typescript', 'react', 'react-18', 'next', 'vue', 'svelte', 'sveltekit', 'angular', 'bundlers'].map(
    (name) => `test/consumers/${name}`,
  );

  it('name no host, so that they serve every registry', () => {
    for (const folder of ['.', ...consumers]) assert.doesNotMatch(read(`${folder}/package-lock.json`), /"resolved"/, folder);
  });

  it('are of exact versions', () => {
    for (const folder of ['.', ...consumers]) {
      const { dependencies, devDependencies } = JSON.parse(read(`${folder}/package.json`));
      for (const version of Object.values({ ...dependencies, ...devDependencies }))
        assert.match(version, /^(?:npm:[\w@/-]+@)?\d+\.\d+\.\d+$/, folder);
    }
  });
});
