/** The traps that docs/pix.md names: each is made here, and refused for the reason in its row. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readDocument } from './documents.mjs';
import { root } from './packed.mjs';

const { parseBrCode } = await import(join(root, 'dist/domain/index.js'));

const ACCOUNT = '26330014br.gov.bcb.pix0111fulano@x.br';
const START = `000201${ACCOUNT}520400005303986`;
const SHOP = '5802BR5906FULANO6009SAO PAULO62070503***';

/** CRC-16/CCITT-FALSE over UTF-8, in upper case. */
function crc16(text) {
  let crc = 0xffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
    crc &= 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

const seal = (text) => `${text}6304${crc16(`${text}6304`)}`;
const GOOD = seal(START + SHOP);

/**
 * The first words of a row, and codes with its mistake.
 *
 * @type {[string, string[]][]}
 */
const TRAPS = [
  ['an empty field, such as `0200`', [seal(START.replace(ACCOUNT, '26370014br.gov.bcb.pix0111fulano@x.br0200') + SHOP)]],
  ['a length that counts bytes', [seal(START + SHOP.replace('09SAO PAULO', '10São Paulo'))]],
  ['the CRC computed without `6304`', [`${START}${SHOP}6304${crc16(START + SHOP)}`]],
  ['a CRC in lower case', [GOOD.slice(0, -4) + GOOD.slice(-4).toLowerCase(), GOOD.slice(0, -1)]],
  ['anything after the CRC', [`${GOOD}5403123`]],
  ['a field that occurs twice', [seal(`${START}54041.0054042.00${SHOP}`)]],
  ['a space or line break around the code', [`${GOOD} `, `${GOOD.slice(0, 50)}\n${GOOD.slice(50)}`]],
  [
    'amount `149,90`',
    ['149,90', '1.000.00', '.50'].map((amount) => seal(`${START}54${String(amount.length).padStart(2, '0')}${amount}${SHOP}`)),
  ],
  ['`https://` before the location', [seal(START.replace(ACCOUNT, '26430014br.gov.bcb.pix2521https://pix.example/a') + SHOP)]],
  ['more than 512 characters', ['0'.repeat(513)]],
];

describe('the traps of docs/pix.md', () => {
  const rows = readDocument('docs/pix.md')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()));

  it('are made from a code that is right', () => {
    assert.equal(parseBrCode(GOOD).ok, true);
    assert.match(GOOD.slice(-4), /[A-F]/);
  });

  for (const [mistake, codes] of TRAPS) {
    it(mistake, () => {
      const [, , reasons] = rows.find(([, first]) => first?.startsWith(mistake)) ?? [];
      assert.ok(reasons);
      for (const code of codes) {
        const { ok, reason } = parseBrCode(code);
        assert.equal(ok, false, code);
        assert.ok(reasons.includes(`\`${reason}\``), `${reason} is not in ${reasons}`);
      }
    });
  }
});
