/**
 * The script-tag files have smaller stand-ins for parts of Zod and qrcode, and idb with parts cut out. Here the stand-ins answer what
 * the packages answer.
 */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { build } from 'vite';
import { root } from '../../scripts/build/configs.mjs';
import { qrcodePlugin } from '../../scripts/build/qrcode-plugin.mjs';
import { zodPlugin } from '../../scripts/build/zod-plugin.mjs';

/** A module of the sources as the bundler makes it with these plugins. */
async function load(entry, plugins) {
  const [{ output }] = await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins,
    build: {
      write: false,
      minify: false,
      lib: { entry: `${root}/${entry}`, formats: ['es'] },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  return import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
}

/** Values that come near to what the schemas take: their keys, their words, and other things. */
const word = fc.constantFrom('paid', 'closed', 'charged', 'POST', 'path', 'MM/YY', 'described', 'iso', 'bearer', 'asaas', 'tk', '');
const number = fc.constantFrom(0, -1, 1, 900, 1.5, 1e12, 1.8e12, 8e15, NaN, Infinity);
const leaf = fc.oneof(
  word,
  number,
  fc.constantFrom(true, false, null, undefined, () => true, [], ['a'], [1]),
);
const key = fc.constantFrom(
  ...['success', 'cardId', 'message', 'qrCodeId', 'textQrCode', 'qrCodeNumber', 'id', 'text', 'number', 'identifier', 'status', 'closed'],
  ...['token', 'expiresIn', 'now', 'paths', 'deleteCard', 'method', 'cardExpiration', 'pixRequestNames', 'pixExpiration', 'query', 'read'],
  ...['pixAuthorization', 'pixStatus', 'system', 'pixHosts', 'pixKeys', 'readCharge', 'validUntil', 'timeLimits', 'cardMs', 'otherMs', 'x'],
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, leaf, fc.dictionary(key, tie('value'), { maxKeys: 5 })),
}));

describe('the stand-in for Zod', () => {
  it('has the one method that the client calls', () => {
    const folder = join(root, 'src/client');
    const code = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
    const methods = [...code.join('\n').matchAll(/\w+Schema\.(\w+)\(/g)].map(([, method]) => method);
    assert.deepEqual([...new Set(methods)], ['safeParse']);
  });

  it('answers every schema as Zod does', async () => {
    const [own, zod] = await Promise.all([load('src/client/schemas.ts', [zodPlugin()]), load('src/client/schemas.ts', [])]);
    const names = Object.keys(zod).filter((name) => name.endsWith('Schema'));
    assert.ok(names.length > 8);
    const check = (name, input) => {
      const [answer, expected] = [own[name].safeParse(input), zod[name].safeParse(input)];
      assert.equal(answer.success, expected.success);
      assert.deepEqual(answer.data, expected.data);
      assert.deepEqual(answer.error?.issues.map(pickIssue), expected.error?.issues.map(pickIssue));
    };
    fc.assert(fc.property(fc.constantFrom(...names), value, check), { numRuns: 5000 });
  });
});

function pickIssue({ code, path, keys }) {
  return { code, path, keys };
}

describe('the smaller qrcode', () => {
  it('draws the same symbols', async () => {
    const [own, whole] = await Promise.all([
      load('src/elements/pix/qr-path.ts', [qrcodePlugin()]),
      load('src/elements/pix/qr-path.ts', []),
    ]);
    const [draw, expect] = await Promise.all([own.loadQr(), whole.loadQr()]);
    for (const length of [1, 17, 18, 100, 154, 155, 230, 231, 367, 700, 1465, 2953]) {
      const text = 'Pix 00020126.'.repeat(300).slice(0, length);
      assert.deepEqual(draw(text), expect(text));
    }
    assert.deepEqual(draw('São João'), expect('São João'));
    assert.throws(() => draw('x'.repeat(2954)));
  });
});
