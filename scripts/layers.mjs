/**
 * Holds the direction of the layers (ARCHITECTURE.md): parses every import of `src` and fails where an arrow is reversed or a package
 * is used outside of its layer.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../src', import.meta.url));

/**
 * For each layer what it may import: layers, layers of which it may import types only, and packages. `define` stands for define.ts files, and
 * `entry` for the package's own entries. `script` is what only the script-tag files need.
 */
export const RULES = {
  domain: { layers: [], types: [], packages: [] },
  client: { layers: ['domain'], types: [], packages: ['zod/mini'] },
  flow: { layers: ['domain'], types: ['client'], packages: ['idb'] },
  i18n: { layers: ['domain'], types: [], packages: [] },
  controllers: { layers: ['domain', 'client', 'flow', 'i18n'], types: [], packages: ['lit'] },
  elements: { layers: ['domain', 'client', 'flow', 'controllers', 'i18n'], types: [], packages: ['lit', 'qrcode'] },
  sandbox: { layers: ['domain'], types: [], packages: ['node:'] },
  define: { layers: ['domain', 'client', 'flow', 'controllers', 'elements', 'i18n'], types: [], packages: [] },
  entry: { layers: ['domain', 'client', 'flow', 'controllers', 'elements', 'define', 'i18n'], types: [], packages: [] },
  script: { layers: ['domain', 'client', 'flow', 'controllers', 'elements', 'define', 'i18n', 'entry'], types: [], packages: [] },
};

/** The layer of a path below `src`. */
export function layerOf(path) {
  if (path.endsWith('define.ts')) return 'define';
  return path.includes('/') ? path.split('/')[0] : 'entry';
}

/** @returns {{ specifier: string, isType: boolean }[]} Static, dynamic and re-exporting imports of a module's text. */
export function listImports(code) {
  const bare = code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const statics = [...bare.matchAll(/^(import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm)];
  const dynamics = [...bare.matchAll(/\b(typeof\s+)?import\(\s*'([^']+)'\s*\)/g)];
  return [
    ...statics.map(([text, , type, specifier]) => ({ specifier, isType: Boolean(type) || hasOnlyTypes(text) })),
    ...dynamics.map(([, type, specifier]) => ({ specifier, isType: Boolean(type) })),
  ];
}

/** `import { type A, type B } from` brings nothing at run time either. */
function hasOnlyTypes(text) {
  const names = text.match(/^(?:import|export)\s*\{([^}]*)\}/)?.[1];
  return names !== undefined && names.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type '));
}

/** @returns {string | undefined} What is wrong with an import, and what is allowed. */
export function judgeImport(file, { specifier, isType }) {
  const layer = layerOf(file);
  const rule = RULES[layer];
  if (!rule) return `${file}: "${layer}" is not a layer`;
  if (!specifier.startsWith('.')) return judgePackage(file, rule, specifier);
  const target = relative(source, resolve(source, dirname(file), specifier))
    .replaceAll('\\', '/')
    .replace(/\.js$/, '.ts');
  const targetLayer = layerOf(target);
  if (targetLayer === layer || rule.layers.includes(targetLayer) || (isType && rule.types.includes(targetLayer))) return undefined;
  const allowed = [layer, ...rule.layers, ...rule.types.map((name) => `types of ${name}`)].join(', ');
  return `${file} imports ${specifier}: ${layer} may import ${allowed}`;
}

function judgePackage(file, rule, specifier) {
  const isAllowed = rule.packages.some((name) => specifier === name || specifier.startsWith(name.endsWith(':') ? name : `${name}/`));
  return isAllowed ? undefined : `${file} imports ${specifier}: ${layerOf(file)} may import ${rule.packages.join(', ') || 'no package'}`;
}

/** @returns {{ files: number, imports: number, problems: string[] }} What all of `src` comes to. */
export function checkLayers() {
  const files = readdirSync(source, { recursive: true }).map((file) => String(file).replaceAll('\\', '/'));
  const modules = files.filter((file) => file.endsWith('.ts'));
  const imports = modules.flatMap((file) => listImports(readFileSync(join(source, file), 'utf8')).map((found) => ({ file, ...found })));
  const problems = imports.map((found) => judgeImport(found.file, found)).filter((problem) => problem !== undefined);
  return { files: modules.length, imports: imports.length, problems };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { files, imports, problems } = checkLayers();
  for (const problem of problems) console.error(problem);
  console.log(`layers: ${imports} imports of ${files} files, ${problems.length} against the direction`);
  if (problems.length > 0) process.exitCode = 1;
}
