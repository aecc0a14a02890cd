/** The tarball: it has what its entries and documents lead to, and nothing that nobody can reach. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, isAbsolute, join, posix } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { listReachable } from '../../scripts/build/declarations.mjs';
import { createAnchor } from './documents.mjs';
import { installPacked, root } from './packed.mjs';

/** Scripts without a map: what a page loads by a tag or in a frame is built in several passes, the rest is written by hand or by the bundler. */
const WITHOUT_MAP = /^dist\/(?:balcao|lazy\/|frame\/|bin\/page\/|lit\/|node\/|shared\/rolldown-runtime-)/;

/** A pattern of `sideEffects`; one without a slash is for files in every folder. */
const readPattern = (pattern) => {
  const text = pattern
    .replace('./', '')
    .replaceAll('.', '\\.')
    .replace(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.+/)?'));
  return new RegExp(`${pattern.includes('/') ? '^' : '(?:^|/)'}${text}$`);
};

describe('the tarball', () => {
  let packed;
  let files;
  let manifest;
  const read = (file) => readFileSync(join(packed.folder, file), 'utf8');

  before(() => {
    packed = installPacked();
    files = readdirSync(packed.folder, { recursive: true }).map((file) => String(file).replaceAll('\\', '/'));
    manifest = JSON.parse(read('package.json'));
  });
  after(() => packed?.remove());

  it('has only declarations that an entry leads to', () => {
    const reached = listReachable(join(packed.folder, 'dist'));
    const declarations = files.filter((file) => file.endsWith('.d.ts')).map((file) => file.slice('dist/'.length));
    assert.deepEqual(
      declarations.filter((file) => !reached.has(file)),
      [],
    );
    assert.deepEqual(
      [...reached].filter((file) => !declarations.includes(file)),
      [],
    );
    assert.ok(declarations.length > 100);
  });

  it('has what each link of its documents leads to', () => {
    const documents = files.filter((file) => file.endsWith('.md'));
    for (const name of ['README.md', 'README.pt-BR.md', 'docs/shop-server.md']) assert.ok(documents.includes(name), name);
    const broken = documents.flatMap((file) => {
      // What is in code is for the shop's own page.
      const text = read(file).replace(/^( *)```[\s\S]*?^\1```$/gm, '');
      const links = [...text.matchAll(/\]\(([^)\s]+)\)|\b(?:href|src|srcset)="([^"]+)"/g)].map(([, link, value]) => link ?? value);
      return links.filter((link) => !/^[a-z]+:/.test(link) && !leads(file, link)).map((link) => `${file}: ${link}`);
    });
    assert.deepEqual(broken, []);
  });

  /** Returns whether a link leads to a file of the tarball, and to a heading of it. */
  function leads(file, link) {
    const [path, anchor] = link.split('#');
    const target = path ? join(dirname(file), path) : file;
    if (!existsSync(join(packed.folder, target))) return false;
    return anchor === undefined || [...read(target).matchAll(/^#+ (.+)$/gm)].some(([, heading]) => createAnchor(heading) === anchor);
  }

  it('names only files of its own as those with side effects, style sheets and definitions among them', () => {
    const patterns = manifest.sideEffects.map(readPattern);
    const covers = (file) => patterns.some((pattern) => pattern.test(file));
    assert.deepEqual(
      patterns.filter((pattern) => !files.some((file) => pattern.test(file))),
      [],
    );
    const needed = files.filter((file) => /\.css$|(?:^|\/)define\.js$|^dist\/lit\//.test(file));
    assert.deepEqual(
      needed.filter((file) => !covers(file)),
      [],
    );
    assert.ok(needed.includes('dist/themes/calm.css') && needed.includes('dist/define.js'));
    assert.ok(!covers('dist/index.js'));
  });

  it('has its entries for bundlers that do not read `exports`, and they are the same', () => {
    const { exports, alias, main, module, types } = manifest;
    assert.deepEqual([main, module, types], [exports['.'].default, exports['.'].default, exports['.'].types]);
    const expected = Object.entries(exports)
      .map(([name, target]) => [name, target.default ?? target])
      .filter(([name, target]) => typeof target === 'string' && !/^\.$|^\.\/dist\/|\.json$/.test(name))
      .map(([name, target]) => [name, target.replace('*', '$1')]);
    assert.deepEqual(alias, Object.fromEntries(expected));
  });

  it('has types for a theme, since TypeScript looks for those of every import', () => {
    assert.equal(read(manifest.exports['./themes/*'].types), 'export {};\n');
  });

  it('has a usable map of each module, without a path of the machine that built it', () => {
    // A module that only imports and exports has nothing to map.
    const hasCode = (file) =>
      read(file)
        .split('\n')
        .some((line) => line && !/^(?:import|export) |^\/[/*]/.test(line));
    const scripts = files.filter((file) => /^dist\/.*\.js$/.test(file) && !WITHOUT_MAP.test(file) && hasCode(file));
    assert.ok(scripts.length > 50);
    for (const file of scripts) {
      assert.match(read(file), new RegExp(`^//# sourceMappingURL=${posix.basename(file)}\\.map$`, 'm'), file);
      const { sources, sourcesContent, mappings, sourceRoot } = JSON.parse(read(`${file}.map`));
      assert.equal(sourcesContent.length, sources.length, file);
      assert.deepEqual([sources.filter(isAbsolute), sourceRoot], [[], undefined], file);
      for (const content of sourcesContent) assert.equal(typeof content, 'string', file);
      assert.ok(mappings.length > 0 || sources.length === 0, file);
    }
    const maps = files.filter((file) => file.endsWith('.map'));
    assert.deepEqual(maps.toSorted(), scripts.map((file) => `${file}.map`).toSorted());
    for (const file of files.filter((each) => each.startsWith('dist/') && /\.(?:js|map|ts|json|md)$/.test(each))) {
      assert.ok(!read(file).includes(root.replace(/\/$/, '')), file);
    }
  });
});
