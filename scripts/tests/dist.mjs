import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root, runProgram } from './processes.mjs';

/** The sources of `dist`. Folders count too: removing a file makes its folder younger. */
const SOURCES = [
  'src',
  'scripts/build',
  'scripts/build.mjs',
  'custom-elements-manifest.config.mjs',
  'package-lock.json',
  'package.json',
  'tsconfig.build.json',
  'tsconfig.json',
  'tsconfig.server.json',
];

/** The last file that a build writes. */
const LAST = 'dist/THIRD-PARTY-LICENSES.txt';

const readTime = (path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

function listPaths(source) {
  if (!statSync(join(root, source)).isDirectory()) return [source];
  return [source, ...readdirSync(join(root, source), { recursive: true }).map((path) => join(source, String(path)))];
}

/** Builds the package if a source is younger than `dist`. */
export async function ensureDist() {
  if (readTime(LAST) > Math.max(...SOURCES.flatMap(listPaths).map(readTime))) return;
  const { isOk } = await runProgram('the build', [process.execPath, 'scripts/build.mjs']);
  if (!isOk) throw new Error('The build failed.');
}
