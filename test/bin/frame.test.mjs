/** `balcao frame` as a child process: the files that it writes, and where it refuses to. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { findSnippet, readDocument } from '../package/documents.mjs';
import { createFrameProgram, readFolder } from './frame-program.mjs';
import { callBalcao } from './program.mjs';

const SHOP = { service: 'https://payments.example/v1', origins: ['https://loja.example', 'https://www.loja.example'] };
const hashOf = (text) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

describe('balcao frame', () => {
  let program;
  let count = 0;
  let out;

  before(() => {
    program = createFrameProgram();
  });
  after(() => program.remove());
  beforeEach(() => {
    program.rebuild({});
    count += 1;
    out = join(program.folder, `out-${count}`);
  });

  const writeShop = (config = SHOP) => program.write('shop.json', typeof config === 'string' ? config : JSON.stringify(config));
  const run = (config, ...args) => program.run('--config', writeShop(config), '--out', out, ...args);
  const call = (config, ...args) => callBalcao(['frame', '--config', writeShop(config), '--out', out, ...args]);

  /** Writes a frame, and returns the files of its folder. */
  async function make(config, ...args) {
    const { code, stderr } = await run(config, ...args);
    assert.deepEqual([code, stderr], [0, '']);
    return readFolder(out);
  }

  it('writes a page whose files have their hashes in their names and in the page', async () => {
    const files = await make();
    const { 'index.html': page, 'frame-files.json': list, 'THIRD-PARTY-LICENSES.txt': licences, ...hashed } = files;
    assert.match(page, /^<!doctype html>\n<html lang="pt-BR">\n[^]*<title>Dados do cartão<\/title>/);
    assert.equal(licences, 'the licences');
    const stems = Object.keys(hashed).map((name) => /^(.+)-[0-9a-f]{16}\.(?:js|css)$/.exec(name)?.[1]);
    assert.deepEqual(new Set(stems), new Set(['core', 'entry', 'frame', 'late-x_Y-1']));
    assert.equal(stems.length, 4);

    const tags = [...page.matchAll(/(?:href|src)="([^"]+)" integrity="([^"]+)"/g)].map(([, name, hash]) => [name, hash]);
    assert.deepEqual(
      tags.map(([name]) => name.split('-')[0]),
      ['frame', 'core', 'entry'],
    );
    for (const [name, hash] of tags) assert.equal(hash, hashOf(files[name]), name);
    assert.equal(page.match(/(?:href|src)=/g)?.length, tags.length, 'nothing without a hash');
    const [, map] = /<script type="importmap">(.*)<\/script>\n<link/.exec(page) ?? [];
    const scripts = Object.entries(hashed).filter(([name]) => name.endsWith('.js'));
    assert.deepEqual(JSON.parse(map ?? ''), { integrity: Object.fromEntries(scripts.map(([name, text]) => [`./${name}`, hashOf(text)])) });

    const written = Object.fromEntries(Object.entries(files).filter(([name]) => name !== 'frame-files.json'));
    assert.deepEqual(JSON.parse(list), Object.fromEntries(Object.entries(written).map(([name, text]) => [name, hashOf(text)])));
  });

  it('lets the parts of the frame find each other by their new names', async () => {
    const files = await make();
    const names = Object.keys(files);
    const scripts = names.filter((name) => name.endsWith('.js'));
    const links = scripts.flatMap((name) => [...files[name].matchAll(/["`]\.\/([^"`]+)["`]/g)].map(([, link]) => link));
    assert.equal(links.length, 3, 'the entry and the late part to the core, the core to the late part');
    for (const link of links) assert.ok(names.includes(link), link);
  });

  it('compiles the config in, with the slash at the end of the service', async () => {
    const config = { ...SHOP, profile: { cardExpiration: 'MM/YYYY' }, token: { claim: 'merchant', value: 'loja-1' } };
    const files = await make(config);
    const [, entry] = Object.entries(files).find(([name]) => name.startsWith('entry-')) ?? [];
    const [, text] = /startFrame\((.*)\);/.exec(entry ?? '') ?? [];
    assert.deepEqual(JSON.parse(text), { ...config, service: 'https://payments.example/v1/' });
  });

  it('makes the same bytes of the same input, in whatever order its keys are', async () => {
    const first = await make({ ...SHOP, token: { claim: 'merchant', value: 'loja-1' } });
    out = join(program.folder, 'again');
    assert.deepEqual(await make({ token: { value: 'loja-1', claim: 'merchant' }, origins: SHOP.origins, service: SHOP.service }), first);
  });

  it('gives every script another name where one part of the build is another', async () => {
    const namesOf = (files) => Object.keys(files).filter((name) => name.endsWith('.js'));
    const first = namesOf(await make());
    out = join(program.folder, 'other-build');
    program.rebuild({ 'core.js': 'export const said=[];export function startFrame(){import("./late-x_Y-1.js")}' });
    for (const name of namesOf(await make())) assert.ok(!first.includes(name), name);
  });

  it('writes again into a folder of its own, where the earlier files stay', async () => {
    const first = await make();
    const second = await make({ ...SHOP, origins: ['https://nova.example'] });
    const entries = Object.keys(second).filter((name) => name.startsWith('entry-'));
    assert.equal(entries.length, 2);
    for (const [name, text] of Object.entries(first)) if (/-[0-9a-f]{16}\./.test(name)) assert.equal(second[name], text);
    assert.notEqual(second['index.html'], first['index.html']);
    assert.deepEqual(
      Object.keys(JSON.parse(second['frame-files.json'])),
      Object.keys(second)
        .filter((name) => name !== 'frame-files.json')
        .sort(),
    );
  });

  for (const [what, files] of [
    ['anything that it did not write', { 'about.html': 'ours' }],
    ['a page that is not its own', { 'index.html': 'ours' }],
    ['a list that is not its own', { 'frame-files.json': '{"index.html": 1}', 'index.html': 'ours' }],
    ['a list that is no JSON', { 'frame-files.json': 'ours', 'index.html': 'ours' }],
  ]) {
    it(`leaves a folder alone that has ${what}`, async () => {
      mkdirSync(out);
      for (const [name, text] of Object.entries(files)) writeFileSync(join(out, name), text);
      const { code, stdout, stderr } = await run();
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, /--out: .* has (?:about|index)\.html, which this command did not write\. Give a folder of its own\./);
      assert.deepEqual(readFolder(out), files);
    });
  }

  it('ends with 2 where the folder is a file', async () => {
    writeFileSync(out, '');
    const { code, stderr } = await run();
    assert.equal(code, 2);
    assert.match(stderr, /--out: .* cannot be written into/);
  });

  for (const [what, changes] of [
    ['is not there', undefined],
    ['lacks its core', { 'core.js': undefined }],
  ]) {
    it(`ends with 1 where the build of the frame ${what}`, async () => {
      program.rebuild(changes);
      const { code, stderr } = await run();
      assert.equal(code, 1);
      assert.match(stderr, /build of the frame is not whole/);
      assert.ok(!existsSync(out));
    });
  }

  for (const [args, message] of /** @type {[string[], RegExp][]} */ ([
    [['--out', 'x'], /--config FILE/],
    [['--config', 'shop.json'], /--out DIR/],
  ])) {
    it(`ends with 2 on ${args.join(' ')} alone`, async () => {
      const { code, stderr } = await callBalcao(['frame', ...args]);
      assert.equal(code, 2);
      assert.match(stderr, message);
    });
  }

  /** @type {[string, unknown, RegExp][]} */
  const SLIPS = [
    ['is no JSON', '{ service: 1 }', /--config: .* is not JSON/],
    ['is no object', '[]', /it must be a JSON object/],
    [
      'has a key that there is not',
      { ...SHOP, orgins: [] },
      /^ {2}orgins is no key of a config; the keys are service, origins, profile, token$/m,
    ],
    ['has no service', { origins: SHOP.origins }, /^ {2}service must be the base URL of the service/m],
    ['has a service by http:', { ...SHOP, service: 'http://payments.example/' }, /^ {2}service must be the base URL/m],
    ['has a service with a query', { ...SHOP, service: 'https://payments.example/?a' }, /^ {2}service must have no "\?"/m],
    ['has a service with a user', { ...SHOP, service: 'https://a:b@payments.example/' }, /^ {2}service must have no user name/m],
    [
      'has a service that is of the shop',
      { ...SHOP, service: 'https://loja.example/relay/' },
      /^ {2}service must not be of an origin of the shop/m,
    ],
    [
      'has a local service for a public shop',
      { ...SHOP, service: 'http://127.0.0.1:4174/demo/' },
      /^ {2}service must be https: where an origin is/m,
    ],
    ['has no origins', { service: SHOP.service }, /^ {2}origins must be a list/m],
    ['has an empty list of origins', { ...SHOP, origins: [] }, /^ {2}origins must be a list/m],
    [
      'has an origin with a path',
      { ...SHOP, origins: ['https://loja.example/pagar'] },
      /^ {2}origins\[0\] must be scheme and host alone: "https:\/\/loja\.example"$/m,
    ],
    ['has an origin with a slash', { ...SHOP, origins: ['https://loja.example/'] }, /^ {2}origins\[0\] must be scheme and host alone/m],
    ['has an origin by http:', { ...SHOP, origins: ['http://loja.example'] }, /^ {2}origins\[0\] must be an origin/m],
    ['has an origin with a wildcard', { ...SHOP, origins: ['https://*.loja.example'] }, /^ {2}origins\[0\] must have a host of letters/m],
    [
      'has an origin that would write policy',
      { ...SHOP, origins: ['https://a;script-src'] },
      /^ {2}origins\[0\] must have a host of letters/m,
    ],
    ['has an origin by IPv6', { ...SHOP, origins: ['http://[::1]:3000'] }, /^ {2}origins\[0\] must have a name or an IPv4 address/m],
    ['has an origin twice', { ...SHOP, origins: ['https://a.example', 'https://a.example'] }, /^ {2}origins\[1\] is there already/m],
    [
      'has an origin that is none',
      { ...SHOP, origins: [7, 'null'] },
      /^ {2}origins\[0\] must be an origin[^]*^ {2}origins\[1\] must be an origin/m,
    ],
    ['has a profile that is none', { ...SHOP, profile: { cardExpiry: 'MM/YY' } }, /^ {2}profile\.cardExpiry cannot be used$/m],
    ['has a profile that is no object', { ...SHOP, profile: 'MM/YY' }, /^ {2}profile must be an object/m],
    ['has a token without a value', { ...SHOP, token: { claim: 'merchant' } }, /^ {2}token\.value must be a text that is not empty$/m],
    [
      'has a key of token that there is not',
      { ...SHOP, token: { claim: 'a', value: 'b', scope: 'c' } },
      /^ {2}token\.scope is no key of token/m,
    ],
    [
      'says by a word that tokens serve one request',
      { ...SHOP, token: { singleUse: 'yes' } },
      /^ {2}token\.singleUse must be true or false$/m,
    ],
    [
      'allows opaque tokens by a word',
      { ...SHOP, token: { claim: 'a', value: 'b', allowsOpaque: 'yes' } },
      /^ {2}token\.allowsOpaque must be true or false$/m,
    ],
    ['has a token that is no object', { ...SHOP, token: 'merchant' }, /^ {2}token must be an object/m],
  ];
  for (const [what, config, message] of SLIPS) {
    it(`ends with 2 on a config that ${what}, and writes nothing`, async () => {
      const { code, stdout, stderr } = await call(config);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, message);
      assert.ok(!existsSync(out));
    });
  }

  it('takes a service and a shop of this machine without https', async () => {
    await make({ service: 'http://127.0.0.1:4174/demo/', origins: ['http://localhost:3000', 'http://127.0.0.1:3000'] });
  });

  it('reads a config that begins with the mark of editors on Windows', async () => {
    await make(`\uFEFF${JSON.stringify(SHOP)}`);
  });

  /** @type {[string, string | undefined, RegExp][]} */
  const MODULES = [
    ['is not there', undefined, /--profile: the file .* cannot be read/],
    [
      'imports a file',
      "import { a } from './a.mjs';\nexport default { cardExpiration: a };",
      /imports something\. The frame loads this one file/,
    ],
    ['imports a module of Node', "import 'node:fs';\nexport default {};", /imports something/],
    ['imports behind something else', "const a = 1;import 'node:fs';\nexport default {};", /imports something/],
    ['exports all of another', "export * from './other.mjs';", /imports something/],
    ['exports again', "export { default } from './other.mjs';", /imports something/],
    ['imports later', 'export default { readCharge: async () => import("./other.mjs") };', /imports something/],
    ['does not run', 'export default { readCharge: a };', /does not run alone \(a is not defined\)/],
    ['has no default export', 'export const profile = {};', /has no default export/],
    ['is no profile', 'export default { readCharge: 1 };', /^ {2}profile\.readCharge cannot be used$/m],
    ['says what the config says', 'export default { cardExpiration: "MM/YY" };', /cardExpiration is in .* and in the config/],
  ];
  for (const [what, code, message] of MODULES) {
    it(`ends with 2 on a profile that ${what}, and writes nothing`, async () => {
      const file = code === undefined ? 'absent.mjs' : program.write('profile.mjs', code);
      const { code: exitCode, stdout, stderr } = await call({ ...SHOP, profile: { cardExpiration: 'MM/YYYY' } }, '--profile', file);
      assert.deepEqual([exitCode, stdout], [2, '']);
      assert.match(stderr, message);
      assert.ok(!existsSync(out));
    });
  }

  it('copies a profile byte for byte, which may speak of imports without having any', async () => {
    const code = '// import nothing\n/* import x from "y" */\nexport default { readCharge(status, { from }) { return from; } };\n';
    const files = await make(SHOP, '--profile', program.write('profile.mjs', code));
    const [name, text] = Object.entries(files).find(([each]) => each.startsWith('profile-')) ?? [];
    assert.equal(text, code);
    assert.match(files['index.html'], new RegExp(`<link rel="modulepreload" href="${name}" integrity=`));
  });

  it('takes the config that docs/cli.md shows', async () => {
    await make(findSnippet('docs/cli.md', '"https://www.shop.example"'));
  });

  it('has each of its options in docs/cli.md, and each file', async () => {
    const [, section] = readDocument('docs/cli.md').split('## `balcao frame`');
    const { stdout } = await callBalcao(['frame', '--help']);
    const options = [...stdout.matchAll(/^ {2}(--\w+(?: [A-Z]+)?) {2,}/gm)].map(([, option]) => option);
    assert.equal(options.length, 4);
    for (const option of options) assert.ok(section.includes(`| \`${option}\``), option);
    const files = await make(SHOP, '--profile', program.write('profile.mjs', 'export default {};'));
    for (const name of Object.keys(files))
      assert.ok(/^late-/.test(name) || section.includes(`\`${name.replace(/-[0-9a-f]{16}\./, '-HASH.')}\``), name);
  });
});
