/**
 * The `qrcode` package without the modes that a Pix code never uses: numeric, alphanumeric, kanji and the search for the best mix of
 * them (with its graph library). `src/elements/pix/qr-path.ts` gives byte segments alone. About 2.5 kB of 6.6 kB, brotli.
 *
 * @returns {import('vite').Plugin}
 */
export function qrcodePlugin() {
  return {
    name: 'balcao-qrcode-bytes',
    enforce: 'pre',
    load(id) {
      if (!/\/qrcode\/lib\/core\/segments\.js(?:\?|$)/.test(id)) return undefined;
      return `const ByteData = require('./byte-data'); exports.fromArray = (segments) => segments.map(({ data }) => new ByteData(data));`;
    },
  };
}
