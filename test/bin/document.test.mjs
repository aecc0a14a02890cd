/** docs/cli.md, held to the program. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { findBlock } from '../package/documented-blocks.mjs';
import { findFreePort } from '../package/documented-server.mjs';
import { readDocument } from '../package/documents.mjs';
import { callBalcao, startBalcao, startSandboxProgram } from './program.mjs';
import { charge, createPix, post } from './sandbox-calls.mjs';

const FILE = 'docs/cli.md';
const folder = mkdtempSync(join(tmpdir(), 'balcao-cli-document-'));
after(() => rmSync(folder, { recursive: true }));

function writeVariant(text) {
  const file = join(folder, 'variant.json');
  writeFileSync(file, text);
  return file;
}

/** The words in code type of each cell, row by row, of the table with this heading. */
function readTable(heading) {
  const lines = readDocument(FILE).split('\n');
  const first = lines.findIndex((line) => line.startsWith('|') && line.split('|')[1].trim() === heading);
  const rows = lines.slice(first + 2);
  const end = rows.findIndex((line) => !line.startsWith('|'));
  return rows.slice(0, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => [...cell.matchAll(/`([^`]*)`/g)].map(([, word]) => word)),
  );
}

/** What differs from run to run in printed lines, and any lines in the place of `...`. */
const WILDCARDS = [
  [/127\\\.0\\\.0\\\.1:\d+/g, String.raw`127\.0\.0\.1:\d+`],
  [/\d\d:\d\d:\d\d(?= )/g, String.raw`\d\d:\d\d:\d\d`],
  [/\d+ ms$/gm, String.raw`\d+ ms`],
  [/^ *\\\.\\\.\\\.\n/gm, '(?:.*\n)+'],
];

/** A pattern of the output that a document shows. */
function createPattern(printed) {
  const escaped = printed.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${WILDCARDS.reduce((pattern, [from, to]) => pattern.replaceAll(from, () => to), escaped)}$`);
}

/** The options of a sandbox whose webhook nothing listens at. */
async function listArguments() {
  return ['--port', '0', '--webhook', `http://127.0.0.1:${await findFreePort()}/shop/webhook/only-for-trying-it`];
}

const listKeys = (lines) => lines.map((line) => Object.entries(line).map(([key, value]) => [key, typeof value]));

describe('docs/cli.md', () => {
  it('names every command', async () => {
    const { stdout } = await callBalcao(['--help']);
    const commands = [...stdout.matchAll(/^ {2}npx balcao (\w+) --help$/gm)].map(([, name]) => name);
    assert.deepEqual(
      readTable('command').map(([[name]]) => name),
      commands,
    );
  });

  it('shows what the sandbox prints', async () => {
    const [, , ...args] = findBlock('npx balcao sandbox\n').trim().split(' ');
    const program = startBalcao(args);
    const { value: first } = await program.lines.next();
    await charge(first.split(/ +/).at(-1), {}, { origin: 'https://shop.example' });
    program.kill('SIGTERM');
    const { code, stdout } = await program.end();
    assert.equal(code, 0);
    assert.match(stdout, createPattern(findBlock('Base URL      ')));
  });

  it('shows what the sandbox prints for a webhook that nothing listens at', async () => {
    const program = startBalcao(['sandbox', ...(await listArguments())]);
    const { value: first } = await program.lines.next();
    const baseUrl = first.split(/ +/).at(-1);
    await createPix(baseUrl);
    await post(baseUrl, '__sandbox/pix', { action: 'settle' });
    const lines = [];
    for await (const line of program.lines) {
      lines.push(line);
      if (line.includes('WEBHOOK')) break;
    }
    program.kill('SIGTERM');
    await program.end();
    assert.match(`${lines.slice(-2).join('\n')}\n`, createPattern(findBlock('  WEBHOOK  ')));
  });

  it('shows the lines of --json', async () => {
    const printed = findBlock('"event":"listening"').replaceAll('[...]', '[]').trim().split('\n');
    const { start, next, stop } = await startSandboxProgram(await listArguments());
    await charge(start.baseUrl);
    await next();
    const lines = [start, await next()];
    await createPix(start.baseUrl);
    await post(start.baseUrl, '__sandbox/pix', { action: 'settle' });
    let line = await next();
    while (line.event !== 'webhook') line = await next();
    lines.push(line);
    await stop();
    assert.deepEqual(listKeys(printed.map((line) => JSON.parse(line))), listKeys(lines));
  });

  it('names every option of the sandbox', async () => {
    const { stdout } = await callBalcao(['sandbox', '--help']);
    const options = [...stdout.matchAll(/^ {2}(--\w+(?: [A-Z]+)?) {2,}/gm)].map(([, option]) => option);
    assert.deepEqual(
      readTable('option').map(([[option]]) => option),
      options,
    );
  });

  it('has the keys, words and defaults of a variant', async () => {
    const table = readTable('key').map(([[key], words, [byDefault]]) => ({ key, words, byDefault: byDefault.replaceAll('"', '') }));
    const { start, stop } = await startSandboxProgram();
    const { body } = await post(start.baseUrl, '__sandbox/options', {});
    await stop();
    assert.deepEqual(
      table.map(({ key, byDefault }) => [key, byDefault]),
      Object.entries(body).map(([key, value]) => [key, String(value)]),
    );
    const wrong = Object.fromEntries(table.map(({ key }) => [key, null]));
    const { stderr } = await callBalcao(['sandbox', '--variant', writeVariant(JSON.stringify(wrong))]);
    const known = [...stderr.matchAll(/^ {2}(\w+) must be one of (.+)$/gm)].map(([, key, words]) => [key, words.replaceAll('"', '')]);
    assert.ok(known.length > 5);
    for (const [key, words] of known) assert.equal(table.find((row) => row.key === key)?.words.join(', '), words, key);
  });

  it('has a variant that the sandbox plays', async () => {
    const text = findBlock('"pixStatusSystem": "bcb"');
    const { start, stop } = await startSandboxProgram(['--port', '0', '--variant', writeVariant(text)]);
    const { body } = await post(start.baseUrl, '__sandbox/options', {});
    assert.deepEqual({ ...body, ...JSON.parse(text) }, body);
    await stop();
  });
});
