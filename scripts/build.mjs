/**
 * Builds `dist`: the modules and declarations of the npm package, the entry for the shop's server, the types of templates, the
 * script-tag files and the themes (both with copies for a CDN), the parts of a frame's page, the manifest of the elements, the data for
 * editors, the hashes, the list of bundled packages and their notice. `node scripts/build.mjs --script-tag` builds the script-tag files
 * only.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { writeAnywhere } from './build/anywhere.mjs';
import { formatNotice, listFolders } from './build/bundled-packages.mjs';
import { buildFiles, controlPageConfig, npmConfig, programConfig, root, serverConfig, wholeScriptConfig } from './build/configs.mjs';
import { removeUnreachable } from './build/declarations.mjs';
import { writeEditorData } from './build/editor-data.mjs';
import { buildFrame } from './build/frame.mjs';
import { formatSbom } from './build/sbom.mjs';
import { buildScriptTags } from './build/script-tags.mjs';
import { writeShopFiles } from './build/shop-files.mjs';
import { writePublishedFiles } from './build/published-files.mjs';
import { writeTemplateTypes } from './build/template-types.mjs';

/** @import { Bundles } from './build/bundled-packages.mjs' */

const dist = join(root, 'dist');

/** @type {Bundles} */
const bundles = new Map();

/** Keeps which packages are in scripts in a folder of `dist`. */
function keepPackages(scripts, folder = '') {
  for (const { fileName, moduleIds } of scripts) bundles.set(posix.join(folder, fileName), listFolders(moduleIds));
}

/** Runs the program of a package, without a shell and without npx. */
function run(program, ...args) {
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', program), ...args], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}`);
}

/** Builds `dist/bin`: the program `balcao`, the control page that its sandbox serves, and the files of the shop that it creates. */
async function buildProgram() {
  keepPackages(await buildFiles(programConfig()), 'bin');
  keepPackages(await buildFiles(controlPageConfig()), 'bin/page');
  for (const file of ['page/page.html', 'page/page.css', 'panel/panel.css'])
    cpSync(join(root, 'src/bin/sandbox', file), join(dist, 'bin/page', basename(file)));
  writeShopFiles(join(dist, 'bin/shop'));
}

const isWhole = !process.argv.includes('--script-tag');
rmSync(dist, { recursive: true, force: true });
if (isWhole) {
  keepPackages(await buildFiles(npmConfig()));
  writeAnywhere(dist);
  await buildProgram();
  keepPackages(await buildFiles(serverConfig()), 'server');
  keepPackages(await buildFrame(), 'frame');
  // The server has its own configuration with the types of Node, which the code of pages must not see.
  for (const part of ['server', 'build']) run('typescript/bin/tsc', '--project', `tsconfig.${part}.json`);
  run('@custom-elements-manifest/analyzer/cem.js', 'analyze', '--config', 'custom-elements-manifest.config.mjs', '--quiet');
  writeTemplateTypes(dist);
  removeUnreachable(dist);
  writeEditorData(dist);
}
keepPackages(await buildScriptTags());
keepPackages(await buildFiles(wholeScriptConfig()));
cpSync(join(root, 'src/themes'), join(dist, 'themes'), { recursive: true });
const skeleton = readFileSync(join(root, 'src/themes/skeleton.css'), 'utf8');
for (const theme of ['calm', 'contrast', 'warm']) appendFileSync(join(dist, `themes/${theme}.css`), `\n${skeleton}`);
// TypeScript looks for the types of every import, also of `import 'balcao/themes/calm.css'`.
writeFileSync(join(dist, 'themes/theme.d.ts'), 'export {};\n');
writePublishedFiles(dist);
writeFileSync(join(dist, 'sbom.cdx.json'), formatSbom(dist, bundles));
writeFileSync(join(dist, 'THIRD-PARTY-LICENSES.txt'), formatNotice(bundles));
console.log(`built dist: ${readdirSync(dist).sort().join(' ')}`);
