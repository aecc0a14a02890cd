/** `balcao sandbox` as a child process. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { findFreePort } from '../package/documented-server.mjs';
import { listen } from '../support/listen.mjs';
import { runShopProgram } from '../../src/bin/sandbox/shop-program.ts';
import { callBalcao, runBalcao, startBalcao, startSandboxProgram } from './program.mjs';
import { charge, createPix, post } from './sandbox-calls.mjs';

const folder = mkdtempSync(join(tmpdir(), 'balcao-bin-'));
after(() => rmSync(folder, { recursive: true }));

function writeVariant(name, text) {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

/** A server of this process on a port; `undefined` where another program has it. */
async function occupy(port) {
  const server = createServer();
  const isOurs = await new Promise((resolve) => server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true)));
  return isOurs ? server : undefined;
}

describe('balcao sandbox', () => {
  it('prints its addresses, test cards and amounts, then each request as a line, and ends with 0 on SIGTERM', async () => {
    const program = startBalcao(['sandbox', '--port', '0']);
    const { value: first } = await program.lines.next();
    const [, baseUrl] = /^Base URL +(http:\/\/127\.0\.0\.1:\d+\/demo\/)$/.exec(first) ?? [];
    assert.equal((await charge(baseUrl)).status, 200);
    program.kill('SIGTERM');
    const { code, stdout, stderr } = await program.end();
    assert.deepEqual([code, stderr], [0, '']);
    assert.ok(stdout.includes(`Control page  ${baseUrl}__sandbox/\n`));
    assert.match(stdout, /^ {2}4000 0000 0000 0002 +declined by the issuer$/m);
    assert.match(stdout, /^ {2}4000 0000 0000 0119 +charged, but the response is 503$/m);
    assert.match(stdout, /^ {2}4000 0000 0000 0341 +charged, but no response comes$/m);
    assert.match(stdout, /^ {2}4029\.00 +card +failed, too many requests$/m);
    assert.match(stdout, /^\d\d:\d\d:\d\d {2}POST +\/demo\/__sandbox\/token {2}200 {2}\d+ ms$/m);
    assert.match(stdout, /^\d\d:\d\d:\d\d {2}POST +\/demo\/card\/processPayment {2}200 {2}\d+ ms$/m);
  });

  it('prints JSON, one object a line, with --json', async () => {
    const startAt = Date.now();
    const { start, next, stop } = await startSandboxProgram();
    const origin = new URL(start.baseUrl).origin;
    assert.deepEqual([start.event, start.baseUrl, start.controlUrl], ['listening', `${origin}/demo/`, `${origin}/demo/__sandbox/`]);
    assert.equal(start.cards[0].number, '4111111111111111');
    assert.equal(start.amounts[0].amount, 4002);
    await charge(start.baseUrl, { number: '4000000000009995' });
    assert.equal((await next()).path, '/demo/__sandbox/token');
    const { at, durationMs, ...request } = await next();
    assert.deepEqual(request, { event: 'request', method: 'POST', path: '/demo/card/processPayment', status: 402 });
    assert.ok(startAt <= Date.parse(at) && Date.parse(at) <= Date.now());
    assert.ok(Number.isInteger(durationMs) && durationMs >= 0);
    assert.equal((await stop('SIGINT')).code, 0);
  });

  it('says so where a connection broke', async () => {
    const { start, next, stop } = await startSandboxProgram();
    await post(start.baseUrl, '__sandbox/faults', { operation: 'pixStatus', fault: 'reset' });
    await next();
    await assert.rejects(fetch(`${start.baseUrl}pix/qrCode/1`));
    assert.equal((await next()).status, null);
    await stop();
  });

  it('never prints a card number, nor its control page’s own reads', async () => {
    const { start, next, stop } = await startSandboxProgram();
    await fetch(`${start.baseUrl}__sandbox/state`);
    for (const number of ['4111111111111111', '4111%201111%201111%201111', '4111-1111-1111-1111']) {
      await fetch(`${start.baseUrl}card/delete/${number}?card=${number}`, { method: 'DELETE' });
      assert.equal((await next()).path, '/demo/card/delete/[number]');
    }
    await charge(start.baseUrl);
    const { stdout, stderr } = await stop();
    const [, ...requests] = stdout.split('\n');
    assert.doesNotMatch(requests.join('\n') + stderr, /4111/);
  });

  it('takes another port where 4174 is taken, and says so', async () => {
    const other = await occupy(4174);
    const { start, stop } = await startSandboxProgram([]);
    assert.equal((await charge(start.baseUrl)).status, 200);
    const { stderr } = await stop();
    other?.close();
    const { port } = new URL(start.baseUrl);
    if (other) assert.notEqual(port, '4174');
    // A program that had the port before may have left it meanwhile.
    assert.equal(stderr, port === '4174' ? '' : `The port 4174 is taken; this sandbox is at port ${port} instead.\n`);
  });

  it('ends with 1 where the port of --port is taken, and says how to choose another', async () => {
    const other = createServer();
    const port = await listen(other);
    const { code, stdout, stderr } = await runBalcao('sandbox', '--port', String(port));
    other.close();
    assert.deepEqual([code, stdout], [1, '']);
    assert.equal(
      stderr,
      `balcao: The port ${port} is taken. Choose another one with --port, or leave --port out: then a free one is taken.\n`,
    );
  });

  it('ends with 1 where the machine does not have the address of --host', async () => {
    const { code, stderr } = await runBalcao('sandbox', '--port', '0', '--host', '192.0.2.1');
    assert.equal(code, 1);
    assert.match(stderr, /does not have the address of --host/);
  });

  it('warns where other machines reach it', async () => {
    const { start, stop } = await startSandboxProgram(['--port', '0', '--host', '0.0.0.0']);
    // A checkout takes plain http from this machine's own addresses alone, and 0.0.0.0 is none.
    assert.match(start.baseUrl, /^http:\/\/127\.0\.0\.1:\d+\/demo\/$/);
    assert.equal((await fetch(start.controlUrl)).status, 200);
    assert.match((await stop()).stderr, /^Everyone who reaches 0\.0\.0\.0 can read and control this sandbox\.$/m);
  });

  for (const port of ['http', '70000', '-1', '1.5']) {
    it(`ends with 2 on the port ${port}`, async () => {
      const { code, stdout, stderr } = await callBalcao(['sandbox', `--port=${port}`]);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, /is no port\. Give a whole number from 0 \(any free port\) to 65535\./);
    });
  }

  it('behaves as the variant of a file', async () => {
    const file = writeVariant('good.json', '{ "cardExpiration": "MM/YYYY", "tokenLifeSeconds": 60 }');
    const { start, stop } = await startSandboxProgram(['--port', '0', '--variant', file]);
    assert.equal((await charge(start.baseUrl)).status, 422);
    assert.equal((await charge(start.baseUrl, { expirationDate: '12/2030' })).status, 200);
    assert.equal((await post(start.baseUrl, '__sandbox/token', {})).body.expiresIn, 60);
    await stop();
  });

  it('reads a file that begins with the mark of editors on Windows', async () => {
    const file = writeVariant('marked.json', '\uFEFF{ "tokenLifeSeconds": 60 }');
    const { start, stop } = await startSandboxProgram(['--port', '0', '--variant', file]);
    assert.equal(start.event, 'listening');
    await stop();
  });

  it('ends with 2 on a variant that is none, and names each key', async () => {
    const text = JSON.stringify({
      pixCode: 'paper',
      pixKode: 'static',
      magic: 'no',
      tokenLifeSeconds: 0,
      webhookUrl: 'https://shop.example/',
    });
    const { code, stdout, stderr } = await callBalcao(['sandbox', '--variant', writeVariant('bad.json', text)]);
    assert.deepEqual([code, stdout], [2, '']);
    for (const line of [
      /^ {2}pixCode must be one of "dynamic", "static"$/m,
      /^ {2}pixKode is no key of a variant; the keys are cors, magic, .*webhookUrl$/m,
      /^ {2}magic must be true or false$/m,
      /^ {2}tokenLifeSeconds must be a whole number, 1 or more$/m,
      /^ {2}webhookUrl must be an http or https address of this machine/m,
    ])
      assert.match(stderr, line);
  });

  /** @type {Record<string, [() => string, RegExp]>} */
  const FILES = {
    'is not there': [() => join(folder, 'absent.json'), /cannot be read/],
    'is no JSON': [() => writeVariant('broken.json', '{ pixCode: static }'), /is not JSON/],
    'is no object': [() => writeVariant('list.json', '[]'), /it must be a JSON object/],
  };
  for (const [name, [file, message]] of Object.entries(FILES)) {
    it(`ends with 2 where the file of a variant ${name}`, async () => {
      const { code, stderr } = await callBalcao(['sandbox', '--variant', file()]);
      assert.equal(code, 2);
      assert.match(stderr, message);
    });
  }

  it('notifies the address of --webhook of a paid Pix charge', async () => {
    const notices = [];
    let notified;
    const arrival = new Promise((resolve) => {
      notified = resolve;
    });
    const shop = createServer((request, response) => {
      void text(request).then((body) => {
        notices.push([request.url, JSON.parse(body).status]);
        response.end();
        notified();
      });
    });
    const url = `http://127.0.0.1:${await listen(shop)}/shop/webhook`;
    const { start, stop } = await startSandboxProgram(['--port', '0', '--webhook', url]);
    await createPix(start.baseUrl);
    await post(start.baseUrl, '__sandbox/pix', { action: 'settle' });
    await arrival;
    assert.deepEqual(notices, [['/shop/webhook', 'PAGO']]);
    await stop();
    shop.close();
  });

  /** The first line for a try to deliver a notice, of a sandbox that notifies `url` of a paid charge. */
  async function findWebhookLine(url, format = []) {
    const program = startBalcao(['sandbox', '--port', '0', '--webhook', url, ...format]);
    const { value: first } = await program.lines.next();
    const [, baseUrl] = /(http:[^" ]*\/demo\/)/.exec(first) ?? [];
    await createPix(baseUrl);
    await post(baseUrl, '__sandbox/pix', { action: 'settle' });
    for await (const line of program.lines) {
      if (!/webhook/i.test(line)) continue;
      program.kill('SIGTERM');
      await program.end();
      return line;
    }
    return assert.fail(JSON.stringify(await program.end()));
  }

  for (const [what, outcome, handler] of /** @type {[string, string, import('node:http').RequestListener | undefined][]} */ ([
    ['the status of a notice that was taken', '204', (_, response) => response.writeHead(204).end()],
    ['the status of one that was refused', '500', (_, response) => response.writeHead(500).end()],
    ['that an address cut the connection', 'no response', (request) => request.socket.destroy()],
    ['that nothing listens at an address', 'connection refused', undefined],
  ])) {
    it(`prints ${what}`, async () => {
      const shop = createServer(handler);
      const url = `http://127.0.0.1:${await listen(shop)}/shop/webhook/secret`;
      if (!handler) shop.close();
      const startAt = Date.now();
      const line = await findWebhookLine(`${url}?key=hidden`);
      const event = JSON.parse(await findWebhookLine(url, ['--json']));
      shop.close();
      assert.match(line, new RegExp(`^\\d\\d:\\d\\d:\\d\\d {2}WEBHOOK {2}${url} {2}${outcome} {2}\\d+ ms$`));
      const { at, durationMs, ...rest } = event;
      assert.ok(startAt <= Date.parse(at) && Date.parse(at) <= Date.now() && Number.isInteger(durationMs));
      const status = Number(outcome);
      assert.deepEqual(rest, { event: 'webhook', url, ...(status ? { status } : { status: null, problem: outcome }) });
    });
  }

  it('ends on SIGTERM without the tries of a notice that are still to come', async () => {
    let tries = 0;
    const shop = createServer((_, response) => {
      tries += 1;
      response.writeHead(500).end();
    });
    await findWebhookLine(`http://127.0.0.1:${await listen(shop)}/shop/webhook`);
    shop.close();
    assert.equal(tries, 1);
  });

  /** Starts a sandbox with a program that prints its settings and its end, and waits for the settings. */
  async function startWithShop(args, { code = '', env = {} } = {}) {
    const file = join(folder, 'shop.mjs');
    const end = "process.once('SIGTERM', () => process.exit(console.log('ended')));";
    writeFileSync(file, `${end} setInterval(() => {}, 1000); console.log('shop', process.env.SERVICE_URL, process.env.PORT); ${code}`);
    const program = startBalcao(['sandbox', '--port', '0', '--start', file, ...args], { env });
    const { value: first } = await program.lines.next();
    for await (const line of program.lines) {
      const [, serviceUrl, port] = /^shop (\S+) (\d+)$/.exec(line) ?? [];
      if (port !== undefined) return { ...program, baseUrl: first.split(/ +/).at(-1), serviceUrl, port };
    }
    return assert.fail(JSON.stringify(await program.end()));
  }

  for (const address of ['127.0.0.1:{port}', '127.0.0.1', 'localhost:443']) {
    it(`runs a program of the shop with its address and the port of the webhook at ${address}, and ends it`, async () => {
      const url = `http://${address.replace('{port}', String(await findFreePort()))}/shop/webhook`;
      const wanted = new URL(url).port || '80';
      const { baseUrl, serviceUrl, port, kill, end } = await startWithShop(['--webhook', url]);
      assert.equal(serviceUrl, baseUrl);
      kill('SIGTERM');
      const { code, stdout, stderr } = await end();
      // Another program may have the port, and not everybody may use one below 1024.
      assert.deepEqual([code, stderr], [0, port === wanted ? '' : `The port ${wanted} is taken; the shop is at port ${port} instead.\n`]);
      assert.match(stdout, /^ended$/m);
    });
  }

  it('gives the program another port where that one is taken, moves the webhook there, and says so', async () => {
    const other = createServer();
    const taken = await listen(other);
    const { baseUrl, port, kill, end } = await startWithShop(['--webhook', `http://127.0.0.1:${taken}/shop/webhook`]);
    other.close();
    assert.equal((await post(baseUrl, '__sandbox/options', {})).body.webhookUrl, `http://127.0.0.1:${port}/shop/webhook`);
    kill('SIGTERM');
    assert.equal((await end()).stderr, `The port ${taken} is taken; the shop is at port ${port} instead.\n`);
  });

  for (const wanted of ['4321', '80']) {
    it(`leaves the port of the program to the environment: ${wanted}`, async () => {
      const { baseUrl, port, kill, end } = await startWithShop(['--webhook', 'http://127.0.0.1:5/hook'], { env: { PORT: wanted } });
      assert.equal(port, wanted);
      assert.equal((await post(baseUrl, '__sandbox/options', {})).body.webhookUrl, new URL(`http://127.0.0.1:${wanted}/hook`).href);
      kill('SIGTERM');
      assert.deepEqual([(await end()).code, (await end()).stderr], [0, '']);
    });
  }

  for (const PORT of ['', '0']) {
    it(`gives the program a port where the one of the environment is "${PORT}"`, async () => {
      const { port, kill, end } = await startWithShop([], { env: { PORT } });
      assert.ok(Number(port) > 0);
      kill('SIGTERM');
      assert.equal((await end()).code, 0);
    });
  }

  it('ends with 2 where the port of the environment is none, and starts nothing', async () => {
    const { code, stdout, stderr } = await callBalcao(['sandbox', '--start', import.meta.filename], { PORT: 'abc' });
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /^balcao: PORT: "abc" is no port\./);
  });

  it('ends with 2 where the program is not there, and starts nothing', async () => {
    const file = join(folder, 'absent.mjs');
    const { code, stdout, stderr } = await callBalcao(['sandbox', '--start', file]);
    assert.deepEqual([code, stdout], [2, '']);
    assert.ok(stderr.startsWith(`balcao: --start: the file ${file} cannot be read (ENOENT`), stderr);
  });

  it('keeps what the program prints out of the lines of --json', async () => {
    const file = join(folder, 'printing.mjs');
    writeFileSync(file, "console.log('printed');");
    const { code, stdout, stderr } = await runBalcao('sandbox', '--port', '0', '--json', '--start', file);
    assert.equal(code, 0);
    assert.equal(JSON.parse(stdout).event, 'listening');
    assert.match(stderr, /^printed$/m);
  });

  /** Writes a program that calls a server of this process when it is ready, and at SIGTERM. The program ends with the second response, if ever. */
  async function writeLastingShop() {
    const calls = [];
    const waiting = [];
    const server = createServer((request, response) => {
      const call = { path: request.url, answer: () => response.end() };
      if (waiting.length > 0) waiting.shift()(call);
      else calls.push(call);
    });
    const url = `http://127.0.0.1:${await listen(server)}`;
    const file = join(folder, 'lasting.mjs');
    const leave = "then(() => process.exit(console.log('left')))";
    writeFileSync(
      file,
      `process.on('SIGTERM', () => {}).once('SIGTERM', () => fetch('${url}/asked').${leave}); await fetch('${url}/ready');`,
    );
    const nextCall = () => (calls.length > 0 ? calls.shift() : new Promise((resolve) => waiting.push(resolve)));
    return { file, nextCall, server };
  }

  it('waits for the program at a second SIGTERM, too', async () => {
    const { file, nextCall, server } = await writeLastingShop();
    const { kill, end } = startBalcao(['sandbox', '--port', '0', '--start', file]);
    assert.equal((await nextCall()).path, '/ready');
    kill('SIGTERM');
    const { path, answer } = await nextCall();
    assert.equal(path, '/asked');
    kill('SIGTERM');
    answer();
    const { code, stdout } = await end();
    server.close();
    server.closeAllConnections();
    assert.equal(code, 0);
    assert.match(stdout, /^left$/m);
  });

  it('ends a program that goes on after SIGTERM, 10 seconds later', async (t) => {
    const { file, nextCall, server } = await writeLastingShop();
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const ending = new AbortController();
    const ended = runShopProgram(file, { stdio: 'ignore' }, ending.signal);
    assert.equal((await nextCall()).path, '/ready');
    ending.abort();
    assert.equal((await nextCall()).path, '/asked');
    t.mock.timers.tick(10_000);
    assert.equal(await ended, 0);
    server.close();
    server.closeAllConnections();
  });

  it('ends with the exit code of the program', async () => {
    const { end } = await startWithShop([], { code: 'process.exit(3);' });
    assert.equal((await end()).code, 3);
  });

  it('numbers the charges of each start anew', async () => {
    const identifiers = [];
    for (const _ of [1, 2]) {
      const { start, stop } = await startSandboxProgram();
      for (const __ of [1, 2]) identifiers.push((await charge(start.baseUrl)).body.identifier);
      await stop();
    }
    assert.equal(new Set(identifiers).size, 4);
    for (const identifier of identifiers) assert.match(identifier, /^\d{9}$/);
  });

  it('ends with 2 on a webhook that is not on this machine', async () => {
    const { code, stderr } = await callBalcao(['sandbox', '--webhook', 'https://shop.example/webhook']);
    assert.equal(code, 2);
    assert.match(stderr, /--webhook: .*\(localhost, 127\.0\.0\.1 or \[::1\]\)/);
  });
});
