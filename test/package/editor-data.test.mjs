import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { findBlock } from './documented-blocks.mjs';
import { installPacked, root } from './packed.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const readJson = (path) => JSON.parse(read(path));
const elements = readJson('dist/custom-elements.json')
  .modules.flatMap(({ declarations }) => declarations)
  .filter(({ tagName }) => tagName);
const inOrder = (words) => [...words].sort((one, other) => (one < other ? -1 : 1));
const names = (list = []) => inOrder(list.map(({ name }) => name));
const events = (element) => names(element.events).filter((name) => name.startsWith('balcao-'));

describe('what editors read', () => {
  it('has every element with its attributes, and the words of those that have a few (VS Code, HTML)', () => {
    const { tags } = readJson('dist/vscode.html-custom-data.json');
    assert.deepEqual(names(tags), inOrder(elements.map(({ tagName }) => tagName)));
    for (const { tagName, attributes } of elements) {
      assert.deepEqual(names(tags.find(({ name }) => name === tagName).attributes), names(attributes), tagName);
    }
    const checkout = tags.find(({ name }) => name === 'balcao-checkout');
    const values = (name) => names(checkout.attributes.find((attribute) => attribute.name === name).values);
    assert.deepEqual(values('fee-payer'), ['choice', 'customer', 'merchant']);
    assert.deepEqual(values('lang'), ['en', 'es', 'pt-BR']);
    assert.equal(checkout.attributes.find(({ name }) => name === 'pix-webhook').valueSet, 'v');
  });

  it('has every part and custom property (VS Code, CSS)', () => {
    const { properties, pseudoElements } = readJson('dist/vscode.css-custom-data.json');
    const all = (kind) => inOrder(new Set(elements.flatMap((element) => names(element[kind]))));
    assert.deepEqual(names(properties), all('cssProperties'));
    assert.deepEqual(names(pseudoElements), inOrder(all('cssParts').map((name) => `::part(${name})`)));
  });

  it('has everything of each element, and the version (JetBrains)', () => {
    const { name, version } = readJson('package.json');
    const webTypes = readJson('dist/web-types.json');
    assert.deepEqual([webTypes.name, webTypes.version], [name, version]);
    for (const element of elements) {
      const found = webTypes.contributions.html.elements.find((candidate) => candidate.name === element.tagName);
      assert.deepEqual(names(found.attributes), names(element.attributes));
      assert.deepEqual(names(found.slots), names(element.slots));
      assert.deepEqual(names(found.css.parts), names(element.cssParts));
      assert.deepEqual(names(found.js.events).filter((event) => event.startsWith('balcao-')), events(element)); // prettier-ignore
      assert.ok(found.js.properties.some((property) => property.name === 'fees'));
    }
  });

  it('is where package.json says', () => {
    const { customElements, 'web-types': webTypes, exports } = readJson('package.json');
    for (const path of [customElements, webTypes]) assert.ok(existsSync(join(root, path)), path);
    for (const path of Object.values(exports).flatMap((entry) => (typeof entry === 'string' ? [entry] : Object.values(entry)))) {
      assert.ok(path.includes('*') || existsSync(join(root, path)), path);
    }
  });
});

describe('the settings of an editor in the documents', () => {
  it('name files that are in the package', (test) => {
    const packed = installPacked();
    test.after(() => packed.remove());
    for (const path of Object.values(JSON.parse(findBlock('"html.customData"'))).flat()) {
      assert.ok(JSON.parse(readFileSync(join(packed.project, path), 'utf8')).version, path);
    }
  });
});

describe('the types of templates', () => {
  const code = read('dist/templates/elements.d.ts');
  const readInterface = (name) => new RegExp(`interface ${name} \\{([^]*?)\\n\\}`).exec(code)?.[1] ?? '';
  const keys = (body) => inOrder([...body.matchAll(/^ {2}'?([\w-]+)'?\??:/gm)].map(([, key]) => key));

  for (const element of elements) {
    it(`have the attributes and events of ${element.tagName}`, () => {
      assert.deepEqual(keys(readInterface(`${element.name}Attributes`)), names(element.attributes));
      assert.deepEqual(keys(readInterface(`${element.name}Events`)).filter((name) => name.startsWith('balcao-')), events(element)); // prettier-ignore
      assert.ok(keys(readInterface(`${element.name}Properties`)).includes('getToken'));
    });
  }

  it('know the detail of an event of any element inside the checkout', () => {
    assert.match(readInterface('CheckoutEvents'), /'balcao-approved': HTMLElementEventMap\['balcao-approved'\]/);
    assert.match(readInterface('CheckoutEvents'), /'balcao-pix-paid': HTMLElementEventMap\['balcao-pix-paid'\]/);
  });
});

describe('the files of dist', () => {
  it('name no folder of the machine that built them', () => {
    const files = readdirSync(join(root, 'dist'), { recursive: true }).map(String);
    const texts = files.filter((file) => /\.(?:js|json|ts|txt|css)$/.test(file));
    assert.ok(texts.length > 50);
    const folders = [root, homedir(), tmpdir()].map((folder) => `${folder.replace(/\/$/, '')}/`);
    const found = texts.filter((file) => folders.some((folder) => read(`dist/${file}`).includes(folder)));
    assert.deepEqual(found, []);
  });
});
