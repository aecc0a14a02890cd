import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { followTypes, readDeclarations } from '../../scripts/api-docs/declarations.mjs';
import { root } from './packed.mjs';

const dist = join(root, 'dist');

/** @returns {{ name: string, isDocumented: boolean }[]} The members of an interface's text, and whether a comment stands right above each. */
function listMembers(text) {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const [, name] = /^ +(?:readonly )?'?([\w-]+)'?\??: /.exec(line) ?? [];
    return name ? [{ name, isDocumented: lines[index - 1].trimEnd().endsWith('*/') }] : [];
  });
}

function listUndocumented(declarations) {
  return declarations.flatMap(([owner, text]) =>
    listMembers(text)
      .filter(({ isDocumented }) => !isDocumented)
      .map(({ name }) => `${owner}.${name}`),
  );
}

describe('what an editor shows on hover', () => {
  const declarations = readDeclarations(dist);

  it('says what every event means, and every field of an outcome and of an event', () => {
    const named = followTypes(['BalcaoEvents', 'PaymentOutcome'], declarations, () => false);
    for (const name of ['ApprovedOutcome', 'Attempt', 'DuplicateNews', 'PixCharge', 'CheckoutError']) assert.ok(named.includes(name), name);
    assert.ok(listMembers(declarations.get('ApprovedOutcome')).length > 10);
    assert.deepEqual(listUndocumented(named.map((name) => [name, declarations.get(name)])), []);
  });

  it('says what every attribute, property and listener of a template means', () => {
    const text = readFileSync(join(dist, 'templates/elements.d.ts'), 'utf8');
    const interfaces = [...text.matchAll(/^export interface (\w+) \{\n([^]*?)^\}/gm)].map(([, name, body]) => [name, body]);
    const members = interfaces.flatMap(([, body]) => listMembers(body).map(({ name }) => name));
    for (const name of ['onbalcao-approved', 'onBalcaoApproved', 'fee-payer', 'feePayer', 'getToken'])
      assert.ok(members.includes(name), name);
    assert.deepEqual(listUndocumented(interfaces.filter(([name]) => name !== 'BalcaoTags')), []);
  });
});

describe('the types', () => {
  it('bring the lib that elements need along, and ask for no other', () => {
    const files = readdirSync(dist, { recursive: true }).map(String);
    const libs = files
      .filter((file) => file.endsWith('.d.ts'))
      .flatMap((file) => [...readFileSync(join(dist, file), 'utf8').matchAll(/^\/\/\/ <reference lib="(\w+)"/gm)].map(([, lib]) => lib));
    assert.deepEqual([...new Set(libs)], ['dom']);
  });
});
