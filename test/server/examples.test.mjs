import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import * as server from '../../src/server/index.ts';
import * as oauth from '../../src/server/oauth.ts';
import * as pglite from '../../src/server/pglite.ts';
import * as postgres from '../../src/server/postgres.ts';
import { listExamples, listExportedFiles, runExample } from '../support/doc-examples.mjs';

/** @import { NodeListener } from '../../src/server/index.ts' */

const ENTRIES = { index: server, postgres, pglite, oauth };

const examples = Object.keys(ENTRIES).flatMap((entry) => listExportedFiles(`server/${entry}.ts`).flatMap(listExamples));

describe('the examples of balcao/server', () => {
  let folder = '';
  /** @type {import('node:http').Server[]} */
  const servers = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'balcao-examples-'));
  });
  after(async () => {
    for (const each of servers) each.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** An environment, folders and ports of the test's own. */
  const world = {
    scope: {
      ...server,
      ...postgres,
      ...oauth,
      /** @param {string} path */
      pglite: (path) => pglite.pglite(join(folder, path)),
      process: {
        env: { SERVICE_TOKEN: 'a-token', OAUTH_SECRET: 'secret', OAUTH_KEY: Buffer.alloc(32, 1).toString('base64') },
        once: () => {},
      },
    },
    modules: {
      'node:http': {
        /** @param {NodeListener} listener */
        createServer: (listener) => {
          const made = createServer((incoming, outgoing) => void listener(incoming, outgoing));
          servers.push(made);
          return { listen: () => made.listen(0) };
        },
      },
    },
  };

  it('exist for each function that a shop can call', () => {
    const functions = Object.values(ENTRIES)
      .flatMap(Object.entries)
      .filter(([, value]) => !String(value).startsWith('class'));
    const shown = new Set(examples.map(({ name }) => name));
    assert.deepEqual(
      functions.map(([name]) => name).filter((name) => !shown.has(name)),
      [],
    );
  });

  for (const example of examples) {
    it(`run and print what they promise: ${example.name}`, async () => {
      const { printed, promised } = await runExample(example, world);
      assert.deepEqual(printed, promised);
    });
  }
});
