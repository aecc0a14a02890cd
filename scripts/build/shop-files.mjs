import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './configs.mjs';

/** The page that prints the files of a shop. */
const PAGE = 'docs/shop-files.md';

/** The first line of a file: its name and, if it is for one kind of server, the kind. */
const FIRST_LINE = /^\/\/ ([\w.]+)(?:, with (\w+))?/;

/** Writes the files of a shop, for `balcao create`: those that the page prints, and a README in each language. */
export function writeShopFiles(folder) {
  for (const [, language, code] of readFileSync(join(root, PAGE), 'utf8').matchAll(/^```(js|json)\n([\s\S]*?)^```$/gm)) {
    const [, name, kind] = language === 'json' ? ['', 'sandbox.json'] : (FIRST_LINE.exec(code) ?? []);
    if (!name) throw new Error(`${PAGE}: a block has no name: ${code.split('\n', 1)[0]}`);
    // The app of plain Node is for one kind, too.
    const file = join(folder, kind?.toLowerCase() ?? (name === 'app.mjs' ? 'node' : 'common'), name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code);
  }
  cpSync(join(root, 'src/bin/create/readme'), join(folder, 'readme'), { recursive: true });
}
