import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { PGlite } from '@electric-sql/pglite';
import { lockFolder } from '../../../src/server/ledger/pglite.ts';
import { pglite } from '../../../src/server/ledger/pglite.ts';
import { sqlLedger } from '../../../src/server/ledger/sql-ledger.ts';
import { hasPostgres } from '../postgres-server.mjs';
import { emptyTables } from './empty-tables.mjs';
import { describeLedger } from './ledger-suite.mjs';
import { makePayment, write } from './rows.mjs';

/** Making a PGlite takes seconds. Where the ledger runs in PostgreSQL, CI alone runs it here, too. */
const skip = hasPostgres() && process.env.WHOLE !== '1' && 'without WHOLE=1 the ledger runs in PostgreSQL alone';

describeLedger(
  'in PGlite',
  async () => {
    const instance = await PGlite.create();
    const database = pglite(instance);
    const ledger = sqlLedger(database);
    await ledger.start();
    return {
      ledger,
      query: database.query,
      reset: () => emptyTables(database.query),
      async close() {
        await ledger.close();
        await instance.close();
      },
    };
  },
  { skip },
);

describe('a ledger in a folder of PGlite', () => {
  let folder;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'balcao-pglite-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));
  const start = async (path) => {
    const ledger = sqlLedger(pglite(path));
    await ledger.start();
    return ledger;
  };

  it('keeps payments over a restart, refuses a second opener meanwhile, and says what a power loss can do', { skip }, async () => {
    const path = join(folder, 'shop');
    const ledger = await start(path);
    assert.match(ledger.warning ?? '', /power loss can lose payments/);
    await write(ledger, 'A', { payments: [makePayment('A', 'x')] });
    await assert.rejects(start(path), /open in this process itself already.*PostgreSQL/s);
    await ledger.close();
    await assert.rejects(stat(`${path}.lock`), { code: 'ENOENT' });

    const later = await start(path);
    assert.deepEqual((await later.read('A')).payments, [makePayment('A', 'x')]);
    assert.equal(await later.distrust(), undefined);
    await later.close();
  });

  it('refuses a folder that another process has, and replaces the lock of one that is gone', async () => {
    const path = join(folder, 'other');
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
    await once(child, 'spawn');
    await writeFile(`${path}.lock`, JSON.stringify({ pid: child.pid }));
    await assert.rejects(lockFolder(path), new RegExp(`open in process ${child.pid} already`));
    child.kill();
    await once(child, 'exit');
    const again = await lockFolder(path);
    assert.equal(JSON.parse(await readFile(`${path}.lock`, 'utf8')).pid, process.pid);
    await again();
  });

  it('knows a process that got the number of one that is gone', { skip: process.platform !== 'linux' }, async () => {
    const path = join(folder, 'number');
    await writeFile(`${path}.lock`, JSON.stringify({ pid: process.pid, start: '1' }));
    const unlock = await lockFolder(path);
    await unlock();
  });

  it('lets one of many have the lock that a process left behind, and leaves nothing else', async () => {
    const path = join(folder, 'race');
    for (let round = 0; round < 10; round += 1) {
      await writeFile(`${path}.lock`, `torn ${round}`);
      const results = await Promise.allSettled(Array.from({ length: 12 }, () => lockFolder(path)));
      const [unlock, ...others] = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      assert.deepEqual(others, []);
      await unlock();
    }
    const names = await readdir(folder);
    assert.deepEqual(
      names.filter((name) => name.startsWith('race')),
      ['race'],
    );
  });

  it('is not used before its start', async () => {
    await assert.rejects(sqlLedger(pglite(join(folder, 'none'))).ping(), /`start` comes first/);
  });
});
