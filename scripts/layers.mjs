/**
 * Holds the direction of the layers (ARCHITECTURE.md): parses every import of `src` and fails where an arrow is reversed or a package
 * is used outside of its layer.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../src', import.meta.url));

/**
 * For each layer what it may import, types included: layers and packages. `define` stands for define.ts files, and
 * `entry` for the package's own entries. `script` is what only the script-tag files need.
 */
export const RULES = {
  domain: { layers: [], packages: [] },
  client: { layers: ['domain'], packages: ['zod/mini', 'ky'] },
  flow: { layers: ['domain'], packages: ['idb'] },
  i18n: { layers: ['domain'], packages: [] },
  controllers: { layers: ['domain', 'client', 'flow', 'i18n'], packages: ['lit', 'zod/mini'] },
  elements: { layers: ['domain', 'client', 'flow', 'controllers', 'i18n'], packages: ['lit', 'qrcode'] },
  sandbox: { layers: ['domain'], packages: ['node:'] },
  define: { layers: ['domain', 'client', 'flow', 'controllers', 'elements', 'i18n'], packages: [] },
  entry: { layers: ['domain', 'client', 'flow', 'controllers', 'elements', 'define', 'i18n'], packages: [] },
  script: { layers: ['domain', 'client', 'flow', 'controllers', 'elements', 'define', 'i18n', 'entry'], packages: [] },
};

/** Where a package may be imported, in the layers that may: below these paths alone. */
const ROOMS = { ky: ['client/http/'], 'zod/mini': ['client/', 'controllers/settings/'] };

/** The layer of a path below `src`. */
export function layerOf(path) {
  if (path.endsWith('define.ts')) return 'define';
  return path.includes('/') ? path.split('/')[0] : 'entry';
}

/** @returns {string[]} What a module's text imports: statically, dynamically, for its types alone, or to export it again. */
export function listImports(code) {
  const bare = code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const statics = [...bare.matchAll(/^(?:import|export)\s+(?:type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm)];
  const dynamics = [...bare.matchAll(/\bimport\(\s*'([^']+)'\s*\)/g)];
  return [...statics, ...dynamics].map(([, specifier]) => specifier);
}

/** @returns {string | undefined} What is wrong with an import, and what is allowed. */
export function judgeImport(file, specifier) {
  const layer = layerOf(file);
  const rule = RULES[layer];
  if (!rule) return `${file}: "${layer}" is not a layer`;
  if (!specifier.startsWith('.')) return judgePackage(file, rule, specifier);
  const target = relative(source, resolve(source, dirname(file), specifier))
    .replaceAll('\\', '/')
    .replace(/\.js$/, '.ts');
  const targetLayer = layerOf(target);
  if (targetLayer === layer || rule.layers.includes(targetLayer)) return undefined;
  const allowed = [layer, ...rule.layers].join(', ');
  return `${file} imports ${specifier}: ${layer} may import ${allowed}`;
}

function judgePackage(file, rule, specifier) {
  const rooms = ROOMS[specifier];
  if (rooms && !rooms.some((room) => file.startsWith(room))) return `${file} imports ${specifier}: only ${rooms.join(' and ')} may`;
  const isAllowed = rule.packages.some((name) => specifier === name || specifier.startsWith(name.endsWith(':') ? name : `${name}/`));
  return isAllowed ? undefined : `${file} imports ${specifier}: ${layerOf(file)} may import ${rule.packages.join(', ') || 'no package'}`;
}

/** @returns {{ files: number, imports: number, problems: string[] }} What all of `src` comes to. */
export function checkLayers() {
  const files = readdirSync(source, { recursive: true }).map((file) => String(file).replaceAll('\\', '/'));
  const modules = files.filter((file) => file.endsWith('.ts'));
  const imports = modules.flatMap((file) =>
    listImports(readFileSync(join(source, file), 'utf8')).map((specifier) => ({ file, specifier })),
  );
  const problems = imports.map(({ file, specifier }) => judgeImport(file, specifier)).filter((problem) => problem !== undefined);
  return { files: modules.length, imports: imports.length, problems };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { files, imports, problems } = checkLayers();
  for (const problem of problems) console.error(problem);
  console.log(`layers: ${imports} imports of ${files} files, ${problems.length} against the direction`);
  if (problems.length > 0) process.exitCode = 1;
}
