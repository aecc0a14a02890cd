/**
 * A Vite plugin that has every browser test file begin with fresh storage, and gives those which can meet card digits the shared hook
 * `every-test.ts`.
 */
export function everyTestPlugin() {
  return {
    name: 'every-test-hook',
    enforce: 'pre',
    transform(code, id) {
      const [file] = id.split('?');
      if (!/\/test\/.*\.test\.ts$/.test(file)) return undefined;
      const canMeetCards = /\/test\/(?:elements|controllers|client|flow|demo)\//.test(file);
      const hooks = ['fresh-storage', ...(canMeetCards ? ['every-test'] : [])];
      // On the first line, so that the line numbers of stacks stay true.
      return { code: `${hooks.map((name) => `import '/test/support/${name}.ts';`).join(' ')} ${code}`, map: null };
    },
  };
}
