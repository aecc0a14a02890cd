import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parseSync } from 'vite';
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
  // Without the packages that a shop chooses, which are not in this project.
  'balcao/server': ['createShopServer', 'toNodeListener', 'sqlLedger'],
  'balcao/server/postgres': ['postgres'],
  'balcao/server/pglite': ['pglite'],
  'balcao/server/oauth': ['oauthTokens'],
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
  'balcao/react': ['BalcaoBoleto', 'BalcaoCardForm', 'BalcaoCheckout', 'BalcaoInstallments', 'BalcaoPix', 'BalcaoSavedCards'],
};

/** What a declaration's text imports. */
function listTypeImports(code) {
  return [...code.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/(?:from|import\()\s*['"]([^'"]+)['"]/g)].map(([, name]) => name);
}

/** The declarations below a folder that entries lead to. */
function listReached(folder, entries) {
  const reached = [...entries];
  for (const file of reached) {
    const relative = listTypeImports(readFileSync(join(folder, file), 'utf8')).filter((name) => name.startsWith('.'));
    const files = relative.map((name) => join(dirname(file), name).replaceAll('\\', '/').replace(/\.js$/, '.d.ts'));
    reached.push(...files.filter((name, index) => !reached.includes(name) && files.indexOf(name) === index));
  }
  return reached;
}

/** What declarations may import, by how their paths begin. A server's project has Node's types, but not those of a database that it does not use. */
/** @type {[string, RegExp][]} */
const TYPES_FROM = [
  ['templates', /^(?:\.|react$|svelte\/elements$|vue$)/],
  ['server', /^(?:\.|zod\/mini$|node:)/],
  ['', /^(?:\.|lit$|lit\/|zod\/mini$|idb$)/],
];

describe('the packed package, in Node', () => {
  let packed;
  before(() => {
    packed = installPacked(['react', 'react-dom', 'scheduler']);
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

  it('registers nothing when `balcao` is imported, and what a page sees first when `balcao/define` is', () => {
    const record = `const tags = []; globalThis.customElements = { define: (tag) => tags.push(tag), get: (tag) => tags.includes(tag) || undefined };`;
    assert.deepEqual(run(`${record} await import('balcao'); process.stdout.write(tags.join())`), { status: 0, output: '' });
    const { output } = run(`${record} await import('balcao/define'); process.stdout.write(tags.sort().join())`);
    assert.equal(output, 'balcao-card-form,balcao-checkout');
  });

  it('has components that a server renders as attributes alone, without a page, and without registering an element', () => {
    const code = `import { BalcaoCheckout } from 'balcao/react'; import { createElement } from 'react'; import { renderToString } from 'react-dom/server';
      const html = renderToString(createElement(BalcaoCheckout, { amount: '149.90', fees: [], 'onbalcao-ready': () => {} }));
      process.stdout.write([html, typeof window, customElements.get('balcao-checkout')].join());`;
    assert.deepEqual(run(code), { status: 0, output: '<balcao-checkout amount="149.90" inert=""></balcao-checkout>,undefined,' });
  });

  it('declares the components that balcao/react has, in modules that are for clients by their first statement', () => {
    const declared = readFileSync(join(packed.folder, 'dist/templates/react.d.ts'), 'utf8').matchAll(/^export declare const (\w+)/gm);
    assert.deepEqual([...declared].map(([, name]) => name).sort(), NAMES['balcao/react']);
    const { exports } = JSON.parse(readFileSync(join(packed.folder, 'package.json'), 'utf8'));
    for (const file of [exports['./react'].node, exports['./react'].default]) {
      const { body } = parseSync(file, readFileSync(join(packed.folder, file), 'utf8')).program;
      assert.equal(body[0].type === 'ExpressionStatement' && 'directive' in body[0] && body[0].directive, 'use client', file);
    }
  });

  it('exports the manifest and the hashes', () => {
    const code = `import { createRequire } from 'node:module'; const require = createRequire(process.cwd() + '/x.js');
      if (require('balcao/custom-elements.json').modules.length === 0) console.log('empty manifest');
      if (!require('balcao/integrity.json')['balcao.min.js'].startsWith('sha384-')) console.log('no hash');`;
    assert.deepEqual(run(code), { status: 0, output: '' });
  });

  it('declares types that name only its own files, its dependencies, for templates the framework, and for the server Node', () => {
    const dist = join(packed.folder, 'dist');
    const ofServer = listReached(
      dist,
      ['index', 'postgres', 'pglite', 'oauth'].map((name) => `server/${name}.d.ts`),
    );
    const files = readdirSync(dist, { recursive: true })
      .map((file) => String(file).replaceAll('\\', '/'))
      .filter((file) => file.endsWith('.d.ts') && (!file.startsWith('server/') || ofServer.includes(file)));
    const foreign = files.flatMap((file) => {
      const [, allowed] = TYPES_FROM.find(([folder]) => file.startsWith(folder)) ?? [];
      return listTypeImports(readFileSync(join(dist, file), 'utf8'))
        .filter((name) => !allowed?.test(name))
        .map((name) => `${file}: ${name}`);
    });
    assert.deepEqual(foreign, []);
    assert.ok(files.length > 20 && ofServer.length > 10);
  });

  it('carries nothing but what is published', () => {
    // npm packs a README in every language, whatever `files` says. The others are what its links lead to.
    const documents = ['README.md', 'README.pt-BR.md', 'docs', 'ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];
    const published = ['dist', 'package.json', 'LICENSE', ...documents];
    assert.deepEqual(
      readdirSync(packed.folder).filter((name) => !published.includes(name)),
      [],
    );
  });
});
