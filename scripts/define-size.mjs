/** Measures what a shop's page loads before the first field if a bundler has built it with `import 'balcao/define'`. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { compressBest } from './brotli.mjs';

/** The static imports of a built file: `from"./x.js"`, `import"./x.js"`. */
const IMPORTS = /(?:\bfrom|\bimport)\s*["'`](\.\/[^"'`]+\.js)["'`]/g;

/**
 * Builds a page with Vite, without any setting but the folder, and adds up its first script and what that imports statically, in bytes (brotli).
 *
 * @param {string} dist The folder of the package's build.
 */
export async function measureDefine(dist) {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-define-'));
  try {
    writeFileSync(
      join(folder, 'index.html'),
      '<!doctype html><script type="module" src="./main.js"></script><balcao-checkout></balcao-checkout>',
    );
    writeFileSync(join(folder, 'main.js'), `import ${JSON.stringify(join(dist, 'define.js'))};`);
    await build({ root: folder, configFile: false, logLevel: 'warn', base: './' });
    const built = join(folder, 'dist');
    const html = readFileSync(join(built, 'index.html'), 'utf8');
    const files = new Map();
    const add = (path) => {
      if (files.has(path)) return;
      const code = readFileSync(join(built, path));
      files.set(path, compressBest(code).length);
      for (const [, imported] of code.toString().matchAll(IMPORTS)) add(join('assets', imported));
    };
    for (const [, path] of html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)) add(path);
    return { bytes: [...files.values()].reduce((sum, bytes) => sum + bytes, 0), files: files.size };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
