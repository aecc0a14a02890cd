/** What the printed shops of `balcao/server` need beside the package: packages of the shop's own, and a database. */
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { PGlite } from '@electric-sql/pglite';
import { NO_POSTGRES } from '../../scripts/postgres.mjs';
import { hasPostgres, openPostgres } from '../server/postgres-server.mjs';
import { findBlock } from './documented-blocks.mjs';
import { findFreePort, moveAddresses, runCommands, waitFor } from './documented-server.mjs';
import { findSnippet } from './documents.mjs';
import { installPacked, root } from './packed.mjs';

/** What a shop installs beside Balcão, as the documents say. */
const PACKAGES = ['pg', '@electric-sql/pglite', 'openid-client', 'express', 'fastify', 'koa', 'hono', '@hono/node-server'];

/** The page with the files of the shop that every program uses. */
export const RECIPE = 'docs/recipes/token-endpoint.md';

/** The cookie of the customer whom the documents have. */
export const SESSION = 'session=only-for-trying';

/** @typedef {{ url: string, query: (sql: string) => Promise<any[]> }} Database */

/** Options of a test that has no other database to go to. */
export const NEEDS_POSTGRES = { skip: !hasPostgres() && NO_POSTGRES };

/** The package as `installPacked` has it, with the packages of a shop. */
export function installShop() {
  const packed = installPacked();
  for (const name of PACKAGES) {
    const link = join(packed.project, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), link, 'dir');
  }
  return packed;
}

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

/** The printed files of the shop that every program uses, with PGlite at `DATABASE_URL` where there is no PostgreSQL. */
export function listShopFiles({ isPostgres }) {
  const tried = findSnippet(RECIPE, '// database.mjs, to try it').replace("'shop-data'", 'process.env.DATABASE_URL');
  return {
    'database.mjs': isPostgres ? findSnippet(RECIPE, '// database.mjs, live') : tried,
    'shop-server.mjs': findSnippet(RECIPE, '// shop-server.mjs'),
    'order-page.mjs': findSnippet(RECIPE, '// order-page.mjs'),
    'run.mjs': findSnippet(RECIPE, '// run.mjs'),
  };
}

/** The settings that are printed, by name. */
const printedEnv = Object.fromEntries(
  findBlock('# shop.env')
    .split('\n')
    .flatMap((line) => (/^\w+=/.test(line) ? [[line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]] : [])),
);

/** The printed settings of a shop at a port that is free, with a database of its own. */
export async function createShopEnv(database, service) {
  const port = await findFreePort();
  const shop = `http://127.0.0.1:${port}/`;
  const moved = Object.entries(printedEnv).map(([name, value]) => [name, moveAddresses(`${value}/`, { service, shop }).slice(0, -1)]);
  return { shop, env: { ...Object.fromEntries(moved), SERVICE_URL: service, DATABASE_URL: database.url, PORT: String(port) } };
}

/**
 * A printed shop beside the sandbox, in a process of its own.
 *
 * @param {object} options
 * @param {ReturnType<typeof import('./documented-server.mjs').createProgramRunner>} options.runner
 * @param {Awaited<ReturnType<typeof startDatabases>>} options.databases
 * @param {string} options.service
 * @param {string} options.file The program.
 * @param {string} options.code
 * @param {Record<string, string>} [options.files] What stands beside it.
 * @param {readonly string[]} [options.sql] More statements for its database.
 * @param {(text: string) => string} [options.change] Changes what `shop-server.mjs` is.
 * @param {Database} [options.database] One that is there already.
 * @returns `shop`: its address; `ask(path, body, headers)` as a page of its own asks; `database`; `run(name, args)`: what another program of
 * the same shop prints; `folder`: where its files are; `child`: the process.
 */
export async function startShop({
  runner,
  databases,
  service,
  file,
  code,
  files = {},
  sql = [],
  change = (text) => text,
  database: known,
}) {
  const database = known ?? (await databases.create());
  if (!known) for (const statements of sql) await database.query(statements);
  const { shop, env } = await createShopEnv(database, service);
  // Each shop in a folder of its own: programs import the shop by its name.
  const folder = `shop-${env.PORT}`;
  const shopFiles = listShopFiles(databases);
  const all = { ...shopFiles, 'shop-server.mjs': change(shopFiles['shop-server.mjs']), ...files, [file]: code };
  for (const [name, text] of Object.entries(all)) runner.write(`${folder}/${name}`, text);
  const child = runner.spawn([process.execPath, file], { folder, env });
  await waitFor(shop, child);
  const run = (name, args = []) => runCommands(`node ${name} ${args.join(' ')}`, { cwd: join(runner.folder, folder), env: { ...process.env, ...env } }); // prettier-ignore
  const origin = shop.slice(0, -1);
  const ask = (path, body, headers = { Cookie: SESSION }) =>
    fetch(`${shop}shop/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { Origin: origin, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return { shop, origin, env, folder, ask, database, run, child };
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
