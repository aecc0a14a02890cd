import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startSourceServer } from '../../scripts/source-server.mjs';

const manifest = fileURLToPath(new URL('../../dist/custom-elements.json', import.meta.url));

describe('the slots of the elements', () => {
  it('are in the console what they are in the manifest', async () => {
    const sources = await startSourceServer();
    try {
      const { SLOT_NAMES } = await sources.load('/src/elements/shared/content/slot-names.ts');
      const { modules } = JSON.parse(readFileSync(manifest, 'utf8'));
      const elements = modules.flatMap(({ declarations }) => declarations).filter(({ tagName }) => tagName);
      const documented = elements.map(({ tagName, slots = [] }) => [tagName, new Set(slots.flatMap(({ name }) => name || []))]);
      const named = [...SLOT_NAMES].map(([tag, names]) => [tag, new Set(names)]);
      assert.ok(documented.length > 0);
      assert.deepEqual(Object.fromEntries(named), Object.fromEntries(documented));
    } finally {
      await sources.close();
    }
  });
});
