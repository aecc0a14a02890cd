/** The program `balcao` as a child process: help, version, wrong usage. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { root } from '../package/packed.mjs';
import { callBalcao, runBalcao } from './program.mjs';

const { version, bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

describe('balcao', () => {
  it('is a program for Node in the package', () => {
    const file = join(root, bin.balcao);
    accessSync(file);
    assert.match(readFileSync(file, 'utf8'), /^#!\/usr\/bin\/env node\n/);
  });

  it('says its version', async () => {
    assert.deepEqual(await runBalcao('--version'), { code: 0, stdout: `${version}\n`, stderr: '' });
  });

  for (const flag of ['--help', '-h']) {
    it(`describes its commands with ${flag}`, async () => {
      const { code, stdout, stderr } = await runBalcao(flag);
      assert.deepEqual([code, stderr], [0, '']);
      assert.match(stdout, /^Usage: balcao COMMAND/m);
      assert.match(stdout, /^ {2}sandbox +\S/m);
    });
  }

  it('has help with usage, options, examples and exit codes for every command', async () => {
    const { stdout: help } = await callBalcao(['--help']);
    const commands = [...help.matchAll(/^ {2}npx balcao (\w+) --help$/gm)].map(([, name]) => name);
    assert.ok(commands.includes('sandbox'));
    for (const name of commands) {
      const { code, stdout, stderr } = await callBalcao([name, '--help']);
      assert.deepEqual([code, stderr], [0, ''], name);
      for (const part of [/^Usage: balcao/m, /^Options:/m, /^Examples:\n {2}\S/m, /^Exit codes: 0 /m]) assert.match(stdout, part, name);
    }
  });

  /** @type {Record<string, [string[], RegExp]>} */
  const WRONG = {
    'no command': [[], /Which command\? The commands are create, sandbox/],
    'a command that there is not': [['sandbx'], /There is no command "sandbx"\. The commands are create, sandbox/],
    'a command by a name of every object': [['constructor'], /There is no command "constructor"/],
    'an option that there is not': [
      ['sandbox', '--prot', '1'],
      /There is no option --prot\. The options are --port, --host, --variant, --webhook, --start, --json, --help/,
    ],
    'an option of the program that there is not': [['--verbose'], /There is no option --verbose\. The options are --help, --version/],
    'an option without its value': [['sandbox', '--port'], /The option --port needs a value/],
    'an option in the place of a value': [['sandbox', '--port', '--json'], /The option --port needs a value/],
    'a value that is not taken': [['sandbox', '--json=yes'], /The option --json takes no value/],
    'an argument that is no option': [['sandbox', '4174'], /"4174" is not expected here: every argument is an option/],
    'a second argument': [['create', 'my-shop', 'another'], /"another" is not expected here: there is one FOLDER only/],
  };
  for (const [name, [args, message]] of Object.entries(WRONG)) {
    it(`ends with 2 on ${name}, and says what is allowed`, async () => {
      const { code, stdout, stderr } = await callBalcao(args);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, message);
      assert.match(stderr, /^Help: balcao .*--help$/m);
    });
  }
});

describe('balcao, with an output that nobody reads', () => {
  for (const name of ['stdout', 'stderr']) {
    it(`ends with its own exit code: ${name}`, async () => {
      const args = name === 'stdout' ? ['--help'] : ['sandbox', '--port', 'none'];
      const child = spawn(process.execPath, [join(root, 'dist/bin/balcao.js'), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
      child[name].destroy();
      const [code] = await once(child, 'exit');
      assert.equal(code, name === 'stdout' ? 0 : 2);
    });
  }
});

describe('what browsers load', () => {
  const dist = join(root, 'dist');
  const files = readdirSync(dist, { recursive: true }).map((file) => String(file).replaceAll('\\', '/'));
  const isForNode = (file) => file.startsWith('server/') || (file.startsWith('bin/') && !file.startsWith('bin/page/'));
  const isForBrowsers = (file) => file.endsWith('.js') && !isForNode(file);

  it('has nothing of the program, and of Node', () => {
    const scripts = files.filter(isForBrowsers);
    for (const file of ['balcao.js', 'balcao.min.js', 'balcao.all.min.js', 'index.js', 'define.js', 'bin/page/page.js'])
      assert.ok(scripts.includes(file), file);
    for (const file of scripts) {
      const code = readFileSync(join(dist, file), 'utf8');
      assert.doesNotMatch(code, /["'`]node:|\/bin\/|parseArgs|npx balcao/, file);
    }
  });
});
