/** What is published imports no package but those that come with it, and those that a shop chooses. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { parseSync } from 'vite';
import { root } from './packed.mjs';

const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

it('package.json has what the npm modules import as dependencies, and what is bundled into them as devDependencies', () => {
  assert.deepEqual(Object.keys(dependencies).sort(), ['idb', 'lit', 'zod']);
  assert.ok(devDependencies['@brazilian-utils/brazilian-utils']);
  assert.ok(devDependencies.ky);
  assert.ok(devDependencies.qrcode);
});

/** What a module imports or exports from, by name. */
function listImports(code) {
  const { staticImports, staticExports } = parseSync('module.js', code).module;
  const requests = [...staticImports, ...staticExports.flatMap(({ entries }) => entries)].map(({ moduleRequest }) => moduleRequest);
  return requests.flatMap((request) => request?.value ?? []);
}

/** What files of `dist` import that is not beside them: packages, and modules of Node. */
function listForeignImports(files) {
  const imported = files.flatMap((file) => listImports(readFileSync(join(root, 'dist', file), 'utf8')));
  return new Set(imported.filter((name) => !name.startsWith('.')).map((name) => name.split('/')[0]));
}

const scripts = readdirSync(join(root, 'dist'), { recursive: true })
  .map((file) => String(file).replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.js'));

const modules = scripts.filter((file) => !/^(?:balcao|lazy|bin|server)/.test(file));
const isOfReact = (file) => file.startsWith('react/');

it('the npm modules import nothing but the dependencies, and only balcao/react imports React', () => {
  assert.deepEqual(listForeignImports(modules.filter((file) => !isOfReact(file))), new Set(Object.keys(dependencies)));
  assert.deepEqual(listForeignImports(modules.filter(isOfReact)), new Set(['react']));
});

it('the program imports nothing but Node and zod', () => {
  const foreign = listForeignImports(scripts.filter((file) => file.startsWith('bin/')));
  assert.ok(foreign.has('node:util'));
  assert.deepEqual(
    [...foreign].filter((name) => !name.startsWith('node:') && name !== 'zod'),
    [],
  );
});

it('the server imports nothing but Node, zod and the packages that a shop chooses', () => {
  const foreign = listForeignImports(scripts.filter((file) => file.startsWith('server/')));
  const chosen = ['@electric-sql', 'openid-client', 'pg'];
  assert.deepEqual(
    [...foreign].filter((name) => !name.startsWith('node:') && name !== 'zod' && !chosen.includes(name)),
    [],
  );
});

it('balcao/server leads to no module of Node and no package that a shop may lack: every bundler can follow its imports', () => {
  const reached = ['server/index.js'];
  for (const file of reached) {
    const code = readFileSync(join(root, 'dist', file), 'utf8');
    const { dynamicImports } = parseSync('module.js', code).module;
    const later = dynamicImports.map(({ moduleRequest }) => code.slice(moduleRequest.start + 1, moduleRequest.end - 1));
    for (const name of [...listImports(code), ...later]) {
      assert.match(name, /^(?:\.|zod\/mini$)/, file);
      const path = join(dirname(file), name);
      if (name.startsWith('.') && !reached.includes(path)) reached.push(path);
    }
  }
});
