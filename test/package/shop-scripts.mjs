/** The scripts of the package, for tests of pages that hold with either of them. */
import { describe } from 'node:test';

/** What loads each script from a folder. @type {Record<string, (folder: string) => string>} */
const SCRIPTS = {
  'the classic script': (folder) => `<script src="${folder}balcao.min.js"></script>`,
  'the module': (folder) => `<script type="module" src="${folder}balcao.js"></script>`,
};

/** The scripts that are tested: with WHOLE=1 both, before a commit the first. */
const TESTED = Object.entries(SCRIPTS).slice(0, process.env.WHOLE === '1' ? undefined : 1);

/**
 * Describes pages once with each script that is tested.
 *
 * @param {string} title
 * @param {import('node:test').TestOptions} options
 * @param {(createTag: (folder: string) => string) => void} body
 */
export function describeScripts(title, options, body) {
  for (const [name, createTag] of TESTED) describe(`${title}, with ${name}`, options, () => body(createTag));
}

export const createClassicTag = SCRIPTS['the classic script'];
