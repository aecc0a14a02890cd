import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { installPacked } from './packed.mjs';

/** What a page or a merchant's code must find at each entry; more is fine. */
const NAMES = {
  balcao: ['Checkout', 'CardForm', 'Installments', 'createPaymentsClient', 'forgetOrder', 'verifyCardNumber', 'isCheckoutError'],
  'balcao/domain': [
    'createInstallmentPlans',
    'detectBrand',
    'formatBrCode',
    'formatCardNumber',
    'formatReais',
    'parseAmount',
    'parseBrCode',
    'parseExpiration',
    'parseReais',
    'readPixStatus',
    'validateCard',
    'validateCardPayment',
    'validatePixCharge',
    'verifyCardNumber',
    'verifyExpiration',
    'verifyPixCharge',
    'verifySecurityCode',
  ],
  'balcao/client': ['createPaymentsClient'],
  'balcao/sandbox': ['createSandbox', 'sandbox'],
  'balcao/fixtures': [
    'brCodeFixtures',
    'cardFixtures',
    'invalidBrCodeFixtures',
    'neverPaidWords',
    'otherChargeFixtures',
    'pixStatusFixtures',
  ],
  'balcao/define': [],
};

describe('the packed package, in Node', () => {
  let packed;
  before(() => {
    packed = installPacked();
  });
  after(() => packed.remove());

  /** Runs a module in the project that depends on the package. */
  function run(code) {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: packed.project,
      encoding: 'utf8',
    });
    return { status, output: stdout + stderr };
  }

  for (const [entry, names] of Object.entries(NAMES)) {
    it(`imports ${entry} without a word, with its names`, () => {
      const missing = `${JSON.stringify(names)}.filter((name) => !(name in module))`;
      const code = `const module = await import('${entry}'); process.exitCode = ${missing}.length; if (process.exitCode) console.log(${missing});`;
      assert.deepEqual(run(code), { status: 0, output: '' });
    });
  }

  it('imports the definition of each element without a word', () => {
    const elements = readdirSync(join(packed.folder, 'dist/elements')).filter((name) =>
      existsSync(join(packed.folder, 'dist/elements', name, 'define.js')),
    );
    assert.ok(elements.includes('checkout'));
    for (const name of elements) assert.deepEqual(run(`await import('balcao/elements/${name}/define')`), { status: 0, output: '' }, name);
  });

  it('registers nothing when `balcao` is imported, and every element when `balcao/define` is', () => {
    const record = `const tags = []; globalThis.customElements = { define: (tag) => tags.push(tag), get: (tag) => tags.includes(tag) || undefined };`;
    assert.deepEqual(run(`${record} await import('balcao'); process.stdout.write(tags.join())`), { status: 0, output: '' });
    const { output } = run(`${record} await import('balcao/define'); process.stdout.write(tags.sort().join())`);
    assert.match(output, /balcao-card-form,balcao-checkout,balcao-installments/);
  });

  it('exports the manifest and the hashes', () => {
    const code = `import { createRequire } from 'node:module'; const require = createRequire(process.cwd() + '/x.js');
      if (require('balcao/custom-elements.json').modules.length === 0) console.log('empty manifest');
      if (!require('balcao/integrity.json')['balcao.min.js'].startsWith('sha384-')) console.log('no hash');`;
    assert.deepEqual(run(code), { status: 0, output: '' });
  });

  it('declares types that name only its own files, its dependencies and, for templates, the framework', () => {
    const files = readdirSync(join(packed.folder, 'dist'), { recursive: true }).filter((file) => String(file).endsWith('.d.ts'));
    const foreign = files.flatMap((file) => {
      const code = readFileSync(join(packed.folder, 'dist', String(file)), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
      const names = [...code.matchAll(/(?:from|import\()\s*['"]([^'"]+)['"]/g)].map(([, name]) => name);
      const allowed = String(file).startsWith('templates') ? /^(?:\.|react$|svelte\/elements$|vue$)/ : /^(?:\.|lit$|lit\/|zod\/mini$|idb$)/;
      return names.filter((name) => !allowed.test(name)).map((name) => `${file}: ${name}`);
    });
    assert.deepEqual(foreign, []);
    assert.ok(files.length > 20);
  });

  it('carries nothing but what is published', () => {
    // npm packs a README in every language, whatever `files` says.
    const published = ['dist', 'package.json', 'README.md', 'README.pt-BR.md', 'LICENSE'];
    assert.deepEqual(
      readdirSync(packed.folder).filter((name) => !published.includes(name)),
      [],
    );
  });
});
