/** The list of bundled packages: it is valid, and has the packages that are in each script, found here by their own code. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { judgeSbom } from '../../scripts/release/judge-sbom.mjs';
import { root } from './packed.mjs';

const read = (file) => readFileSync(join(root, file), 'utf8');
const text = read('dist/sbom.cdx.json');
const sbom = JSON.parse(text);
const packages = sbom.components.filter(({ type }) => type === 'library');
const scripts = sbom.components.filter(({ type }) => type === 'file').map(({ name }) => name);
const lock = JSON.parse(read('package-lock.json')).packages;

/** The name of a package in npm. */
const nameOf = (purl) => decodeURIComponent(/^pkg:npm\/(.+)@[\d.]+$/.exec(purl)?.[1] ?? '');

/** Lists the packages that the list has for a script. */
function listPackages({ dependencies }, script) {
  const entry = dependencies.find(({ ref }) => ref === script);
  return (entry?.dependsOn ?? []).map(nameOf).sort();
}

/** Text of each package that no minifier changes, and that neither our sources nor another package has. */
const MARKS = {
  '@brazilian-utils/brazilian-utils': 'arrecadacao',
  '@lit/reactive-element': 'reactiveElementVersions',
  dijkstrajs: 'Could not find a path from',
  idb: 'continuePrimaryKey',
  ky: 'ForceRetryError',
  'lit-element': 'litElementVersions',
  'lit-html': '_$litDirective$',
  qrcode: 'The amount of data is too big to be stored in a QR Code',
  zod: '_zod',
};

/** The package without a mark: its modules only pass on what `lit-html` and `lit-element` export. */
const PASSES_ON = 'lit';

/** Compares a list with the code in the scripts. Returns what differs. */
function findDifferences(list) {
  return scripts.flatMap((script) => {
    const code = read(script);
    const found = Object.keys(MARKS).filter((name) => code.includes(MARKS[name]));
    const listed = listPackages(list, script).filter((name) => name !== PASSES_ON);
    return found.join() === listed.join() ? [] : [`${script}: ${found} in the code, ${listed} in the list`];
  });
}

/** Changes a copy of the list. */
function change(edit) {
  const copy = structuredClone(sbom);
  edit(copy);
  return copy;
}

describe('the list of bundled packages', () => {
  it('is valid CycloneDX, and has each script with its hash', async () => {
    assert.deepEqual(await judgeSbom(root), []);
  });

  it('has the packages that are in each script, and no other', () => {
    assert.deepEqual(findDifferences(sbom), []);
    for (const script of scripts.filter((name) => listPackages(sbom, name).includes(PASSES_ON)))
      assert.ok(listPackages(sbom, script).includes('lit-html'), script);
    assert.deepEqual(packages.map(({ purl }) => nameOf(purl)).sort(), [...Object.keys(MARKS), PASSES_ON].sort());
  });

  it('is compared by text that only one package has', () => {
    const sources = readdirSync(join(root, 'src'), { recursive: true }).filter((file) => String(file).endsWith('.ts'));
    const ours = sources.map((file) => read(`src/${file}`)).join('\n');
    for (const [name, mark] of Object.entries(MARKS)) {
      assert.ok(!ours.includes(mark), name);
      const having = Object.keys(MARKS).filter((other) => readPackage(other).includes(mark));
      assert.deepEqual(having, [name]);
    }
  });

  /** Reads all scripts of a package that a bundler may take. */
  function readPackage(name) {
    const folder = join('node_modules', name);
    const files = readdirSync(join(root, folder), { recursive: true }).map(String);
    return files
      .filter((file) => file.endsWith('.js') && !file.includes('node_modules'))
      .map((file) => read(join(folder, file)))
      .join('\n');
  }

  it('has the packages that the source map of a script has', () => {
    const mapped = scripts.filter((script) => existsSync(join(root, `${script}.map`)));
    assert.ok(mapped.length > 50);
    for (const script of mapped) {
      /** @type {{ sources: string[] }} */
      const { sources } = JSON.parse(read(`${script}.map`));
      const found = sources.flatMap((source) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? []);
      assert.deepEqual(listPackages(sbom, script), [...new Set(found)].sort(), script);
    }
  });

  it('has the versions and hashes of package-lock.json, and the licences of the notice', () => {
    const described = packages.map(({ purl, version, licenses, externalReferences }) => {
      const name = nameOf(purl);
      const { url, hashes } = externalReferences.find(({ type }) => type === 'distribution');
      const own = lock[`node_modules/${name}`];
      assert.equal(version, own.version);
      assert.equal(purl.replace('%40', '@'), `pkg:npm/${name}@${version}`);
      assert.deepEqual(hashes, [{ alg: 'SHA-512', content: Buffer.from(own.integrity.replace('sha512-', ''), 'base64').toString('hex') }]);
      assert.ok(url.startsWith(`https://registry.npmjs.org/${name}/-/`) && url.endsWith(`-${version}.tgz`), url);
      return `${name} ${version} (${licenses[0].license.id})`;
    });
    const notice = read('dist/THIRD-PARTY-LICENSES.txt').match(/^\S+ \d\S* \(.+\)$/gm);
    assert.deepEqual(described.sort(), notice);
  });

  it('is the same for each build: it has no time and no random number', () => {
    assert.deepEqual([sbom.serialNumber, sbom.metadata.timestamp], [undefined, undefined]);
    assert.doesNotMatch(text, /urn:uuid|\d{4}-\d{2}-\d{2}T/);
  });

  it('names every script as what the package is made of', () => {
    const { purl, version } = sbom.metadata.component;
    assert.equal(purl, `pkg:npm/balcao@${version}`);
    assert.deepEqual(sbom.dependencies.find(({ ref }) => ref === purl).dependsOn.sort(), scripts.toSorted());
  });
});

describe('the check of that list', () => {
  const SCRIPT = 'dist/lazy/';
  const findEntry = (list) => list.dependencies.find(({ ref, dependsOn }) => ref.startsWith(`${SCRIPT}pix`) && dependsOn);

  it('finds a package that is missing, and one too many', () => {
    const missing = change((list) => findEntry(list).dependsOn.pop());
    const extra = change((list) => findEntry(list).dependsOn.push(packages.find(({ name }) => name === 'zod').purl));
    for (const list of [missing, extra]) assert.equal(findDifferences(list).length, 1);
  });

  it('finds a script that is missing, one too many, and another hash', async () => {
    const judge = (edit) => judgeSbom(root, JSON.stringify(change(edit)));
    const [first] = scripts;
    const find = (list) => list.components.find(({ name }) => name === first);
    assert.deepEqual(await judge((list) => list.components.splice(list.components.indexOf(find(list)), 1)), [
      `${first} is not in the list`,
    ]);
    const named = { ...sbom.components[0], name: 'dist/none.js', 'bom-ref': 'dist/none.js' };
    assert.deepEqual(await judge((list) => list.components.push(named)), ['dist/none.js is in the list alone']);
    assert.deepEqual(await judge((list) => (find(list).hashes[0].content = '0'.repeat(64))), [
      `${first} has another hash than the list has`,
    ]);
  });

  it('finds what is not CycloneDX, and another version', async () => {
    const judge = (edit) => judgeSbom(root, JSON.stringify(change(edit)));
    const [invalid] = await judge((list) => (list.components[0].type = 'script'));
    assert.match(invalid, /^the list is not CycloneDX 1\.6: /);
    const [other] = await judge((list) => (list.metadata.component.version = '0.0.1'));
    assert.match(other, /^the list is of 0\.0\.1, the package of /);
  });
});
