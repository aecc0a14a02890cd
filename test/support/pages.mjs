/**
 * Which browser test files share a page: opening a page costs more than most tests, and where no element is in it, nothing of a test is
 * left behind for the next one. Every other file has a page of its own.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { longestFirst } from '../../scripts/tests/longest-first.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The runner knows pages by files. */
const ENTRIES = 'node_modules/.test-pages';

const FOLDERS_WITHOUT_ELEMENTS = ['client', 'controllers', 'domain', 'flow', 'i18n', 'sandbox', 'script'];

/** Those in these folders that have an element in the page all the same. */
const FILES_WITH_ELEMENTS = ['test/i18n/page.test.ts'];

/** Those that take longest. */
const LONGEST = ['test/model/', 'test/elements/saved-cards/', 'test/acceptance/', 'test/elements/card-form/', 'test/access/'];

function listTestFiles() {
  const files = readdirSync(join(root, 'test'), { recursive: true }).map((file) => `test/${String(file).replaceAll(sep, '/')}`);
  return files.filter((file) => file.endsWith('.test.ts')).toSorted();
}

function needsNoElement(file) {
  return FOLDERS_WITHOUT_ELEMENTS.some((folder) => file.startsWith(`test/${folder}/`)) && !FILES_WITH_ELEMENTS.includes(file);
}

/** Whether the tests of a file can come by card digits, so that each is followed by the search of every-test.ts. */
export function canMeetCards(file) {
  return /(?:^|\/)test\/(?:elements|controllers|client|flow|demo)\//.test(file);
}

function writeEntry(name, files) {
  mkdirSync(join(root, ENTRIES), { recursive: true });
  const entry = `${ENTRIES}/${name}.test.js`;
  const list = JSON.stringify(files.map((file) => ({ file, canMeetCards: canMeetCards(file) })));
  writeFileSync(join(root, entry), `import { loadTests } from '/test/support/shared-page.ts';\nawait loadTests(${list});\n`);
  return entry;
}

/** The page of all tests that need no element. */
export function pageWithoutElements() {
  return writeEntry('without-elements', listTestFiles().filter(needsNoElement));
}

/** Every page, each as a file for the runner, the longest first. */
export function listPages() {
  const alone = listTestFiles().filter((file) => !needsNoElement(file));
  return [pageWithoutElements(), ...longestFirst(alone, LONGEST)];
}
