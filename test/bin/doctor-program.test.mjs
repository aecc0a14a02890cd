/** `balcao doctor` as a child process, against `balcao sandbox`. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { findBlock } from '../package/documented-blocks.mjs';
import { root } from '../package/packed.mjs';
import { listen } from '../support/listen.mjs';
import { callBalcao, startSandboxProgram } from './program.mjs';
import { post } from './sandbox-calls.mjs';

const PROGRAM = join(root, 'dist/bin/balcao.js');

/** What docs/doctor.md calls the sandbox's address. */
const DOCUMENTED_ORIGIN = 'http://127.0.0.1:4174';

/**
 * Runs a program to its end.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, onError?: (text: string) => void }} [options] `onError`: called with all that came on stderr so far.
 * @returns {Promise<{ code: number | null, stdout: string, stderr: string }>}
 */
function run(command, args, { env = {}, onError } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env: { PATH: process.env.PATH, ...env } });
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
  const variant = findBlock('"pixStatusSystem": "asaas"');
  const folder = mkdtempSync(join(tmpdir(), 'balcao-doctor-'));
  let sandbox;
  let baseUrl;
  let origin;

  before(async () => {
    writeFileSync(join(folder, 'variant.json'), variant);
    const [, , , ...args] = findBlock('--variant variant.json').replace('--port 4174', '--port 0').trim().split(' ');
    sandbox = await startSandboxProgram(args, { cwd: folder });
    ({ baseUrl } = sandbox.start);
    ({ origin } = new URL(baseUrl));
  });

  after(async () => {
    await sandbox?.stop();
    rmSync(folder, { recursive: true });
  });

  const doctor = (args, options) => run(process.execPath, [PROGRAM, 'doctor', ...args], options);
  const withToken = async () => ({ BALCAO_TOKEN: (await post(baseUrl, '__sandbox/token', {})).body.token });

  /** A block of the document as it runs here, and its output as the document has it. */
  const runBlock = async (code, options) => {
    const here = code.replaceAll(DOCUMENTED_ORIGIN, origin).replaceAll('npx balcao', `"${process.execPath}" "${PROGRAM}"`);
    const { stdout, ...rest } = await run('sh', ['-c', here], options);
    const instant = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/g;
    return { stdout: stdout.replaceAll(origin, DOCUMENTED_ORIGIN).replaceAll(instant, '2026-03-01T12:00:30'), ...rest };
  };

  it('prints for reading what the document shows', async () => {
    const { code, stdout, stderr } = await runBlock(findBlock('export BALCAO_TOKEN'));
    assert.equal(stderr, '');
    assert.equal(stdout, findBlock('Run with --write: it makes'));
    assert.equal(code, 0);
  });

  it('prints for a paid Pix code what the document shows', async () => {
    const settling = [];
    const { code, stdout } = await runBlock(findBlock('--write --wait-for-payment\n'), {
      env: await withToken(),
      onError: (text) => {
        if (text.includes('Waiting') && settling.length === 0) settling.push(runBlock(findBlock('__sandbox/pix -d')));
      },
    });
    const [settled] = await Promise.all(settling);
    assert.equal(settled.code, 0);
    assert.equal(stdout, findBlock('Run with --charge on a test account'));
    assert.equal(code, 0);
  });

  it('prints the whole profile of a run with all options at once', async () => {
    const keyed = baseUrl.replace('/demo/', '/keyed/');
    await post(keyed, '__sandbox/options', { ...JSON.parse(variant), idempotency: 'header' });
    const { body: issued } = await post(keyed, '__sandbox/token', {});
    const documented = findBlock('--write --wait-for-payment --charge').replace('/demo/', '/keyed/').trim();
    const settling = [];
    const { code, stdout } = await runBlock(`${documented} --repeat --json`, {
      env: { BALCAO_TOKEN: issued.token },
      onError: (text) => {
        if (text.includes('Waiting') && settling.length === 0) settling.push(post(keyed, '__sandbox/pix', { action: 'settle' }));
      },
    });
    await Promise.all(settling);
    const { findings, profile } = JSON.parse(stdout);
    assert.equal(code, 0);
    assert.deepEqual(
      findings.filter(({ state }) => state !== 'ok'),
      [],
    );
    const { pixStatusSystem: system, deleteMethod: method, deleteId: id, ...same } = JSON.parse(variant);
    assert.deepEqual(profile, { ...same, pixStatus: { system }, deleteCard: { method, id }, idempotency: { header: 'Idempotency-Key' } });
  });

  it('prints JSON, and nothing else on its output', async () => {
    const { code, stdout } = await doctor(['--base-url', baseUrl, '--charge', '--json'], { env: await withToken() });
    const { ok, findings, profile, todo } = JSON.parse(stdout);
    assert.equal(code, 0);
    assert.equal(ok, true);
    assert.ok(findings.some(({ check, state }) => check === 'charge' && state === 'ok'));
    const { pixStatusSystem: _, deleteMethod: method, deleteId: id, ...same } = JSON.parse(variant);
    assert.deepEqual(profile, { ...same, deleteCard: { method, id } });
    assert.ok(todo.length > 0);
  });

  it('ends with 1 where something is bad', async () => {
    const { code, stdout } = await doctor(['--base-url', `${baseUrl}v2/`], { env: await withToken() });
    assert.equal(code, 1);
    assert.match(stdout, /^bad +paths/m);
  });

  const serve = async (listener) => {
    const server = createServer(listener);
    return { server, address: `127.0.0.1:${await listen(server)}` };
  };

  it('says nothing of a profile where it found no service', async () => {
    const { server, address } = await serve((_, response) => response.writeHead(302, { Location: 'https://payments.example/' }).end());
    const { code, stdout } = await doctor(['--base-url', `http://${address}/`], { env: await withToken() });
    server.close();
    assert.equal(code, 1);
    assert.match(stdout, /^bad +service +The service redirects to https:\/\/payments\.example\/\.\n\nMissing/);
  });

  it('tells a server without https from one whose certificate is not trusted', async () => {
    const { server, address } = await serve((_, response) => response.end());
    const { code, stdout } = await doctor(['--base-url', `https://${address}/`], { env: await withToken() });
    server.close();
    assert.equal(code, 1);
    assert.match(stdout, /cannot be reached: it does not speak https there/);
  });

  it('says that its report is not whole where it was stopped', async () => {
    const { server, address } = await serve(() => child.kill('SIGINT'));
    const child = spawn(process.execPath, [PROGRAM, 'doctor', '--base-url', `http://${address}/`], { env: await withToken() });
    let said = '';
    child.stderr.on('data', (text) => (said += text));
    const [code] = await once(child, 'close');
    server.closeAllConnections();
    server.close();
    assert.equal(code, 1);
    assert.equal(said, 'Stopped: the report is not whole.\n');
  });

  it('shows its options, each of them', async () => {
    const { stderr } = await callBalcao(['doctor', '--nonsense']);
    const names = Array.from(stderr.split('The options are ')[1].matchAll(/--[\w-]+/g), ([name]) => name);
    const { code, stdout } = await callBalcao(['doctor', '--help']);
    assert.equal(code, 0);
    assert.ok(names.includes('--base-url'));
    for (const name of names) assert.ok(stdout.includes(`\n  ${name}`), name);
  });

  const good = ['--base-url', 'http://127.0.0.1:9/'];
  for (const [what, args, env, message] of /** @type {[string, string[], Record<string, string>, RegExp][]} */ ([
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
  ])) {
    it(`ends with 2 for ${what}`, async () => {
      const { code, stdout, stderr } = await callBalcao(['doctor', ...args], env);
      assert.equal(code, 2);
      assert.equal(stdout, '');
      assert.match(stderr, message);
      assert.ok(!stderr.includes('4111111111111112'));
    });
  }
});
