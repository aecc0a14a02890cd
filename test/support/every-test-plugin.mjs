import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const hook = fileURLToPath(new URL('./every-test.ts', import.meta.url));

/** A Vite plugin that gives every browser test which can meet card digits the shared hook `every-test.ts`. */
export function everyTestPlugin() {
  return {
    name: 'every-test-hook',
    enforce: 'pre',
    transform(code, id) {
      if (!existsSync(hook) || !/\/test\/(?:elements|controllers|client|flow|demo)\/.*\.test\.ts$/.test(id.split('?')[0])) return undefined;
      // On the first line, so that the line numbers of stacks stay true.
      return { code: `import '/test/support/every-test.ts'; ${code}`, map: null };
    },
  };
}
