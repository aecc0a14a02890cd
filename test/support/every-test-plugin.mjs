import { canMeetCards } from './pages.mjs';

/**
 * A Vite plugin that has every browser test file begin with fresh storage, and gives those which can meet card digits the shared hook
 * `every-test.ts`. In a page with others `shared-page.ts` does both.
 */
export function everyTestPlugin() {
  return {
    name: 'every-test-hook',
    enforce: 'pre',
    transform(code, id) {
      const [file, query] = id.split('?');
      if (!/\/test\/.*\.test\.ts$/.test(file) || query?.split('&').includes('shared')) return undefined;
      const hooks = ['fresh-storage', ...(canMeetCards(file) ? ['every-test'] : [])];
      // On the first line, so that the line numbers of stacks stay true.
      return { code: `${hooks.map((name) => `import '/test/support/${name}.ts';`).join(' ')} ${code}`, map: null };
    },
  };
}
