/**
 * Which browser test files share a page: opening a page costs more than most tests. Those that need no element have one together, those of
 * an element's folder share some. Every other file has a page of its own, and in watch mode every file.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { longestFirst } from '../../scripts/tests/longest-first.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The runner knows pages by files. */
const ENTRIES = 'node_modules/.test-pages';

const FOLDERS_WITHOUT_ELEMENTS = ['channel', 'client', 'controllers', 'domain', 'flow', 'i18n', 'sandbox', 'script'];

/** Those in these folders that have an element in the page all the same. */
const FILES_WITH_ELEMENTS = ['test/controllers/card-frame/unframed.test.ts', 'test/i18n/page.test.ts'];

/** The folder of an element in a file's path: files share pages with those of their folder. */
const FOLDER_OF_ELEMENT = /^test\/elements\/([^/]+)\//;

/** Those that look at what a page does once, or at what comes late to it, and so need one of their own. */
const FILES_ALONE = [
  'test/elements/card-form/filling.test.ts',
  'test/elements/card-form/lost-storage.test.ts',
  'test/elements/card-form/reload-private.test.ts',
  'test/elements/checkout/declined.test.ts',
  'test/elements/checkout/ready.test.ts',
  'test/elements/installments/fee-warning.test.ts',
  'test/elements/pix/removal.test.ts',
  'test/elements/pix/steady.test.ts',
  'test/elements/pix/unopened.test.ts',
  'test/elements/saved-cards/checkout.test.ts',
];

/** The most that share a page with an element: what one leaves in it by mistake has few neighbours. */
const MOST_IN_A_PAGE = 5;

/** Those that also run with the card's fields in a frame. `frame.test.ts` plays one itself. */
const FRAMED = /^test\/elements\/(?:(?:card-form|checkout)\/(?!frame\.)|saved-cards\/(?:forms|saving)\.)/;

/** Those of them that do so in every engine, and not in Chromium alone. */
const FRAMED_EVERYWHERE = /^test\/elements\/card-form\/(?:faults|outcomes|tabs|typing)\./;

/** Those that take longest. */
const LONGEST = ['test/model/', 'test/access/', 'test/acceptance/'];

function listTestFiles() {
  const files = readdirSync(join(root, 'test'), { recursive: true }).map((file) => `test/${String(file).replaceAll(sep, '/')}`);
  return files.filter((file) => file.endsWith('.test.ts')).toSorted();
}

function needsNoElement(file) {
  return FOLDERS_WITHOUT_ELEMENTS.some((folder) => file.startsWith(`test/${folder}/`)) && !FILES_WITH_ELEMENTS.includes(file);
}

/** Whether the tests of a file can come by card digits, so that each is followed by the search of every-test.ts. */
export function canMeetCards(file) {
  return /(?:^|\/)test\/(?:elements|controllers|client|flow|frame|support\/shop)\//.test(file);
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

/** The pages that files of an element's folder share. */
function pagesOfElement(name, files) {
  const starts = Array.from({ length: Math.ceil(files.length / MOST_IN_A_PAGE) }, (_, page) => page * MOST_IN_A_PAGE);
  return starts.map((start, page) => writeEntry(`${name}-${page + 1}`, files.slice(start, start + MOST_IN_A_PAGE)));
}

/** Every page, each as a file for the runner, the longest first. */
export function listPages() {
  return [pageWithoutElements(), ...listPagesOf(listTestFiles().filter((file) => !needsNoElement(file)))];
}

/** The pages of what runs with the card's fields in a frame: in every engine, or in Chromium. */
export function listFramedPages(isEverywhere) {
  const [name, pattern] = isEverywhere ? ['framed-everywhere-', FRAMED_EVERYWHERE] : ['framed-', FRAMED];
  return listPagesOf(
    listTestFiles().filter((file) => pattern.test(file)),
    name,
  );
}

/** Their names begin so: another run may have other files in its pages at the same time. */
function listPagesOf(files, name = '') {
  const sharing = new Map();
  const alone = [];
  for (const file of files) {
    const folder = FILES_ALONE.includes(file) ? undefined : FOLDER_OF_ELEMENT.exec(file)?.[1];
    if (folder) sharing.set(folder, [...(sharing.get(folder) ?? []), file]);
    else alone.push(file);
  }
  const shared = [...sharing].flatMap(([folder, files]) => pagesOfElement(`${name}${folder}`, files));
  return [...longestFirst(alone, LONGEST), ...shared];
}
