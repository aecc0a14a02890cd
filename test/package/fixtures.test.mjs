/** `balcao/fixtures`, as a shop's own tests have it: from the package, beside the functions that it is about. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, describe, it } from 'node:test';
import { buildLibrary } from './build-library.mjs';
import { installPacked } from './packed.mjs';

describe('the fixtures of the package', () => {
  let packed;
  let fixtures;
  let domain;
  before(async () => {
    packed = installPacked();
    const require = createRequire(join(packed.project, 'shop.js'));
    const load = (entry) => import(pathToFileURL(require.resolve(entry)).href);
    [fixtures, domain] = [await load('balcao/fixtures'), await load('balcao/domain')];
  });
  after(() => packed.remove());

  it('have names of their own, and sources', () => {
    const { brCodeFixtures, invalidBrCodeFixtures, otherChargeFixtures, cardFixtures } = fixtures;
    const all = [...brCodeFixtures, ...invalidBrCodeFixtures, ...otherChargeFixtures, ...cardFixtures];
    assert.ok(all.length > 140);
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length - otherChargeFixtures.length, 'those of another charge are right codes');
    for (const { id, source } of all) assert.ok(source.length > 5, id);
  });

  it('are card numbers that are taken for their brands, all brands among them', () => {
    const { detectBrand, formatCardNumber, securityCodeLength, verifyCardNumber } = domain;
    for (const { id, number, brand, acceptableBrands = [brand], isValid, securityCodeLength: length, gaps } of fixtures.cardFixtures) {
      const detected = detectBrand(number);
      assert.ok(acceptableBrands.includes(brand) && acceptableBrands.includes(detected), id);
      assert.equal(verifyCardNumber(number).status === 'valid', isValid, id);
      assert.equal(securityCodeLength(detected), length, id);
      if (gaps) assert.equal(formatCardNumber(number).split(' ').length, gaps.filter((gap) => gap < number.length).length + 1, id);
    }
    const brands = new Set(fixtures.cardFixtures.map(({ brand }) => brand));
    for (const brand of ['visa', 'mastercard', 'american-express', 'elo', 'hipercard', 'hiper', 'aura', 'diners-club', 'discover', 'jcb']) {
      assert.ok(brands.has(brand), brand);
    }
  });

  it('are Pix codes that are read as they say, or refused for the reason that they say', () => {
    for (const { id, code, expected } of fixtures.brCodeFixtures) {
      assert.deepEqual(domain.parseBrCode(code), { ok: true, brCode: expected }, id);
    }
    for (const { id, code, reason, reasonClass } of fixtures.invalidBrCodeFixtures) {
      assert.deepEqual(domain.parseBrCode(code), { ok: false, reason, reasonClass }, id);
    }
    for (const { id, code, charge, reason } of fixtures.otherChargeFixtures) {
      assert.deepEqual(domain.verifyPixCharge(code, charge), { ok: false, reason }, id);
    }
  });

  it('are status words that mean what they say in their system, and words that never mean paid', () => {
    for (const { system, words } of fixtures.pixStatusFixtures) {
      for (const [status, list] of Object.entries(words)) {
        for (const word of list) assert.equal(domain.readPixStatus(word, system), status, `${word} of ${system}`);
      }
    }
    for (const word of fixtures.neverPaidWords) assert.notEqual(domain.readPixStatus(word), 'paid', word);
  });

  it('come alone into a bundle that wants one of them', async () => {
    const entry = join(packed.project, 'shop.js');
    writeFileSync(entry, "import { neverPaidWords } from 'balcao/fixtures'; console.log(neverPaidWords);");
    const [{ code }] = await buildLibrary(packed.project, { entry, formats: ['es'], fileName: 'shop' });
    assert.match(code, /UNPAID/);
    assert.doesNotMatch(code, /\d{13}|br\.gov\.bcb\.pix|CONCLUIDA/i);
  });

  it('are in no file that a browser loads of the checkout', () => {
    const dist = join(packed.folder, 'dist');
    const files = readdirSync(dist, { recursive: true }).map(String);
    const scripts = files.filter((file) => file.endsWith('.js') && !file.startsWith('fixtures'));
    assert.ok(scripts.length > 20);
    const { number } = fixtures.cardFixtures.find(({ brand }) => brand === 'aura');
    for (const file of scripts) assert.ok(!readFileSync(join(dist, file), 'utf8').includes(number), file);
  });
});
