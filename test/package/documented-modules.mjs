/** Modules of the documents that import the package, in JavaScript or TypeScript, made into files for a page as a shop's bundler makes them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildLibrary } from './build-library.mjs';

/** What a shop's own module imports to have the elements, beside those of the documents. */
const DEFINE = "import 'balcao/define';\n";

/**
 * @param {string} project A folder that has the package in its node_modules.
 * @returns The files for `openRecipe`: the module at `/module.js`, one that registers the elements at `/define.js`, and what both load.
 */
export async function bundleModule(project, code) {
  writeFileSync(join(project, 'module.ts'), code);
  writeFileSync(join(project, 'define.js'), DEFINE);
  const entry = { module: join(project, 'module.ts'), define: join(project, 'define.js') };
  const chunks = await buildLibrary(project, { entry, formats: ['es'], fileName: (_, name) => `${name}.js` }, { minify: false });
  return Object.fromEntries(chunks.map(({ fileName, code: body }) => [`/${fileName}`, { type: 'js', body }]));
}

/** Writes a module of a recipe into a folder of its own, and imports it. */
export async function importModule(test, name, code) {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-recipe-'));
  test.after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, name), code);
  return import(pathToFileURL(join(folder, name)).href);
}
