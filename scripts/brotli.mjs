import { brotliCompressSync, constants } from 'node:zlib';

/** Compresses with the best quality of brotli, as a CDN does that compresses in advance. */
export function compressBest(content) {
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
}
