import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../../src/', import.meta.url)).replaceAll('\\', '/');

/**
 * Creates a plugin for the classic script, which has everything in one file and loads nothing later. The dynamic imports of `src` become
 * static imports, and a promise returns the module. The bundler's own inlining wraps every module, which costs about 2.8 kB (brotli).
 *
 * @returns {import('vite').Plugin}
 */
export function staticImportsPlugin() {
  return {
    name: 'balcao-static-imports',
    transform(code, id) {
      if (!id.startsWith(source) || !code.includes('import(')) return undefined;
      const names = new Map();
      const changed = code.replace(/\bimport\(\s*(['"`])([^'"`]+)\1\s*\)/g, (_all, _quote, path) => {
        if (!names.has(path)) names.set(path, `lazy${names.size}`);
        return `Promise.resolve(${names.get(path)})`;
      });
      const imports = [...names].map(([path, name]) => `import * as ${name} from ${JSON.stringify(path)};`);
      return { code: `${imports.join('')}${changed}`, map: null };
    },
  };
}
