/** Which browser test files a run has, and which of them share a page. */
import { readdirSync } from 'node:fs';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CLASSIC_PAGE, nameOfPage } from './page-bundle.mjs';

const folder = fileURLToPath(new URL('..', import.meta.url));

/** Tests that need no element: they have one page together. Every other file has a page of its own. */
const WITHOUT_ELEMENTS = /^test\/(?:channel|client|controllers|domain|flow|i18n|sandbox|script)\/(?!page\.test\.ts)/;

/** Tests of pure code, which one engine proves: of these the others run one in so many, from this one on. */
const PURE = /^test\/(?:channel|client|domain|i18n|sandbox)\/(?!page\.test\.ts)/;
const SAMPLE = { every: 8, first: 3 };

/**
 * Tests of elements of which Firefox and WebKit run every second one each: what they test is mostly our own. Both run those of what engines
 * do in their own way: clipboard, focus, forms, keys, layout, reload, storage and tabs.
 */
const SHARED_OUT = /^test\/elements\/(?:boleto|card-form|checkout|installments|pix|saved-cards)\//;
const IN_EACH_ENGINE =
  /\/(?:access|accessibility|auto-advance|copy|enter|faults|field-focus|fields|filling|forms|frame|holder-name|keystrokes|look|lost-storage|masked-code|nodes|outcomes|own-layout|qr|reload|reload-private|removal|returning|stores|tabs|typing|unloaded|width)\.test\.ts$/;

/** True if a test of elements is mostly about our own code. */
const isSharedOut = (file) => SHARED_OUT.test(file) && !IN_EACH_ENGINE.test(file);

/** Leaves every second of those tests out, which have run with the sources; with `WHOLE=1` none. */
function thinOut(files) {
  const left = files.filter(isSharedOut).filter((_, index) => !process.env.WHOLE && index % 2 === 1);
  return files.filter((file) => !left.includes(file));
}

/** Tests that take a sample of their matrix, and the whole with `WHOLE=1`. */
const MATRICES = /^test\/(?:acceptance|access|model)\//;

/**
 * Tests that also run with the card's fields in a frame. `frame.test.ts` plays one itself; in `unheard.test.ts` an answer comes while the form is out
 * of the page, and a frame that is taken out takes its charge with it; in `boleto.test.ts` the page's own `fetch` plays the shop, and no frame is fed.
 */
const FRAMED = /^test\/elements\/(?:(?:card-form|checkout)\/(?!boleto\.|frame\.|unheard\.)|saved-cards\/(?:forms|saving)\.)/;

/** Those of them that do so in every engine, and not in Chromium alone. */
const FRAMED_EVERYWHERE = /^test\/elements\/card-form\/(?:faults|outcomes|tabs|typing)\./;

/**
 * Tests that also run with the elements of the classic script: faults, forms, frames, tabs and copies. Left out is what asks the sources about an
 * element (`diagnose`), counts in their classes (`renders`) or registers them in another order (`first-render`), and what compares the spaces
 * between elements, which the build drops.
 */
const CLASSIC =
  /^test\/(?:elements\/(?:card-form|checkout|pix|saved-cards)\/(?!diagnose|(?:first-render|renders|account|look|paid)\.)|model\/fault-matrix\.|acceptance\/(?:copies|late-part|unframed)\.)/;

/** The one of them that does so before a commit. */
const CLASSIC_SAMPLE = /^test\/elements\/card-form\/faults\./;

/** The files, those first that take longest, so that a run does not end with one of them alone. */
function listTestFiles() {
  const files = readdirSync(folder, { recursive: true }).map((file) => `test/${String(file).replaceAll(sep, '/')}`);
  const tests = files.filter((file) => file.endsWith('.test.ts')).toSorted();
  return [...tests.filter((file) => MATRICES.test(file)), ...tests.filter((file) => !MATRICES.test(file))];
}

/** Whether the tests of a file can come by card digits, so that each is followed by the search of every-test.ts. */
function canMeetCards(file) {
  return /(?:^|\/)test\/(?:elements|controllers|client|flow|frame|support\/shop)\//.test(file);
}

const describeFiles = (files) => files.map((file) => ({ file, canMeetCards: canMeetCards(file) }));

/** A page for each file. */
function apart(files) {
  return Object.fromEntries(files.map((file) => [nameOfPage(file), describeFiles([file])]));
}

/** A page for each file, with the elements of the classic script. */
function withClassic(files) {
  return Object.fromEntries(files.map((file) => [`${CLASSIC_PAGE}${nameOfPage(file)}`, describeFiles([file])]));
}

/** A page for all that need no element, and one for each other file. */
function together(files) {
  const sharing = files.filter((file) => WITHOUT_ELEMENTS.test(file));
  return { 'without-elements': describeFiles(sharing), ...apart(files.filter((file) => !WITHOUT_ELEMENTS.test(file))) };
}

/** Pure tests are sampled, others are all there. */
function samplePure(files) {
  const pure = files.filter((file) => PURE.test(file));
  const sample = pure.filter((_, index) => index % SAMPLE.every === SAMPLE.first);
  return files.filter((file) => !pure.includes(file) || sample.includes(file));
}

const RUNS = {
  all: (files) => ({ ...together(files), ...withClassic(files.filter((file) => CLASSIC_SAMPLE.test(file))) }),
  /** As `all`; the classic script has its own run. */
  whole: together,
  quick: (files) => together(files.filter((file) => WITHOUT_ELEMENTS.test(file))),
  engines: (files) => together(samplePure(files)),
  matrices: (files) => apart(files.filter((file) => MATRICES.test(file))),
  framed: (files) => apart(files.filter((file) => FRAMED.test(file))),
  'framed everywhere': (files) => apart(files.filter((file) => FRAMED_EVERYWHERE.test(file))),
  classic: (files) => withClassic(thinOut(files.filter((file) => CLASSIC.test(file)))),
  'classic framed': (files) => withClassic(files.filter((file) => FRAMED_EVERYWHERE.test(file))),
  apart,
};

/**
 * The pages of a run.
 *
 * @param {string} [run] A name of `RUNS`.
 * @returns {Record<string, { file: string, canMeetCards: boolean }[]>} The test files of each page, by its name.
 */
export function listPages(run = 'all') {
  return RUNS[run](listTestFiles());
}

/**
 * The pages that one engine has in a run of Firefox and WebKit.
 *
 * @param {string} engine
 * @param {ReturnType<typeof listPages>} pages
 * @returns {string[]} Their names.
 */
export function listPagesOfEngine(engine, pages) {
  const names = Object.keys(pages);
  const sharedOut = names.filter((name) => pages[name].every(({ file }) => isSharedOut(file)));
  const others = new Set(sharedOut.filter((_, index) => (index % 2 === 0) === (engine === 'webkit')));
  return names.filter((name) => !others.has(name));
}
