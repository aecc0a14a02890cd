/**
 * Takes the pictures again that `test/visual/shots.test.mjs` compares the checkout with: all of them, or those of the named states. Needs
 * `dist`. Look at the changes before you commit them.
 *
 *     npm run shots -- approved pix-waiting
 */
import { rmSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compareShot, readNotes, writeNotes, writeShot } from '../test/visual/album.mjs';
import { AT_ONCE, launchCamera, measureFonts, photograph } from '../test/visual/camera.mjs';
import { STATES } from '../test/visual/states.mjs';

const folder = fileURLToPath(new URL('../test/visual/shots/', import.meta.url));
const asked = process.argv.slice(2);
const unknown = asked.filter((state) => !(state in STATES));
if (unknown.length > 0) throw new Error(`There is no state ${unknown.join(', ')}. There are: ${Object.keys(STATES).join(', ')}`);

const browser = await launchCamera();
const fonts = await measureFonts(browser);
const notes = readNotes();
const isPartial = asked.length > 0;
// Pictures with two kinds of fonts could not be compared on any machine.
if (isPartial && notes.fonts?.width !== fonts.width)
  throw new Error('The other pictures were taken with other fonts: take all of them anew.');
const boxes = isPartial ? notes.boxes : {};

let changed = 0;
const waiting = isPartial ? asked : Object.keys(STATES);

async function takeTurns() {
  for (let state = waiting.shift(); state; state = waiting.shift()) {
    for (const shot of await photograph(browser, state)) {
      boxes[shot.name] = shot.boxes;
      const { problem } = compareShot(shot);
      if (!problem) continue;
      writeShot(shot);
      changed += 1;
      console.log(`${shot.name}: ${problem}`);
    }
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, takeTurns));
await browser.close();
writeNotes({ fonts, boxes });
for (const file of readdirSync(folder)) {
  if (file.endsWith('.png') && !(file.slice(0, -'.png'.length) in boxes)) rmSync(join(folder, file));
}
console.log(`${changed} of ${Object.keys(boxes).length} pictures are new`);
