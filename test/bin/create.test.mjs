/** `balcao create`: its options, its questions, and where it refuses to write. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { PassThrough } from 'node:stream';
import { after, beforeEach, describe, it } from 'node:test';
import { createAsk } from '../../src/bin/ask.ts';
import { findSnippet, listSnippets } from '../package/documents.mjs';
import { root } from '../package/packed.mjs';
import { callBalcao } from './program.mjs';

const PAGE = 'docs/shop-files.md';
const parent = mkdtempSync(join(tmpdir(), 'balcao-create-'));
after(() => rmSync(parent, { recursive: true }));

describe('balcao create', () => {
  let count = 0;
  let folder;
  beforeEach(() => {
    folder = join(parent, `shop-${++count}`);
  });

  const read = (name) => readFileSync(join(folder, name), 'utf8');

  /** Calls the command with somebody at the terminal who gives these answers, one after the other. */
  async function answer(args, answers) {
    const questions = [];
    const ask = async (question) => {
      questions.push(question);
      return answers.shift() ?? assert.fail(question);
    };
    return { ...(await callBalcao(['create', folder, ...args], {}, ask)), questions };
  }

  it('takes the defaults without a terminal, and says so', async () => {
    const { code, stdout, stderr } = await callBalcao(['create', folder]);
    assert.deepEqual([code, stderr], [0, '']);
    for (const line of ['--kind node', '--lang pt-BR', '--pix-discount 5', '--fee-payer merchant'])
      assert.ok(stdout.includes(`  ${line} (the default)\n`), stdout);
    assert.ok(stdout.endsWith(`Next:\n  cd ${folder}\n  npm install\n  npm start\n`), stdout);
  });

  for (const kind of ['node', 'express']) {
    it(`writes each file as it is printed: ${kind}`, async () => {
      await callBalcao(['create', folder, '--kind', kind]);
      const other = kind === 'node' ? '// app.mjs, with Express\n' : '// app.mjs\n';
      const printed = listSnippets(PAGE).filter(({ language, code }) => language === 'js' && !code.startsWith(other));
      const written = readdirSync(folder).filter((name) => name.endsWith('.mjs'));
      assert.deepEqual(
        Object.fromEntries(written.map((name) => [name, read(name)])),
        Object.fromEntries(printed.map(({ code }) => [/[\w.]+\.mjs/.exec(code)?.[0], code])),
      );
      assert.equal(read('sandbox.json'), findSnippet(PAGE, '"idempotency": "header", "webhookUrl"'));
    });
  }

  it('writes the answers into settings.mjs', async () => {
    const args = ['--lang', 'es', '--pix-discount', '0', '--fee-payer', 'choice', '--yes'];
    assert.equal((await answer(args, [])).code, 0);
    const settings = /language = 'es';[^]*pixDiscount = 0;[^]*feePayer = 'choice';/;
    assert.match(read('settings.mjs'), settings);
    assert.match(read('README.md'), /^# Tu tienda\n/);
  });

  it('installs what the shop imports, and starts it as the page says', async () => {
    await callBalcao(['create', folder, '--kind', 'express']);
    const { scripts, dependencies } = JSON.parse(read('package.json'));
    assert.ok(findSnippet(PAGE, 'npm pkg set scripts.start').includes(`scripts.start="${scripts.start}"`));
    const { peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    assert.equal(dependencies['@electric-sql/pglite'], peerDependencies['@electric-sql/pglite']);
    assert.equal(dependencies.balcao, `file:${relative(folder, root).replaceAll('\\', '/').replace(/\/$/, '')}`);
    const imports = listSnippets(PAGE).flatMap(({ code }) => [...code.matchAll(/from '([a-z]+)(?:\/\w+)*'/g)].map(([, name]) => name));
    assert.deepEqual(new Set(imports), new Set(['balcao', 'express']));
    assert.match(read('.gitignore'), /^node_modules\nshop-data/);
  });

  it('asks at a terminal for what no option says, and offers the default', async () => {
    const { code, stdout, questions } = await answer(['--lang', 'en'], ['', ' 10 ', 'customer']);
    assert.equal(code, 0);
    assert.deepEqual(questions, [
      'Server: node or express [node] ',
      'Discount for Pix, in percent: a whole number from 0 to 99 [5] ',
      'Who pays the fee of installments: merchant, customer or choice [merchant] ',
    ]);
    assert.doesNotMatch(stdout, /default/);
    assert.match(read('settings.mjs'), /'en';[^]*= 10;[^]*'customer';/);
  });

  it('asks again where an answer cannot be used', async () => {
    const { stderr, questions } = await answer(['--lang', 'en', '--fee-payer', 'merchant'], ['koa', 'express', '5%', '5']);
    assert.equal(questions.length, 4);
    assert.equal(stderr, '"koa" cannot be used.\n"5%" cannot be used.\n');
    assert.match(read('app.mjs'), /^\/\/ app\.mjs, with Express\n/);
  });

  /** @type {Record<string, [string[], RegExp]>} */
  const WRONG = {
    kind: [['--kind', 'koa'], /--kind: "koa" cannot be used\. Give node or express\./],
    language: [['--lang', 'pt'], /--lang: "pt" cannot be used\. Give pt-BR, en or es\./],
    discount: [['--pix-discount', '05'], /--pix-discount: "05" cannot be used\./],
    'discount of all': [['--pix-discount', '100'], /--pix-discount: "100" cannot be used\. Give a whole number from 0 to 99\./],
    'payer of the fee': [['--fee-payer', 'shop'], /--fee-payer: "shop" cannot be used\. Give merchant, customer or choice\./],
  };
  for (const [name, [args, message]] of Object.entries(WRONG)) {
    it(`ends with 2 on a ${name} that there is not, asks nothing and writes nothing`, async () => {
      const { code, stdout, stderr, questions } = await answer(args, []);
      assert.deepEqual([code, stdout, questions], [2, '', []]);
      assert.match(stderr, message);
      assert.equal(existsSync(folder), false);
    });
  }

  for (const args of [[], ['']]) {
    it(`ends with 2 without a folder: ${JSON.stringify(args)}`, async () => {
      const { code, stderr } = await callBalcao(['create', ...args]);
      assert.equal(code, 2);
      assert.match(stderr, /Name a folder: balcao create my-shop\./);
    });
  }

  it('says why a folder cannot be read', async () => {
    const { code, stderr } = await callBalcao(['create', join(parent, 'a'.repeat(5000))]);
    assert.equal(code, 1);
    assert.match(stderr, /^balcao: ENAMETOOLONG/);
  });

  it('quotes a folder that a shell would divide', async () => {
    folder = join(parent, "my shop's");
    const { stdout } = await callBalcao(['create', folder]);
    const quoted = process.platform === 'win32' ? `"${folder}"` : `'${folder.replace("'", String.raw`'\''`)}'`;
    assert.ok(stdout.includes(`\n  cd ${quoted}\n`), stdout);
  });

  /** Calls the command at a terminal at which these keys are typed at once, before the first question. */
  async function type(keys, args = []) {
    const input = new PassThrough();
    const output = new PassThrough();
    const ending = new AbortController();
    input.write(keys);
    const result = await callBalcao(['create', folder, ...args], {}, createAsk(input, output, ending.signal));
    ending.abort();
    return { ...result, screen: String(output.read()) };
  }

  it('takes answers that are pasted at once', async () => {
    const { code, stderr, screen } = await type('express\res\r7\rchoice\r');
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(screen, /Server: [^]*Language [^]*Discount [^]*Who pays/);
    assert.match(read('settings.mjs'), /'es';[^]*= 7;[^]*'choice';/);
    assert.match(read('app.mjs'), /with Express/);
  });

  for (const [name, keys] of [
    ['Ctrl+C', '\u0003'],
    ['Ctrl+D', '\u0004'],
    ['Ctrl+C after an answer', 'node\r\u0003'],
  ])
    it(`ends with 1 on ${name}, and writes nothing`, async () => {
      const { code, stdout, stderr } = await type(keys);
      assert.deepEqual([code, stdout, stderr], [1, '', 'balcao: Nothing was written.\n']);
      assert.equal(existsSync(folder), false);
    });

  it('ends with 2 on a folder that has anything in it, and leaves that alone', async () => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'shop.mjs'), 'mine');
    const { code, stderr, questions } = await answer([], []);
    assert.deepEqual([code, questions], [2, []]);
    assert.match(stderr, /is not an empty folder\. Nothing was written: name a new one\./);
    assert.deepEqual([readdirSync(folder), read('shop.mjs')], [['shop.mjs'], 'mine']);
  });

  it('ends with 2 on a file in the place of the folder', async () => {
    writeFileSync(folder, '');
    const { code, stderr } = await callBalcao(['create', folder]);
    assert.equal(code, 2);
    assert.match(stderr, /is not an empty folder\./);
  });
});
