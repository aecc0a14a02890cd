/**
 * Checks the rules of `src` (ARCHITECTURE.md). Parses every import, and fails if a layer imports one that it may not, if a package is used
 * outside of its layer, if files import each other in a circle, or if a file or a folder is too large.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../src', import.meta.url));

/** The maximum number of lines of a file in `src`. */
const MAX_LINES = 400;

/** The maximum number of `.ts` files in a folder of `src`, without its subfolders. */
const MAX_FILES = 20;

/**
 * The layers and packages that each layer may import, types included. `define` stands for the define.ts files, and `entry` for the
 * package's own entries. `script` is the code that only the script-tag files need, `react` the elements as components, `bin` the program `balcao`, `server` the shop's own
 * server, `channel` the messages between page and frame, `frame` the provider's page with the card fields.
 */
export const RULES = {
  domain: { layers: [], packages: ['@brazilian-utils/brazilian-utils'] },
  client: { layers: ['domain'], packages: ['zod/mini', 'ky'] },
  channel: { layers: ['domain'], packages: ['zod/mini'] },
  flow: { layers: ['domain'], packages: ['idb'] },
  i18n: { layers: ['domain'], packages: [] },
  controllers: { layers: ['domain', 'client', 'channel', 'flow', 'i18n'], packages: ['lit', 'zod/mini'] },
  elements: { layers: ['domain', 'client', 'flow', 'controllers', 'i18n'], packages: ['lit', 'qrcode'] },
  sandbox: { layers: ['domain'], packages: ['node:'] },
  bin: { layers: ['domain', 'client', 'sandbox', 'server'], packages: ['node:', 'pg'] },
  server: { layers: ['domain', 'client'], packages: ['zod/mini', 'node:', '@electric-sql/pglite', 'openid-client'] },
  fixtures: { layers: ['domain'], packages: [] },
  frame: { layers: ['domain', 'client', 'channel', 'controllers', 'elements', 'i18n'], packages: ['lit'] },
  define: { layers: ['domain', 'client', 'flow', 'controllers', 'elements', 'i18n'], packages: [] },
  react: { layers: ['controllers', 'elements'], packages: ['react'] },
  entry: { layers: ['domain', 'client', 'flow', 'controllers', 'elements', 'define', 'i18n'], packages: [] },
  script: { layers: ['domain', 'client', 'flow', 'controllers', 'elements', 'define', 'i18n', 'entry'], packages: [] },
};

/** The only paths at which a package may be imported, in the layers that may import it. */
const ROOMS = {
  '@brazilian-utils/brazilian-utils': ['domain/boleto/'],
  ky: ['client/http/'],
  'zod/mini': ['client/', 'channel/', 'controllers/settings/', 'server/'],
};

/**
 * The only paths at which a package may be imported, for one layer. The rest of `server` needs neither Node nor a package that a shop may
 * lack.
 */
const LAYER_ROOMS = {
  server: {
    'node:': ['server/http/node', 'server/ledger/pglite'],
    '@electric-sql/pglite': ['server/ledger/pglite'],
    'openid-client': ['server/tokens/'],
  },
  bin: { pg: ['bin/serve/'] },
};

/** Single files that a layer may import from a layer that it may not. The schemas of values are the same in every message. */
const DOORS = { channel: ['client/http/response-schemas.ts'] };

/** Returns the layer of a path below `src`. */
export function layerOf(path) {
  if (path.endsWith('define.ts')) return 'define';
  return path.includes('/') ? path.split('/')[0] : 'entry';
}

/** @returns {string[]} The imports in a module's text: static, dynamic, type-only imports, and re-exports. */
export function listImports(code) {
  const bare = code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const statics = [...bare.matchAll(/^(?:import|export)\s+(?:type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm)];
  const dynamics = [...bare.matchAll(/\bimport\(\s*'([^']+)'\s*\)/g)];
  return [...statics, ...dynamics].map(([, specifier]) => specifier);
}

/** @returns {string} The file below `src` that a relative import resolves to. */
function resolveImport(file, specifier) {
  return relative(source, resolve(source, dirname(file), specifier))
    .replaceAll('\\', '/')
    .replace(/\.js$/, '.ts');
}

/** @returns {string | undefined} The problem of an import, with the allowed imports. */
export function judgeImport(file, specifier) {
  const layer = layerOf(file);
  const rule = RULES[layer];
  if (!rule) return `${file}: "${layer}" is not a layer`;
  if (!specifier.startsWith('.')) return judgePackage(file, rule, specifier);
  const target = resolveImport(file, specifier);
  const targetLayer = layerOf(target);
  if (targetLayer === layer || DOORS[layer]?.includes(target) || rule.layers.includes(targetLayer)) return undefined;
  const allowed = [layer, ...rule.layers].join(', ');
  return `${file} imports ${specifier}: ${layer} may import ${allowed}`;
}

/** Returns whether an import belongs to a package: it is the package, or a path in it. `node:` stands for all modules of Node. */
const isOf = (specifier, name) => specifier === name || specifier.startsWith(name.endsWith(':') ? name : `${name}/`);

function findRooms(file, specifier) {
  const ofLayer = Object.entries(LAYER_ROOMS[layerOf(file)] ?? {}).find(([name]) => isOf(specifier, name));
  return ofLayer?.[1] ?? ROOMS[specifier];
}

function judgePackage(file, rule, specifier) {
  const rooms = findRooms(file, specifier);
  if (rooms && !rooms.some((room) => file.startsWith(room))) return `${file} imports ${specifier}: only ${rooms.join(' and ')} may`;
  const isAllowed = rule.packages.some((name) => isOf(specifier, name));
  return isAllowed ? undefined : `${file} imports ${specifier}: ${layerOf(file)} may import ${rule.packages.join(', ') || 'no package'}`;
}

/**
 * Finds files that import each other in a circle, by types and dynamic imports too.
 *
 * @param {Map<string, readonly string[]>} importsByFile The imported files, by file.
 * @returns {string[][]} One circle for each group of entangled files: each file imports the next one, and the last file imports the first.
 */
export function findCircles(importsByFile) {
  const circles = [];
  const knotted = new Set();
  for (const file of importsByFile.keys()) {
    if (knotted.has(file)) continue;
    const circle = findShortestCircle(importsByFile, file);
    if (!circle) continue;
    circles.push(circle);
    // Only one circle of a group is reported. When it is gone, the next run reports the next.
    for (const other of importsByFile.keys()) {
      if (findPath(importsByFile, file, other) && findPath(importsByFile, other, file)) knotted.add(other);
    }
  }
  return circles;
}

/** @returns {string[] | undefined} The shortest circle through a file. */
function findShortestCircle(importsByFile, file) {
  const paths = (importsByFile.get(file) ?? []).map((next) => findPath(importsByFile, next, file)).filter((path) => path !== undefined);
  const [shortest] = paths.sort((one, other) => one.length - other.length);
  return shortest && [file, ...shortest.slice(0, -1)];
}

/** @returns {string[] | undefined} The shortest path along imports, with both ends. */
function findPath(importsByFile, from, to) {
  const paths = [[from]];
  const seen = new Set([from]);
  for (const path of paths) {
    const last = path.at(-1);
    if (last === to) return path;
    for (const next of importsByFile.get(last) ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      paths.push([...path, next]);
    }
  }
  return undefined;
}

/** @returns {string | undefined} The problem of a file that is too long. */
export function judgeLength(file, code) {
  const lines = code.split('\n').length - (code.endsWith('\n') ? 1 : 0);
  return lines > MAX_LINES ? `${file} has ${lines} lines: a file of src has ${MAX_LINES} at most, so split it by idea` : undefined;
}

/** @returns {string[]} The problems of folders with too many `.ts` files. */
export function judgeFolders(files) {
  const counts = new Map();
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > MAX_FILES)
    .map(([folder, count]) => `${folder} has ${count} .ts files: a folder of src has ${MAX_FILES} at most, so group them by subject`);
}

/** @returns {{ files: number, imports: number, problems: string[] }} The result for the whole of `src`. */
export function checkLayers() {
  const files = readdirSync(source, { recursive: true })
    .map((file) => String(file).replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts'));
  const modules = files.map((file) => ({ file, code: readFileSync(join(source, file), 'utf8') }));
  const imports = modules.flatMap(({ file, code }) => listImports(code).map((specifier) => ({ file, specifier })));
  /** @type {Map<string, string[]>} */
  const importsByFile = new Map(files.map((file) => [file, []]));
  for (const { file, specifier } of imports) {
    if (specifier.startsWith('.')) importsByFile.get(file)?.push(resolveImport(file, specifier));
  }
  const problems = [
    ...imports.map(({ file, specifier }) => judgeImport(file, specifier)),
    ...findCircles(importsByFile).map((circle) => `a circle: ${[...circle, circle[0]].join(' -> ')}`),
    ...modules.map(({ file, code }) => judgeLength(file, code)),
    ...judgeFolders(files),
  ].filter((problem) => problem !== undefined);
  return { files: files.length, imports: imports.length, problems };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { files, imports, problems } = checkLayers();
  for (const problem of problems) console.error(problem);
  console.log(`layers: ${imports} imports of ${files} files, ${problems.length} against the rules`);
  if (problems.length > 0) process.exitCode = 1;
}
