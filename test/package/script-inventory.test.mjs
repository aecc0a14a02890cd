import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { listen } from '../support/listen.mjs';
import { findSnippet, listTableNames, readDocument } from './documents.mjs';
import { installPacked, root } from './packed.mjs';

const DOCUMENT = 'docs/script-inventory.md';
const readJson = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const integrity = readJson('dist/integrity.json');
const { version } = readJson('package.json');

describe('the script inventory', () => {
  it('has a line for every script, and none too many', () => {
    /** @type {[string, RegExp][]} */
    const patterns = listTableNames(DOCUMENT, 'script').map((name) => [name, new RegExp(`^${name.replaceAll('.', '\\.').replace('VERSION', version.replaceAll('.', '\\.')).replace('HASH', '[\\w-]{8}')}$`)]); // prettier-ignore
    const files = Object.keys(integrity).filter((file) => file.endsWith('.js'));
    for (const file of files) assert.ok(patterns.some(([, pattern]) => pattern.test(file)), file); // prettier-ignore
    for (const [name, pattern] of patterns) assert.ok(files.some((file) => pattern.test(file)), name); // prettier-ignore
  });

  it('has the lazy files that decision 008 has', () => {
    const names = Object.keys(integrity).flatMap((file) => /^lazy\/(.+)-\w+\.js$/.exec(file)?.[1] ?? []);
    assert.deepEqual(listTableNames('docs/decisions/008-lazy-first-load.md', 'file').sort(), names.sort());
  });

  it('has no hash of its own', () => {
    assert.doesNotMatch(readDocument(DOCUMENT), /sha\d{3}-[\w+/]{20}/);
  });

  describe('and its check of what is served', () => {
    let packed;
    let server;
    let base;
    let spoilt;
    before(async () => {
      packed = installPacked();
      writeFileSync(join(packed.project, 'check-scripts.mjs'), findSnippet(DOCUMENT, '// check-scripts.mjs'));
      server = createServer((request, response) => {
        const file = join(packed.folder, 'dist', (request.url ?? '').replace('/balcao/', ''));
        if (!existsSync(file)) return response.writeHead(404).end();
        return response.end(Buffer.concat([readFileSync(file), Buffer.from(file.endsWith(spoilt) ? '\n' : '')]));
      });
      base = `http://127.0.0.1:${await listen(server)}/balcao/`;
    });
    after(() => {
      server?.close();
      packed?.remove();
    });

    async function run(command, args) {
      const child = spawn(command, args, { cwd: packed.project });
      let output = '';
      child.stdout.on('data', (text) => (output += text));
      const [status] = await once(child, 'close');
      return { status, lines: output.trim().split('\n') };
    }

    const check = (...names) => run(process.execPath, ['check-scripts.mjs', base, ...names]);

    it('runs as the commands of the document have it', async () => {
      spoilt = 'none';
      const [all, classic] = findSnippet(DOCUMENT, 'node check-scripts.mjs')
        .replaceAll('https://shop.example/balcao/', base)
        .trim()
        .split('\n');
      assert.deepEqual(await run('sh', ['-c', all]), await check());
      const { status, lines } = await run('sh', ['-c', classic]);
      assert.deepEqual([status, lines.length], [0, 1]);
      assert.match(lines[0], /^approved\t.*balcao\.min\.js\t/);
    });

    it('approves of the files as published, with their hashes', async () => {
      spoilt = 'none';
      const { status, lines } = await check();
      assert.equal(status, 0);
      assert.deepEqual(
        lines,
        Object.entries(integrity).map(([file, hash]) => `approved\t${base}${file}\t${hash}`),
      );
    });

    it('finds the one that was changed, and the one that is missing', async () => {
      spoilt = Object.keys(integrity).find((file) => file.startsWith('lazy/pay'));
      const { status, lines } = await check();
      assert.equal(status, 1);
      assert.deepEqual(lines.filter((line) => line.startsWith('NOT APPROVED')).length, 1);
      const missing = await check('balcao.max.js');
      assert.deepEqual([missing.status, missing.lines.length], [1, 1]);
    });
  });
});
