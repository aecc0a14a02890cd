import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SLOT_NAMES } from '../../src/elements/shared/content/ignored-content.ts';

const manifest = fileURLToPath(new URL('../../dist/custom-elements.json', import.meta.url));

describe('the slots of the elements', () => {
  it('are in the console what they are in the manifest', () => {
    const { modules } = JSON.parse(readFileSync(manifest, 'utf8'));
    const elements = modules.flatMap(({ declarations }) => declarations).filter(({ tagName }) => tagName);
    const documented = elements.map(({ tagName, slots = [] }) => [tagName, new Set(slots.flatMap(({ name }) => name || []))]);
    const named = [...SLOT_NAMES].map(([tag, names]) => [tag, new Set(names)]);
    assert.ok(documented.length > 0);
    assert.deepEqual(Object.fromEntries(named), Object.fromEntries(documented));
  });
});
