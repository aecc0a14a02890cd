import { createTextAnswer } from '../answers.js';
import { ConnectionReset } from './holds.js';
import type { HoldEnd } from './holds.js';

const JSON_HEADERS = { 'Content-Type': 'application/json; charset=utf-8' };
const CHUNK_BYTES = 65_536;

/** Creates the good response with a message of `byteCount` bytes, produced in chunks while it is read. */
export function createHugeAnswer(good: Record<string, unknown>, byteCount: number): Response {
  const encoder = new TextEncoder();
  const chunk = new Uint8Array(CHUNK_BYTES).fill(0x61);
  const [head = '', tail = ''] = JSON.stringify({ ...good, message: '\u0001' }).split('\\u0001');
  let rest = byteCount;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(head)),
    pull: (controller) => {
      controller.enqueue(chunk.subarray(0, Math.max(0, Math.min(rest, CHUNK_BYTES))));
      rest -= CHUNK_BYTES;
      if (rest > 0) return;
      controller.enqueue(encoder.encode(tail));
      controller.close();
    },
  });
  return createTextAnswer(200, body, JSON_HEADERS);
}

/** Creates a response that comes one byte at a time, `pause` before each, and the rest at once when released. Ends when its reader is gone. */
export function createDrip(text: string, pause: () => Promise<HoldEnd>): Response {
  const bytes = new TextEncoder().encode(text);
  let next = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const end = (await pause()) === 'released' ? bytes.length : next + 1;
      controller.enqueue(bytes.subarray(next, end));
      next = end;
      if (next >= bytes.length) controller.close();
    },
  });
  return createTextAnswer(200, body, JSON_HEADERS);
}

/** Creates a response that breaks in the middle of its body. */
export function createCut(text: string): Response {
  const bytes = new TextEncoder().encode(text);
  const half = bytes.subarray(0, bytes.length >> 1);
  let isSent = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (isSent) controller.error(new ConnectionReset());
      else controller.enqueue(half);
      isSent = true;
    },
  });
  return createTextAnswer(200, body, { ...JSON_HEADERS, 'Content-Length': String(bytes.length) });
}

/** Encodes text in Latin-1 (one byte per character) or little-endian UTF-16. */
export function encodeText(text: string, charset: string): Uint8Array<ArrayBuffer> {
  const isWide = /^utf-?16/i.test(charset);
  return Uint8Array.from({ length: isWide ? text.length * 2 : text.length }, (_, place) => {
    if (!isWide) return text.charCodeAt(place) & 0xff;
    const unit = text.charCodeAt(place >> 1);
    return place % 2 === 0 ? unit & 0xff : unit >> 8;
  });
}
