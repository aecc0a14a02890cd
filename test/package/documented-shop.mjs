/** The shop of docs/shop-files.md, as printed, in a process of its own; and what it needs beside the package: other packages, and a database. */
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { PGlite } from '@electric-sql/pglite';
import { NO_POSTGRES } from '../../scripts/postgres.mjs';
import { hasPostgres, openPostgres } from '../server/postgres-server.mjs';
import { findFreePort, runCommands, waitFor } from './documented-server.mjs';
import { findSnippet } from './documents.mjs';
import { installPacked, root } from './packed.mjs';

/** What a shop installs beside Balcão, as the documents say. */
const PACKAGES = ['pg', '@electric-sql/pglite', 'openid-client', 'express', 'fastify', 'koa', 'hono', '@hono/node-server'];

/** The page with the files. */
export const FILES = 'docs/shop-files.md';

/** The page with the apps of other frameworks. */
export const MOUNTING = 'docs/shop-server-mounting.md';

/** The page with the live database. */
export const GUIDE = 'docs/from-nothing-to-live.md';

/** The login of the customer whose orders the shop has. */
export const SESSION = { Cookie: 'session=only-for-trying' };

/** `app.mjs` of each framework. */
export const APPS = {
  node: findSnippet(FILES, '// app.mjs\n'),
  express: findSnippet(FILES, '// app.mjs, with Express\n'),
  'express behind parsers': findSnippet(MOUNTING, '// app.mjs, with Express and parsers first'),
  fastify: findSnippet(MOUNTING, '// app.mjs, with Fastify'),
  koa: findSnippet(MOUNTING, '// app.mjs, with Koa'),
  hono: findSnippet(MOUNTING, '// app.mjs, with Hono'),
};

/** The files that every shop has. */
const COMMON = {
  'settings.mjs': findSnippet(FILES, '// settings.mjs'),
  'orders.mjs': findSnippet(FILES, '// orders.mjs'),
  'service.mjs': findSnippet(FILES, '// service.mjs'),
  'pages.mjs': findSnippet(FILES, '// pages.mjs'),
  'shop.mjs': findSnippet(FILES, '// shop.mjs'),
  'server.mjs': findSnippet(FILES, '// server.mjs'),
};

const DATABASES = {
  folder: findSnippet(FILES, '// database.mjs, to try it'),
  live: findSnippet(GUIDE, '// database.mjs, live'),
};

/** @typedef {{ url: string, query: (sql: string) => Promise<any[]> }} Database */

/** Options of a test that has no other database to go to. */
export const NEEDS_POSTGRES = { skip: !hasPostgres() && NO_POSTGRES };

/** The package as `installPacked` has it, with the packages of a shop. */
export const installShop = () => installPacked(PACKAGES);

/**
 * A place for databases: PostgreSQL, or PGlite in folders where there is none.
 *
 * @returns `create()`: an empty database, with its `url` for programs and `query(sql)` for the test, statements by `;`. `createFolder(path)`:
 * one of PGlite, in either case.
 */
export async function startDatabases(folder) {
  const createFolder = createFolders(folder);
  if (!hasPostgres()) return { isPostgres: false, create: () => createFolder(), createFolder, stop: async () => {} };
  const server = await openPostgres();
  return {
    isPostgres: true,
    connection: server.connection,
    createFolder,
    stop: () => server.stop(),
    async create() {
      const { url, ...settings } = await server.createDatabase();
      const pool = server.createPool({ max: 2, ...settings });
      return { url, query: async (sql) => (await pool.query(sql)).rows };
    },
  };
}

/** Empty databases of PGlite, each in its folder: copies of one, for PGlite works for seconds on each that it makes itself. */
function createFolders(parent) {
  const empty = join(parent, 'empty-database');
  let making;
  let count = 0;
  return async (url = join(parent, `database-${++count}`)) => {
    making ??= PGlite.create(empty).then((database) => database.close());
    await making;
    cpSync(empty, url, { recursive: true });
    const query = async (sql) => {
      const database = await PGlite.create(url);
      const results = await database.exec(sql);
      await database.close();
      return results.at(-1)?.rows ?? [];
    };
    return { url, query };
  };
}

/**
 * Writes a printed shop into a folder of its own. `start()` runs it; `ask(path, body, headers)` asks it as a page of its own does.
 *
 * @param {object} options
 * @param {ReturnType<typeof import('./documented-server.mjs').createProgramRunner>} options.runner
 * @param {Awaited<ReturnType<typeof startDatabases>>} options.databases
 * @param {string} options.service
 * @param {number} [options.port] Default: one that is free.
 * @param {keyof typeof APPS} [options.kind]
 * @param {Record<string, string>} [options.packages] Packages in the place of those of the same name.
 * @param {Record<string, string>} [options.files] What stands beside the shop.
 * @param {readonly string[]} [options.sql] More statements for its database.
 * @param {(code: string) => string} [options.change] Changes each file of the shop.
 * @param {boolean} [options.isFolder] Whether the database is the printed folder, also where PostgreSQL could be, which starts sooner.
 * @param {Database} [options.database] One that is there already.
 */
export async function prepareShop({
  runner,
  databases,
  service,
  port: wanted,
  kind = 'node',
  packages = {},
  files = {},
  sql = [],
  change = (code) => code,
  isFolder = false,
  database: known,
}) {
  const port = wanted ?? (await findFreePort());
  const folder = `shop-${port}`;
  const path = join(runner.folder, folder);
  const isLive = databases.isPostgres && !isFolder;
  const database = known ?? (await (isLive ? databases.create() : databases.createFolder(join(path, 'shop-data'))));
  if (!known) for (const statements of sql) await database.query(statements);
  const printed = { ...COMMON, 'app.mjs': APPS[kind], 'database.mjs': DATABASES[isLive ? 'live' : 'folder'] };
  const changed = Object.fromEntries(Object.entries(printed).map(([name, code]) => [name, change(code)]));
  for (const [name, code] of Object.entries({ ...changed, ...files })) runner.write(`${folder}/${name}`, code);
  for (const [name, other] of Object.entries(packages)) {
    mkdirSync(join(path, 'node_modules'), { recursive: true });
    symlinkSync(join(root, 'node_modules', other), join(path, 'node_modules', name), 'dir');
  }
  const env = { SERVICE_URL: service, PORT: String(port), ...(isLive && { DATABASE_URL: database.url }) };
  const start = () => runner.spawn([process.execPath, 'server.mjs'], { folder, env });
  const origin = `http://127.0.0.1:${port}`;
  const ask = (path, body, headers = /** @type {Record<string, string>} */ (SESSION)) =>
    fetch(`${origin}/shop/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { Origin: origin, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return { port, origin, folder, env, database, start, ask };
}

/**
 * A printed shop beside the sandbox, in a process of its own.
 *
 * @param {Parameters<typeof prepareShop>[0]} options
 * @returns What `prepareShop` has, and `shop`: its address; `run(name, args)`: what another program of the same shop prints; `child`: the
 * process.
 */
export async function startShop(options) {
  const { start, ...prepared } = await prepareShop(options);
  const { origin, folder, env } = prepared;
  const shop = `${origin}/`;
  const child = start();
  await waitFor(shop, child);
  const cwd = join(options.runner.folder, folder);
  const run = (name, args = []) => runCommands(`node ${name} ${args.join(' ')}`, { cwd, env: { ...process.env, ...env } });
  return { ...prepared, shop, run, child };
}

/** Runs statements as a superuser of PostgreSQL, one by one. */
export async function runAsSuperuser(connection, sql) {
  const { url: _url, ...settings } = connection;
  const client = new pg.Client(settings);
  await client.connect();
  try {
    for (const statement of sql.split(';').filter((text) => text.trim())) await client.query(statement);
  } finally {
    await client.end();
  }
}
