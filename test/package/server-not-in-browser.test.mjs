/** The shop's server is for Node alone: nothing of it is in a file that a browser loads. The program `balcao` has a copy of its own. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, it } from 'node:test';
import { parseSync } from 'vite';
import { root } from './packed.mjs';

/** What the server alone may need. */
const ITS_PACKAGES = /^(?:node:|pg(?:\/|$)|@electric-sql\/|openid-client(?:\/|$))/;

/** A shorter text may be in any program. */
const SHORTEST_TEXT = 20;

/** So many texts of its own must it have at least: else this test looks for nothing. */
const FEWEST_TEXTS = 30;

function readFolder(folder, ending) {
  const files = readdirSync(join(root, folder), { recursive: true }).map((file) => String(file).replaceAll('\\', '/'));
  return new Map(files.filter((file) => file.endsWith(ending)).map((file) => [file, readFileSync(join(root, folder, file), 'utf8')]));
}

const isOfServer = (file) => file.startsWith('server/');
const joinCode = (files, isWanted) => [...files].flatMap(([file, code]) => (isWanted(file) ? [code] : [])).join('\n');

const built = readFolder('dist', '.js');
const sources = readFolder('src', '.ts');
const ofServer = [...built.keys()].filter(isOfServer);
const ofOthers = [...built.keys()].filter((file) => !isOfServer(file));
/** The files directly in `bin` are of the program; those in its folders are of the pages that it serves. */
const inBrowsers = ofOthers.filter((file) => !/^bin\/[^/]+$/.test(file));

/** What a module imports, exports from, or imports later, by name. */
function listImports(code) {
  const { staticImports, staticExports, dynamicImports } = parseSync('module.js', code).module;
  const named = [...staticImports, ...staticExports.flatMap(({ entries }) => entries)].flatMap(
    ({ moduleRequest }) => moduleRequest?.value ?? [],
  );
  const later = dynamicImports.map(({ moduleRequest }) => code.slice(moduleRequest.start + 1, moduleRequest.end - 1));
  return [...named, ...later];
}

/** The files of `dist` that a file imports. */
function listFiles(file) {
  const relative = listImports(built.get(file)).filter((name) => name.startsWith('.'));
  return relative.map((name) => normalize(join(dirname(file), name)).replaceAll('\\', '/'));
}

/** The texts of a program: what it has in quotes, and the fixed parts of its templates. */
function listTexts(code) {
  const texts = [];
  JSON.stringify(parseSync('module.js', code).program, (_key, node) => {
    if (node?.type === 'Literal' && typeof node.value === 'string' && !node.raw.includes('\\')) texts.push(node.value);
    if (node?.type === 'TemplateElement' && !node.value.raw.includes('\\')) texts.push(node.value.raw);
    return typeof node === 'bigint' ? String(node) : node;
  });
  return texts;
}

/** The package of which server and page each bundle a part. */
const SHARED_PACKAGE = 'node_modules/@brazilian-utils/brazilian-utils/dist';

/** Texts of the built server that no source beside it has, nor the package that both bundle. */
function listServerTexts() {
  // The bundler writes a long text as one, that the source has in parts.
  const shared = [...readFolder(SHARED_PACKAGE, '.js').values()].join('\n');
  const others = joinCode(sources, (file) => !isOfServer(file)).replaceAll(/'\s*\+\s*'/g, '') + shared;
  const texts = ofServer.flatMap((file) => listTexts(built.get(file)));
  return [...new Set(texts)].filter((text) => text.length >= SHORTEST_TEXT && !others.includes(text));
}

describe('the shop’s server', () => {
  it('is published, as an entry of its own', () => {
    const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    for (const file of Object.values(exports['./server'])) assert.ok(existsSync(join(root, file)), file);
    assert.ok(ofServer.includes('server/index.js'));
  });

  it('has no word of its own in a file that a browser loads', () => {
    const texts = listServerTexts();
    assert.ok(texts.length >= FEWEST_TEXTS, `${texts.length} texts`);
    const found = inBrowsers.flatMap((file) => texts.filter((text) => built.get(file)?.includes(text)).map((text) => `${file}: ${text}`));
    assert.deepEqual(found, []);
  });

  it('writes tables by names that no file of a browser has', () => {
    assert.match(joinCode(built, isOfServer), /\bbalcao_payments\b/);
    for (const file of inBrowsers) assert.doesNotMatch(built.get(file) ?? '', /\bbalcao_(?:orders|payments|attempts)\b/, file);
  });

  it('is imported by no other file, and shares none with them', () => {
    const seen = (files) => new Set(files.flatMap(listFiles));
    assert.ok(seen(ofOthers).size > 50);
    assert.deepEqual([...seen(ofOthers)].filter(isOfServer), []);
    assert.deepEqual(
      [...seen(ofServer)].filter((file) => !isOfServer(file)),
      [],
    );
  });

  it('has the packages that a shop chooses for itself', () => {
    const foreign = inBrowsers.flatMap((file) => listImports(built.get(file)).filter((name) => ITS_PACKAGES.test(name)));
    assert.deepEqual(foreign, []);
  });

  it('knows no page', () => {
    const pages = /\b(?:document|window|navigator|localStorage|sessionStorage|indexedDB|customElements)\.|\bHTMLElement\b/;
    const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
    for (const [file, code] of sources) if (isOfServer(file)) assert.doesNotMatch(code.replace(comments, ''), pages, file);
  });
});
