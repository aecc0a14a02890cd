import { createRequire } from 'node:module';
import { cut } from './cuts.mjs';

const ErrorCorrection = createRequire(import.meta.url)('qrcode/lib/core/error-correction-code');
const { L } = createRequire(import.meta.url)('qrcode/lib/core/error-correction-level');

const VERSIONS = Array.from({ length: 40 }, (_, index) => index + 1);

/** Files in whose place something smaller is put: byte segments, and the least error correction. */
const REPLACED = {
  'segments.js': `const ByteData = require('./byte-data')
exports.fromArray = (segments) => segments.map(({ data }) => new ByteData(data))`,
  'mode.js': `exports.BYTE = { bit: 4, ccBits: [8, 16, 16] }
exports.getCharCountIndicator = (mode, version) => mode.ccBits[version < 10 ? 0 : version < 27 ? 1 : 2]`,
  'error-correction-level.js': `exports.L = { bit: ${L.bit} }`,
  'error-correction-code.js': `const BLOCKS = [0, ${VERSIONS.map((version) => ErrorCorrection.getBlocksCount(version, L)).join()}]
const CODEWORDS = [0, ${VERSIONS.map((version) => ErrorCorrection.getTotalCodewordsCount(version, L)).join()}]
exports.getBlocksCount = (version) => BLOCKS[version]
exports.getTotalCodewordsCount = (version) => CODEWORDS[version]`,
};

/** What is cut out of other files. */
const UNUSED = {
  'qrcode.js': [
    { what: 'texts', from: '  let segments\n', to: '  // Get the min version', by: '  const segments = Segments.fromArray(data)\n' },
    {
      what: 'wishes for a version',
      from: '  if (!version) {\n    version = bestVersion',
      to: '  const dataBits',
      by: '  version = bestVersion\n',
    },
    {
      what: 'wishes for a mask',
      from: '  if (isNaN(maskPattern)) {',
      to: '  // Apply mask pattern',
      by: '  maskPattern = MaskPattern.getBestMask(modules, setupFormatInfo.bind(null, modules, errorCorrectionLevel))\n',
    },
    { what: 'options', from: "  if (typeof data === 'undefined'", to: '\n}', by: '  return createSymbol(data, 0, ECLevel.L)' },
  ],
  'version.js': [
    { what: 'mixed modes', from: 'function getTotalBitsFromDataArray', to: '/**\n * Returns version number' },
    { what: 'numbers of versions', from: 'exports.from = ', to: '/**\n * Returns how much data' },
    { what: 'a default mode', from: '  // Use Byte mode as default', to: '  // Total codewords for' },
    { what: 'the capacity of mixed modes', from: '  if (mode === Mode.MIXED)', to: '  const usableBits' },
    { what: 'the capacity of other modes', from: '  switch (mode) {', to: '}\n\n/**', by: '  return Math.floor(usableBits / 8)\n' },
    {
      what: 'several segments',
      from: 'exports.getBestVersionForData = ',
      to: '/**\n * Returns version information',
      by: 'exports.getBestVersionForData = ([segment], level) => getBestVersionForDataLength(segment.mode, segment.getLength(), level)\n\n',
    },
  ],
};

/**
 * The `qrcode` package without what a Pix code never uses: other modes than bytes, the search for the best mix of them (with its graph
 * library), and the tables of more error correction than `src/elements/pix/qr-path.ts` asks for. Its CommonJS modules become ES modules,
 * which bundle without wrappers. About 4 kB of 6.6 kB, brotli; `test/package/smaller-packages.test.mjs` compares the symbols.
 *
 * @returns {import('vite').Plugin}
 */
export function qrcodePlugin() {
  return {
    name: 'balcao-qrcode-bytes',
    enforce: 'pre',
    transform(code, id) {
      const file = /\/qrcode\/lib\/core\/([\w-]+\.js)(?:\?|$)/.exec(id)?.[1];
      if (!file) return undefined;
      return { code: formatModule(REPLACED[file] ?? cut(code, UNUSED[file] ?? [], file)), map: null };
    },
  };
}

/** A CommonJS module as an ES module: each of its exports is assigned once, at the top. */
function formatModule(code) {
  const names = [...code.matchAll(/^exports\.(\w+) = /gm)].map(([, name]) => name);
  const body = code
    .replace(/^const (\w+) = require\('(.*?)'\)\.(\w+)$/gm, "import { $3 as $1 } from '$2.js'")
    .replace(/^const (\w+) = require\('(.*?)'\)$/gm, (_all, name, path) =>
      DEFAULT_EXPORTS.includes(path) ? `import ${name} from '${path}.js'` : `import * as ${name} from '${path}.js'`,
    )
    .replace(/^exports\.(\w+) = /gm, 'const $1$ = ')
    .replace(/\bexports\.(\w+)/g, '$1$')
    .replace(/^module\.exports = /gm, 'export default ');
  return `${body}\nexport { ${names.map((name) => `${name}$ as ${name}`).join(', ')} }`;
}

/** The modules that export one function. */
const DEFAULT_EXPORTS = ['./bit-buffer', './bit-matrix', './byte-data', './reed-solomon-encoder'];
