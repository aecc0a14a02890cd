import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { startSourceServer } from '../../scripts/source-server.mjs';
import { listSnippets } from '../package/documents.mjs';
import { root } from '../package/packed.mjs';

const PROGRAM = 'dist/bin/balcao.js';
const DOCUMENT = 'docs/doctor.md';

/** What the document calls the sandbox's address. */
const DOCUMENTED_ORIGIN = 'http://127.0.0.1:4174';

/**
 * Runs a program to its end.
 *
 * @param {(text: string) => void} [onError] Called with all that came on stderr so far.
 * @returns {Promise<{ code: number, stdout: string, stderr: string }>}
 */
function run(command, args, { env = {}, onError } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env: { PATH: process.env.PATH, ...env } });
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', (data) => (output.stdout += data));
    child.stderr.on('data', (data) => {
      output.stderr += data;
      onError?.(output.stderr);
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...output }));
  });
}

describe('npx balcao doctor', () => {
  const [{ code: variant }] = listSnippets(DOCUMENT).filter(({ language }) => language === 'json');
  const [askReading, askWriting, settle] = listSnippets(DOCUMENT).filter(({ language }) => language === 'sh');
  const [readReport, writeReport] = listSnippets(DOCUMENT).filter(({ language }) => language === 'text');
  let sources;
  let server;
  let sandbox;
  let baseUrl;

  before(async () => {
    sources = await startSourceServer();
    const { startSandboxServer } = await sources.load('/src/sandbox/node.ts');
    server = await startSandboxServer(JSON.parse(variant));
    sandbox = server.rooms.open('demo');
    baseUrl = `${server.origin}/demo/`;
  });

  after(async () => {
    await server.close();
    await sources.close();
  });

  const doctor = (args, options) => run(process.execPath, [PROGRAM, 'doctor', ...args], options);
  const withToken = () => ({ BALCAO_TOKEN: sandbox.issueToken().token });

  /** A block of the document as it runs here, and its output as the document has it. */
  const runBlock = async ({ code }, options) => {
    const here = code.replaceAll(DOCUMENTED_ORIGIN, server.origin).replaceAll('npx balcao', `"${process.execPath}" ${PROGRAM}`);
    const { stdout, ...rest } = await run('sh', ['-c', here], options);
    const instant = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/g;
    return { stdout: stdout.replaceAll(server.origin, DOCUMENTED_ORIGIN).replaceAll(instant, '2026-03-01T12:00:30'), ...rest };
  };

  it('prints for reading what the document shows', async () => {
    const { code, stdout, stderr } = await runBlock(askReading);
    assert.equal(stderr, '');
    assert.equal(stdout, readReport.code);
    assert.equal(code, 0);
  });

  it('prints for a paid Pix code what the document shows', async () => {
    const settling = [];
    const { code, stdout } = await runBlock(askWriting, {
      env: withToken(),
      onError: (text) => {
        if (text.includes('Waiting') && settling.length === 0) settling.push(runBlock(settle));
      },
    });
    const [settled] = await Promise.all(settling);
    assert.equal(settled.code, 0);
    assert.equal(stdout, writeReport.code);
    assert.equal(code, 0);
  });

  it('prints JSON, and nothing else on its output', async () => {
    const { code, stdout } = await doctor(['--base-url', baseUrl, '--charge', '--json'], { env: withToken() });
    const { ok, findings, profile, todo } = JSON.parse(stdout);
    assert.equal(code, 0);
    assert.equal(ok, true);
    assert.ok(findings.some(({ check, state }) => check === 'charge' && state === 'ok'));
    const { pixStatusSystem: _, deleteMethod: method, deleteId: id, ...same } = JSON.parse(variant);
    assert.deepEqual(profile, { ...same, deleteCard: { method, id } });
    assert.ok(todo.length > 0);
  });

  it('ends with 1 where something is bad', async () => {
    const { code, stdout } = await doctor(['--base-url', `${baseUrl}v2/`], { env: withToken() });
    assert.equal(code, 1);
    assert.match(stdout, /^bad +paths/m);
  });

  it('shows its options, each of them', async () => {
    const { code, stdout } = await doctor(['--help']);
    const { doctorCommand } = await sources.load('/src/bin/doctor/doctor-command.ts');
    assert.equal(code, 0);
    for (const name of Object.keys(doctorCommand.options)) assert.ok(stdout.includes(`--${name}`), name);
  });

  const good = ['--base-url', 'http://127.0.0.1:9/'];
  for (const [what, args, env, message] of [
    ['no token', good, {}, /BALCAO_TOKEN/],
    ['a token with its scheme', good, { BALCAO_TOKEN: 'Bearer abc' }, /without "Bearer"/],
    ['a token as an argument', [...good, '--token', 'abc'], {}, /--token/],
    ['no address', [], { BALCAO_TOKEN: 'abc' }, /--base-url/],
    ['an address without encryption', ['--base-url', 'http://payments.example/'], { BALCAO_TOKEN: 'abc' }, /https:/],
    ['an origin with a path', [...good, '--origin', 'https://shop.example/cart'], { BALCAO_TOKEN: 'abc' }, /--origin/],
    ['a status path without a place for the charge', [...good, '--status-path', 'pix/status'], { BALCAO_TOKEN: 'abc' }, /\{qrCodeId\}/],
    ['an amount with a comma', [...good, '--amount', '1,00'], { BALCAO_TOKEN: 'abc' }, /--amount/],
    ['waiting without writing', [...good, '--wait-for-payment'], { BALCAO_TOKEN: 'abc' }, /--write/],
    ['a card that is none', good, { BALCAO_TOKEN: 'abc', BALCAO_TEST_CARD: '4111111111111112' }, /BALCAO_TEST_CARD/],
  ]) {
    it(`ends with 2 for ${what}`, async () => {
      const { code, stdout, stderr } = await doctor(args, { env });
      assert.equal(code, 2);
      assert.equal(stdout, '');
      assert.match(stderr, message);
      assert.ok(!stderr.includes('4111111111111112'));
    });
  }
});
