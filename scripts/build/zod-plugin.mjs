/**
 * Zod, as the script-tag files need it: its configuration is a variable of its module instead of a global, since a page gets one global
 * of ours and no other, and a Zod of the page's own must not be configured by ours. The build fails where the patterns are not found.
 */
const CHANGES = [
  { pattern: /globalThis\.__zod_globalConfig\?\.postProcessor/, replacement: 'globalConfig.postProcessor' },
  { pattern: /\(_a = globalThis\)\.__zod_globalConfig \?\? \(_a\.__zod_globalConfig = \{\}\);/, replacement: '' },
  { pattern: /export const globalConfig = globalThis\.__zod_globalConfig;/, replacement: 'export const globalConfig = {};' },
];

/** @returns {import('vite').Plugin} */
export function zodPlugin() {
  return {
    name: 'balcao-zod',
    transform(code, id) {
      if (!id.replaceAll('\\', '/').endsWith('/node_modules/zod/v4/core/core.js')) return undefined;
      let changed = code;
      for (const { pattern, replacement } of CHANGES) {
        if (!pattern.test(changed)) this.error(`${pattern} was not found; this Zod is not the one that scripts/build/zod-plugin.mjs knows`);
        changed = changed.replace(pattern, replacement);
      }
      return { code: changed, map: null };
    },
  };
}
