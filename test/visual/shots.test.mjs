/**
 * How states of the checkout look, with WHOLE=1 every state, against the pictures in `shots`. `npm run shots` takes them anew. Where other fonts are
 * installed than they were taken with, it says so and compares where the parts lie.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, statSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PNG } from 'pngjs';
import { describeScripts } from '../package/shop-scripts.mjs';
import { compareBoxes, compareImages, compareShot, readNotes } from './album.mjs';
import { AT_ONCE, launchCamera, measureFonts, photograph, SCHEMES, SIZES } from './camera.mjs';
import { STATES } from './states.mjs';

const MOST_BYTES = 2_000_000;

/** Those with the most parts of a card, of a list of cards and of a Pix code. */
const SAMPLE = ['errors', 'saved-cards', 'pix-waiting'];

const looked = process.env.WHOLE === '1' ? Object.keys(STATES) : SAMPLE;

/** The share of pixels that may differ from one script to the other: two pictures of one script differ by 26 pixels of a QR code. */
const MOST_DIFFERENT_BY_SCRIPT = 0.0005;

/** The pictures by their names, of the script that came first. */
const taken = new Map();

describeScripts('the look of the checkout', { concurrency: AT_ONCE }, (createTag) => {
  const notes = readNotes();
  let browser;
  let hasSameFonts;

  before(async () => {
    browser = await launchCamera();
    const fonts = await measureFonts(browser);
    hasSameFonts = fonts.width === notes.fonts?.width;
    if (!hasSameFonts) {
      console.log(
        `\n*** OTHER FONTS: a line is ${fonts.width} px wide, and was ${notes.fonts?.width} px when the pictures were taken. ***`,
      );
      console.log('*** PICTURES ARE NOT COMPARED HERE, only where the parts lie. The fonts are in the package fonts-liberation. ***\n');
    }
  });

  after(() => browser?.close());

  for (const state of looked) {
    it(`is as it was: ${state}`, async () => {
      const problems = [];
      for (const shot of await photograph(browser, state, { createTag })) {
        const first = taken.get(shot.name) ?? shot.image;
        taken.set(shot.name, first);
        const { problem: difference } = compareImages(shot.image, first, MOST_DIFFERENT_BY_SCRIPT);
        if (difference) problems.push(`${shot.name}, beside the other script: ${difference}`);
        const { problem, diff } = hasSameFonts ? compareShot(shot) : { problem: compareBoxes(shot.boxes, notes.boxes[shot.name] ?? []) };
        if (!problem) continue;
        const seen = mkdtempSync(join(tmpdir(), 'balcao-shot-'));
        writeFileSync(join(seen, 'now.png'), PNG.sync.write(shot.image));
        if (diff) writeFileSync(join(seen, 'difference.png'), diff);
        problems.push(`${shot.name}: ${problem} (${seen})`);
      }
      assert.deepEqual(problems, []);
    });
  }

  it('has a picture of each state in every scheme and size, and few bytes of them', () => {
    const folder = fileURLToPath(new URL('shots/', import.meta.url));
    const files = readdirSync(folder).filter((file) => file.endsWith('.png'));
    const wanted = Object.keys(STATES).flatMap((state) =>
      Object.keys(SIZES).flatMap((size) => SCHEMES.map((scheme) => `${state}-${size}-${scheme}.png`)),
    );
    assert.deepEqual(files.toSorted(), wanted.toSorted());
    const bytes = files.map((file) => statSync(join(folder, file)).size).reduce((sum, size) => sum + size, 0);
    assert.ok(bytes < MOST_BYTES, `${bytes} bytes`);
  });
});
