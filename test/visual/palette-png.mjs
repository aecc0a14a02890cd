import { crc32, deflateSync } from 'node:zlib';

const MOST_COLORS = 256;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** Opaque colours with `bits` of each channel, as one number per pixel; white stays white. */
function roundColors({ data, width, height }, bits) {
  const steps = 2 ** bits - 1;
  const round = (value) => Math.round((Math.round((value / 255) * steps) * 255) / steps);
  const table = Array.from({ length: 256 }, (_, value) => round(value));
  const pixels = new Uint32Array(width * height);
  for (let index = 0; index < pixels.length; index += 1) {
    const at = index * 4;
    pixels[index] = (table[data[at]] << 16) | (table[data[at + 1]] << 8) | table[data[at + 2]];
  }
  return pixels;
}

/**
 * Encodes a picture as a PNG with a palette, a fraction of the bytes of one with full colours: as many bits of each colour are kept as
 * 256 colours allow.
 *
 * @param {{ data: Uint8Array, width: number, height: number }} image RGBA.
 * @returns {Buffer}
 */
export function encodePalettePng(image) {
  const { width, height } = image;
  let pixels;
  let colors;
  for (let bits = 8; !colors || colors.length > MOST_COLORS; bits -= 1) {
    pixels = roundColors(image, bits);
    colors = [...new Set(pixels)].toSorted((a, b) => a - b);
  }
  const places = new Map(colors.map((color, place) => [color, place]));
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = places.get(pixels[y * width + x]);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const palette = Buffer.from(colors.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]));
  const body = deflateSync(rows, { level: 9, memLevel: 9 });
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('PLTE', palette), chunk('IDAT', body), chunk('IEND', Buffer.alloc(0))]);
}
