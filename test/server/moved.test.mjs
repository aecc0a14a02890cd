/** The functions that `balcao/server` had until they got entries of their own. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as server from '../../src/server/index.ts';

const MOVED = { postgres: 'balcao/server/postgres', pglite: 'balcao/server/pglite', oauthTokens: 'balcao/server/oauth' };

describe('balcao/server', () => {
  for (const [name, entry] of Object.entries(MOVED)) {
    it(`says where ${name} is now`, () => {
      const call = Reflect.get(server, name);
      assert.throws(() => call('shop-data'), { code: 'invalid-config', message: `${name} moved: import { ${name} } from '${entry}'.` });
    });
  }
});
