/** The headers that `balcao frame` prints: as servers take them, and as Chromium obeys them. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { launchChromium } from '../../scripts/launch-chromium.mjs';
import { waitUntil } from '../package/documented-server.mjs';
import { LIMIT_MS } from '../package/limit.mjs';
import { createFrameProgram, readFolder, serveFolder } from './frame-program.mjs';
import { runBalcao } from './program.mjs';

/** The policy, with the hash of the page's import map. */
const createPolicy = (map) =>
  [
    "default-src 'none'",
    `script-src 'self' 'sha256-${createHash('sha256').update(map).digest('base64')}'`,
    "style-src 'self'",
    'connect-src https://payments.example',
    'frame-ancestors https://loja.example https://www.loja.example',
    "form-action 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ');

const NAMES = [
  'Content-Security-Policy',
  'X-Content-Type-Options',
  'Strict-Transport-Security',
  'Cross-Origin-Opener-Policy',
  'Referrer-Policy',
  'Permissions-Policy',
];

/** What stands between a line and the next empty one. */
function readHeaderBlock(stdout, firstLine) {
  const start = stdout.indexOf(firstLine);
  assert.ok(start >= 0, firstLine);
  return stdout.slice(start).split('\n\n')[0];
}

describe('the headers that balcao frame prints', () => {
  let program;
  before(() => {
    program = createFrameProgram();
  });
  after(() => program.remove());

  /** Writes a frame; returns what the program printed. */
  async function print(folder, config, ...args) {
    const file = program.write('shop.json', JSON.stringify(config));
    const { code, stdout, stderr } = await program.run('--config', file, '--out', join(program.folder, folder), ...args);
    assert.deepEqual([code, stderr], [0, '']);
    return stdout;
  }

  /** The function of the block for Node, as printed. */
  async function readNodeBlock(stdout, name) {
    const file = program.write(name, `${readHeaderBlock(stdout, '// Node, ')}\nexport { setFrameHeaders };\n`);
    return (await import(pathToFileURL(file).href)).setFrameHeaders;
  }

  describe('for servers', () => {
    const shop = { service: 'https://payments.example/v1/', origins: ['https://loja.example', 'https://www.loja.example'] };
    let text;
    let json;
    before(async () => {
      text = await print('text', shop);
      json = JSON.parse(await print('json', shop, '--json'));
    });

    it('are all that a frame needs, for this shop and this service alone', () => {
      assert.deepEqual(Object.keys(json.headers), NAMES);
      const [, map] = /<script type="importmap">(.*)<\/script>/.exec(readFolder(join(program.folder, 'json'))['index.html']) ?? [];
      assert.equal(json.headers['Content-Security-Policy'], createPolicy(map));
      const features = json.headers['Permissions-Policy'].split(', ');
      for (const feature of features) assert.match(feature, /^[a-z-]+=\(\)$/);
      assert.ok(features.includes('camera=()') && features.includes('payment=()'));
      assert.doesNotMatch(json.headers['Permissions-Policy'], /autofill/);
    });

    it('keep what has a hash in its name for ever, and ask for the rest each time', () => {
      const kept = Object.entries(json.files).map(([name, { cacheControl }]) => [name.replace(/-[0-9a-f]{16}\./, '-HASH.'), cacheControl]);
      const forEver = 'public, max-age=31536000, immutable';
      assert.deepEqual(Object.fromEntries(kept), {
        'THIRD-PARTY-LICENSES.txt': 'no-cache',
        'core-HASH.js': forEver,
        'entry-HASH.js': forEver,
        'frame-HASH.css': forEver,
        'index.html': 'no-cache',
        'late-x_Y-1-HASH.js': forEver,
      });
    });

    it('are well-formed for nginx', () => {
      const map = readHeaderBlock(text, '# nginx, in http { }:');
      const headers = readHeaderBlock(text, '# nginx, in the location { }');
      const lines = headers.split('\n').slice(1);
      const read = lines.slice(0, -1).map((line) => /^add_header ([\w-]+) "([^"$]+)" always;$/.exec(line)?.slice(1));
      assert.deepEqual(Object.fromEntries(read), json.headers);
      assert.equal(lines.at(-1), 'add_header Cache-Control $balcao_cache always;');
      const rule = /^map \$uri \$balcao_cache \{\n {4}default "no-cache";\n {4}"~([^"{}]+)" "public, max-age=31536000, immutable";\n\}$/;
      const [, pattern] = rule.exec(map.split('\n').slice(1).join('\n')) ?? [];
      for (const [name, { cacheControl }] of Object.entries(json.files))
        assert.equal(new RegExp(pattern).test(`/loja-1/v1/${name}`), cacheControl !== 'no-cache', name);
    });

    it('are well-formed for Caddy', () => {
      const block = readHeaderBlock(text, '# Caddy, ');
      const [hashed, named, ...rest] = block.split('\n').slice(1);
      const [, pattern] = /^@balcaoHashed path_regexp (\S+)$/.exec(hashed) ?? [];
      assert.equal(named, `@balcaoNamed not path_regexp ${pattern}`);
      assert.doesNotMatch(pattern, /[{}"]/);
      for (const [name, { cacheControl }] of Object.entries(json.files))
        assert.equal(new RegExp(pattern).test(`/${name}`), cacheControl !== 'no-cache', name);
      const kept = rest.splice(0, 2).map((line) => /^header @(\w+) Cache-Control "([^"]+)"$/.exec(line)?.slice(1));
      assert.deepEqual(Object.fromEntries(kept), { balcaoHashed: 'public, max-age=31536000, immutable', balcaoNamed: 'no-cache' });
      assert.equal(rest[0], 'header {');
      assert.equal(rest.at(-1), '}');
      assert.deepEqual(
        Object.fromEntries(rest.slice(1, -1).map((line) => /^ {4}([\w-]+) "([^"{}]+)"$/.exec(line)?.slice(1))),
        json.headers,
      );
    });

    it('are well-formed for Node', async () => {
      const setHeaders = await readNodeBlock(text, 'headers.mjs');
      for (const [name, { cacheControl }] of Object.entries(json.files)) {
        const set = {};
        setHeaders({ setHeader: (header, value) => (set[header] = value) }, `/loja-1/v1/${name}`);
        assert.deepEqual(set, { ...json.headers, 'Cache-Control': cacheControl }, name);
      }
    });
  });

  describe('in Chromium', () => {
    let browser;
    let shop;
    let stranger;
    let frame;
    before(async () => {
      browser = await launchChromium();
      shop = await serveFolder(program.folder);
      stranger = await serveFolder(program.folder);
      const profile = program.write('profile.mjs', 'export default { readCharge: (status) => (status === 200 ? "approved" : undefined) };');
      const config = { service: 'http://127.0.0.1:9/demo/', origins: [shop.origin], profile: { cardExpiration: 'MM/YYYY' } };
      const setHeaders = await readNodeBlock(await print('frame', config, '--profile', profile), 'frame-headers.mjs');
      frame = await serveFolder(join(program.folder, 'frame'), setHeaders);
      program.write('index.html', `<!doctype html><link rel="icon" href="data:,"><iframe src="http://127.0.0.1:${frame.port}/"></iframe>`);
    });
    after(async () => {
      await browser?.close();
      for (const server of [shop, stranger, frame]) server?.close();
    });

    /** Opens a shop's page with the frame in it; collects everything that the browser complains of. */
    async function open({ origin }) {
      const page = await browser.newPage();
      page.setDefaultTimeout(LIMIT_MS);
      const complaints = [];
      page.on('console', (message) => complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(String(error)));
      await page.goto(origin);
      const frame = page.frameLocator('iframe');
      return { page, complaints, main: frame.locator('main'), fields: frame.locator('input') };
    }

    it('let the frame run with its config and both halves of its profile, without one complaint', async () => {
      const { page, complaints, main } = await open(shop);
      const { said, config, read } = JSON.parse(await main.innerText());
      assert.deepEqual([said, read], [['drawn'], 'approved']);
      assert.deepEqual(config, { service: 'http://127.0.0.1:9/demo/', origins: [shop.origin], profile: { cardExpiration: 'MM/YYYY' } });
      assert.equal(await main.evaluate((element) => getComputedStyle(element).color), 'rgb(1, 2, 3)');
      assert.deepEqual(complaints, []);
      await page.close();
    });

    it('let no script run that a page loads later and that has other bytes than were written', async () => {
      const folder = join(program.folder, 'frame');
      const [name, text] = Object.entries(readFolder(folder)).find(([each]) => each.startsWith('late-')) ?? ['', ''];
      writeFileSync(join(folder, name), `${text}\nconsole.log('changed');`);
      const { page, complaints, main } = await open(shop);
      if (complaints.length === 0) await page.waitForEvent('console');
      writeFileSync(join(folder, name), text);
      assert.match(complaints.join('\n'), /integrity/);
      assert.doesNotMatch(complaints.join('\n'), /changed/);
      assert.equal(await main.count(), 0);
      await page.close();
    });

    it("let the package's own frame draw its fields and take a page's port, without one complaint", async () => {
      const out = join(program.folder, 'own');
      const file = program.write('shop.json', JSON.stringify({ service: 'http://127.0.0.1:9/demo/', origins: [shop.origin] }));
      const { code, stdout } = await runBalcao('frame', '--config', file, '--out', out);
      assert.equal(code, 0);
      const own = await serveFolder(out, await readNodeBlock(stdout, 'own-headers.mjs'));
      program.write('own.html', `<!doctype html><link rel="icon" href="data:,"><iframe src="http://127.0.0.1:${own.port}/#en"></iframe>`);
      const { page, complaints, fields } = await open({ origin: `${shop.origin}/own.html` });
      await fields.nth(3).waitFor();
      const hello = await page.evaluate(async (target) => {
        const { port1, port2 } = new MessageChannel();
        const said = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
        document.querySelector('iframe')?.contentWindow?.postMessage({ balcao: 'card-fields', protocols: [1] }, target, [port2]);
        return said;
      }, `http://127.0.0.1:${own.port}`);
      assert.deepEqual([hello.type, hello.service], ['hello', 'http://127.0.0.1:9/demo/']);
      assert.deepEqual(complaints, []);
      await page.close();
      own.close();
    });

    it('keep the frame out of the pages of others', async () => {
      const { page, complaints, main } = await open(stranger);
      // The page may have loaded before the browser says so.
      await waitUntil(() => complaints.some((text) => text.includes('frame-ancestors')), 'a word of frame-ancestors');
      assert.equal(await main.count(), 0);
      await page.close();
    });

    it('let the frame reach its service alone, and write no HTML', async () => {
      const { page, main } = await open(shop);
      await main.waitFor();
      const blocked = await main.evaluate(async (element, other) => {
        const directives = [];
        /** @type {Promise<void>} */
        const told = new Promise((resolve) => {
          document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
            directives.push(`${effectiveDirective} ${blockedURI}`);
            if (directives.length === 2) resolve();
          });
        });
        await fetch('http://127.0.0.1:9/demo/').catch(() => {});
        await fetch(other).catch(() => {});
        let isRefused = false;
        try {
          element.innerHTML = '<b>html</b>';
        } catch {
          isRefused = true;
        }
        await told;
        return { directives, isRefused };
      }, `${shop.origin}/`);
      assert.deepEqual(blocked, {
        directives: [`connect-src ${shop.origin}/`, 'require-trusted-types-for trusted-types-sink'],
        isRefused: true,
      });
      await page.close();
    });
  });
});
