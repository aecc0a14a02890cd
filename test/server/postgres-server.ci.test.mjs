import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { hasPostgres, openPostgres, startPostgres, startRunPostgres } from './postgres-server.mjs';
import { until } from './support/until.mjs';

const helper = fileURLToPath(new URL('postgres-server.mjs', import.meta.url));

/** A process that starts a server, says where it is, and does what `then` says. */
const startIn = (then) => [
  '--input-type=module',
  '--eval',
  `import { startPostgres } from ${JSON.stringify(helper)};
  const { folder, pid } = await startPostgres();
  console.log(JSON.stringify({ folder, pid }));
  ${then}`,
];

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('the PostgreSQL of tests', { skip: !hasPostgres() }, () => {
  let postgres;
  before(async () => {
    postgres = await startPostgres();
  });
  after(() => postgres?.stop());

  const read = async (pool, sql) => (await pool.query(sql)).rows;

  it('takes 400 connections', async () => {
    assert.deepEqual(await read(postgres.createPool(), 'show max_connections'), [{ max_connections: '400' }]);
  });

  it('writes to the disk where it is asked to', async () => {
    const durable = await startPostgres({ isDurable: true });
    try {
      for (const [server, value] of [
        [postgres, 'off'],
        [durable, 'on'],
      ])
        assert.deepEqual(await read(server.createPool(), 'show fsync'), [{ fsync: value }]);
    } finally {
      await durable.stop();
    }
  });

  it('does not run as root', () => {
    assert.notEqual(statSync(`${postgres.folder}/data/postmaster.pid`).uid, 0);
  });

  it('has empty databases that know nothing of each other', async () => {
    const [one, other] = await Promise.all([postgres.createDatabase(), postgres.createDatabase()]);
    await postgres.createPool({ max: 1, ...one }).query('create table orders (id text)');
    await assert.rejects(postgres.createPool({ max: 1, ...other }).query('table orders'), { code: '42P01' });
  });

  it('has databases that are copies of another one', async () => {
    const template = await postgres.createDatabase();
    await postgres.createPool({ max: 1, ...template }).query('create table orders as select 7 as id');
    await postgres.killConnections(template.database);
    const copy = await postgres.createDatabase(template);
    assert.deepEqual(await read(postgres.createPool({ max: 1, ...copy }), 'table orders'), [{ id: 7 }]);
  });

  it('has an address for programs', async () => {
    const { url, database } = await postgres.createDatabase();
    const client = new pg.Client(url);
    await client.connect();
    assert.deepEqual(await read(client, 'select current_database() as name'), [{ name: database }]);
    await client.end();
  });

  it('breaks the connections of one database, and takes new ones', async () => {
    const database = await postgres.createDatabase();
    const other = postgres.createPool({ max: 1, ...(await postgres.createDatabase()) });
    const pool = postgres.createPool({ max: 2, ...database });
    const pid = async (from) => (await read(from, 'select pg_backend_pid() as pid'))[0].pid;
    const [broken, kept] = [await pid(pool), await pid(other)];
    assert.equal(await postgres.killConnections(database.database), 1);
    await until(() => pool.totalCount === 0);
    assert.notEqual(await pid(pool), broken);
    assert.equal(await pid(other), kept);
  });

  for (const mode of ['fast', 'immediate']) {
    it(`keeps what was committed over a restart that is ${mode}`, async () => {
      const pool = postgres.createPool({ max: 1, ...(await postgres.createDatabase()) });
      await pool.query('create table orders as select 7 as id');
      const { pid } = postgres;
      await postgres.restart(mode);
      assert.notEqual(postgres.pid, pid);
      assert.deepEqual(await read(pool, 'table orders'), [{ id: 7 }]);
    });
  }

  it('cannot be reached while it is halted', async () => {
    const pool = postgres.createPool();
    await postgres.halt();
    await assert.rejects(pool.query('select 1'), { code: 'ENOENT' });
    await postgres.resume();
    assert.equal((await read(pool, 'select 1')).length, 1);
  });

  it('ends with the process that started it', async () => {
    const { stdout, status, stderr } = spawnSync(process.execPath, startIn('process.exit(0)'), { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    const { pid } = JSON.parse(stdout);
    await until(() => !isRunning(pid));
  });

  it(
    'ends with a process that is killed, whose files the next start removes; stopped, that one leaves nothing',
    { skip: process.platform !== 'linux' },
    async () => {
      const child = spawn(process.execPath, startIn('setInterval(() => {}, 1000)'), { stdio: ['ignore', 'pipe', 'inherit'] });
      const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
      const { pid, folder } = JSON.parse(line);
      child.kill('SIGKILL');
      await once(child, 'exit');
      await until(() => !isRunning(pid));
      assert.ok(existsSync(folder));
      const next = await startPostgres();
      const left = next.pid;
      assert.ok(!existsSync(folder) && existsSync(next.folder) && isRunning(left));
      await next.stop();
      assert.ok(!existsSync(next.folder) && !isRunning(left));
    },
  );
});

describe('the PostgreSQL of a run', { skip: !hasPostgres() }, () => {
  const known = process.env.BALCAO_POSTGRES;
  let run;
  before(async () => {
    run = await startRunPostgres();
    Object.assign(process.env, run.env);
  });
  after(async () => {
    if (known === undefined) delete process.env.BALCAO_POSTGRES;
    else process.env.BALCAO_POSTGRES = known;
    await run?.stop();
  });

  it('is one for all, and stays when one of them has done', async () => {
    const [one, other] = await Promise.all([openPostgres(), openPostgres()]);
    const pools = await Promise.all([one, other].map(async (server) => server.createPool({ ...(await server.createDatabase()) })));
    const ask = async (pool) => (await pool.query('select pg_postmaster_start_time()::text as at')).rows[0].at;
    assert.equal(await ask(pools[0]), await ask(pools[1]));
    await one.stop();
    await ask(pools[1]);
    await other.stop();
  });
});

describe('a machine without PostgreSQL', () => {
  it('is told what to do', async () => {
    await assert.rejects(
      startPostgres({ find: () => undefined }),
      /PostgreSQL is not on this machine\. Install it .*or set BALCAO_POSTGRES=none/,
    );
  });

  it('leaves its tests out, in capitals, but in CI, where they fail', () => {
    const module = JSON.stringify(new URL('../../scripts/postgres.mjs', import.meta.url).href);
    const code = `import { describeMissingPostgres, hasPostgres } from ${module}; console.log(hasPostgres(), describeMissingPostgres() ?? '-')`;
    const run = (env) => spawnSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8', env }).stdout;
    assert.match(run({ BALCAO_POSTGRES: 'none' }), /^false POSTGRESQL: NOT RUN, AS BALCAO_POSTGRES SAYS: /);
    assert.equal(run({ CI: 'true' }), 'true -\n');
  });
});
