import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { CheckoutError } from '../../../src/domain/errors.ts';
import { createSealedBox } from '../../../src/server/tokens/sealed-box.ts';

const createKey = () => randomBytes(32).toString('base64');

describe('a sealed box', () => {
  it('opens what it sealed, and shows nothing of it', async () => {
    const box = createSealedBox(createKey());
    const sealed = await box.seal('um segredo: ação', 'connection oauth');
    assert.equal(await box.open(sealed, 'connection oauth'), 'um segredo: ação');
    assert.doesNotMatch(sealed, /segredo/);
    assert.notEqual(await box.seal('um segredo: ação', 'connection oauth'), sealed, 'two of one text are alike in nothing');
  });

  it('is not opened by another key, by another name, or once it was changed', async () => {
    const box = createSealedBox(createKey());
    const sealed = await box.seal('segredo', 'connection a');
    assert.equal(await createSealedBox(createKey()).open(sealed, 'connection a'), undefined);
    assert.equal(await box.open(sealed, 'connection b'), undefined);
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
      // The last characters of base64 may stand for no bit of the text.
      if (await box.open(changed, 'connection a')) assert.ok(at >= sealed.length - 3, `changed at ${at}`);
    }
    for (const text of ['', '1', '1..', '1.%.%', sealed.slice(1), `${sealed}.x`])
      assert.equal(await box.open(text, 'connection a'), undefined);
  });

  it('opens by all of its keys, and seals by the first', async () => {
    const [old, fresh] = [createKey(), createKey()];
    const sealed = await createSealedBox(old).seal('segredo', 'n');
    const both = createSealedBox([fresh, old]);
    assert.equal(await both.open(sealed, 'n'), 'segredo');
    assert.equal(await createSealedBox(fresh).open(await both.seal('segredo', 'n'), 'n'), 'segredo');
  });

  it('takes 32 bytes in base64 for a key, and tells of no other', () => {
    /** @type {any[]} */
    const wrongKeys = [
      undefined,
      '',
      'secret',
      randomBytes(16).toString('base64'),
      randomBytes(33).toString('base64'),
      randomBytes(32).toString('hex'),
      [],
    ];
    for (const key of wrongKeys) {
      assert.throws(
        () => createSealedBox(key),
        (error) =>
          error instanceof CheckoutError && error.code === 'invalid-config' && (!key?.length || !error.message.includes(String(key))),
      );
    }
  });
});
