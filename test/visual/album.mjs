/** The pictures that the checkout is compared with, and how. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { encodePalettePng } from './palette-png.mjs';

const folder = fileURLToPath(new URL('shots/', import.meta.url));
const notesFile = join(folder, 'album.json');

/** The share of pixels that may differ: what another minor version of the browser draws otherwise. */
const MOST_DIFFERENT = 0.005;

/** How far a pixel's colour may be off, from 0 to 1, before it counts; the palette alone is off by some hundredths. */
const COLOR_TOLERANCE = 0.15;

/** How far a picture may be taller or lower, in px. */
const MOST_TALLER_PX = 2;

/** How far a box may lie elsewhere where other fonts are installed: in px, and as a share of its size. */
const BOX_TOLERANCE = { px: 12, share: 0.25 };

/** What was measured when the pictures were taken: `{ fonts: { chromium, width }, boxes: { [name]: boxes } }`. */
export function readNotes() {
  return existsSync(notesFile) ? JSON.parse(readFileSync(notesFile, 'utf8')) : { fonts: undefined, boxes: {} };
}

/** Writes one line per picture, so that a change is seen as one. */
export function writeNotes({ fonts, boxes }) {
  const lines = Object.entries(boxes)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, list]) => `    ${JSON.stringify(name)}: ${JSON.stringify(list)}`);
  writeFileSync(notesFile, `{\n  "fonts": ${JSON.stringify(fonts)},\n  "boxes": {\n${lines.join(',\n')}\n  }\n}\n`);
}

export function writeShot({ name, image }) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.png`), encodePalettePng(image));
}

/** The part of a picture that both have. */
function crop(image, width, height) {
  const cropped = new PNG({ width, height });
  PNG.bitblt(image, cropped, 0, 0, width, height, 0, 0);
  return cropped;
}

/**
 * Compares a picture with the one in the album.
 *
 * @returns {{ problem?: string, diff?: Buffer }} What is different, in words, and as a picture.
 */
export function compareShot({ name, image }) {
  const file = join(folder, `${name}.png`);
  if (!existsSync(file)) return { problem: `there is no picture ${name}.png; npm run shots takes it` };
  return compareImages(image, PNG.sync.read(readFileSync(file)));
}

/**
 * Compares a picture with one that was taken before.
 *
 * @returns {{ problem?: string, diff?: Buffer }}
 */
export function compareImages(image, golden, most = MOST_DIFFERENT) {
  if (golden.width !== image.width || Math.abs(golden.height - image.height) > MOST_TALLER_PX)
    return { problem: `it is ${image.width} x ${image.height} px, and was ${golden.width} x ${golden.height}` };
  const { width } = image;
  const height = Math.min(image.height, golden.height);
  const diff = new PNG({ width, height });
  const [now, before] = [image, golden].map((each) => crop(each, width, height).data);
  const different = pixelmatch(before, now, diff.data, width, height, { threshold: COLOR_TOLERANCE });
  const share = different / (width * height);
  if (share <= most) return {};
  return { problem: `${(share * 100).toFixed(2)} % of its pixels differ, ${most * 100} % may`, diff: PNG.sync.write(diff) };
}

/** Compares where the parts lie: all that can be compared where the fonts are others. */
export function compareBoxes(boxes, before) {
  const [now, then] = [boxes, before].map((list) => list.map(([part]) => part).join(' | '));
  if (now !== then) return `its parts are ${now}, and were ${then}`;
  const moved = boxes.filter(([, ...box], index) => {
    const [, ...old] = before[index];
    return box.some((value, side) => Math.abs(value - old[side]) > BOX_TOLERANCE.px + BOX_TOLERANCE.share * Math.abs(old[side]));
  });
  return moved.length > 0 ? `these parts lie elsewhere: ${moved.map((box) => box.join(' ')).join('; ')}` : undefined;
}
