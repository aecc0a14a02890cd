/// <reference types="node" />
import { cp, mkdir, readFile, readdir, realpath, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { VERSION } from '../../domain/version.js';
import { UsageError, getErrorCode, packageFolder, type Command, type CommandIo, type CommandValues } from '../command.js';

/** The output of `balcao create --help`. */
const CREATE_HELP = `balcao create: a folder with a shop that takes cards and Pix, to try beside the sandbox and to make your own.

Usage: balcao create FOLDER [options]

At a terminal it asks for each setting that no option gives. Elsewhere it takes the defaults. FOLDER must be new or empty.

Options:
  --kind KIND             The server: node or express. Default node.
  --lang LANGUAGE         The language of the pages: pt-BR, en or es. Default pt-BR.
  --pix-discount PERCENT  The discount for Pix, a whole number from 0 (none) to 99. Default 5.
  --fee-payer PAYER       Who pays the fee of installments: merchant, customer or choice (of the shopper). Default merchant.
  --yes                   Take the defaults and ask nothing.
  --help, -h              Print this.

Examples:
  npx balcao create my-shop
  npx balcao create my-shop --kind express --pix-discount 0 --yes

Exit codes: 0 written, 1 it was ended at a question or the files could not be written, 2 wrong usage`;

/** The settings of a shop, by the names of their options. */
const DEFAULTS = { kind: 'node', lang: 'pt-BR', 'pix-discount': '5', 'fee-payer': 'merchant' };

/** A setting of a shop and its question. `words` name the values that are `allowed`. */
interface Setting {
  name: keyof typeof DEFAULTS;
  question: string;
  allowed: RegExp;
  words: string;
}

const SETTINGS: readonly Setting[] = [
  { name: 'kind', question: 'Server', allowed: /^(?:node|express)$/, words: 'node or express' },
  { name: 'lang', question: 'Language of the pages', allowed: /^(?:pt-BR|en|es)$/, words: 'pt-BR, en or es' },
  { name: 'pix-discount', question: 'Discount for Pix, in percent', allowed: /^(?:0|[1-9]\d?)$/, words: 'a whole number from 0 to 99' },
  // prettier-ignore
  { name: 'fee-payer', question: 'Who pays the fee of installments', allowed: /^(?:merchant|customer|choice)$/, words: 'merchant, customer or choice' },
];

const STRING = { type: 'string' } as const;
const OPTIONS = { kind: STRING, lang: STRING, 'pix-discount': STRING, 'fee-payer': STRING, yes: { type: 'boolean' } } as const;

/** The command `balcao create`: writes the files of a shop. */
export const createCommand: Command<typeof OPTIONS> = {
  name: 'create',
  summary: 'Write a shop that takes cards and Pix, to try and to make your own',
  help: CREATE_HELP,
  argument: 'FOLDER',
  options: OPTIONS,
  run: runCreate,
};

async function runCreate(values: CommandValues<typeof OPTIONS>, io: CommandIo, folder?: string): Promise<number> {
  if (!folder) throw new UsageError('Where should the shop go? Name a folder: balcao create my-shop.');
  for (const { name, allowed, words } of SETTINGS) {
    const value = values[name];
    if (value !== undefined && !allowed.test(value)) throw new UsageError(`--${name}: "${value}" cannot be used. Give ${words}.`);
  }
  const present = await readdir(folder).catch((error: unknown) => {
    const code = getErrorCode(error);
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    return code === 'ENOENT' ? [] : [folder];
  });
  if (present.length > 0) throw new UsageError(`${folder} is not an empty folder. Nothing was written: name a new one.`);
  const shop = { ...DEFAULTS };
  const asks = values.yes !== true && io.ask !== undefined;
  for (const setting of SETTINGS) shop[setting.name] = values[setting.name] ?? (asks ? await askFor(setting, io) : shop[setting.name]);
  await writeShop(folder, shop);
  const lines = SETTINGS.map(({ name }) => `  --${name} ${shop[name]}${asks || values[name] !== undefined ? '' : ' (the default)'}`);
  io.stdout([`Wrote a shop into ${folder}:`, ...lines, '', 'Next:', `  cd ${quote(folder)}`, '  npm install', '  npm start'].join('\n'));
  return 0;
}

/** Returns a folder as it is typed at a shell. */
function quote(folder: string): string {
  if (/^[\p{L}\p{N}_./:-]+$/u.test(folder.replaceAll(sep, ''))) return folder;
  return sep === '/' ? `'${folder.replaceAll("'", String.raw`'\''`)}'` : `"${folder}"`;
}

/** Asks for a setting until the answer can be used. An empty answer is the default. */
async function askFor({ name, question, allowed, words }: Setting, { ask, stderr }: CommandIo): Promise<string> {
  for (;;) {
    const given = await ask?.(`${question}: ${words} [${DEFAULTS[name]}] `);
    if (given === undefined) throw new Error('Nothing was written.');
    const answer = given.trim() || DEFAULTS[name];
    if (allowed.test(answer)) return answer;
    stderr(`"${answer}" cannot be used.`);
  }
}

/** Writes the files of a shop, which the build has taken from the documents. */
async function writeShop(folder: string, shop: typeof DEFAULTS): Promise<void> {
  const files = join(packageFolder, 'dist/bin/shop');
  await mkdir(folder, { recursive: true });
  await cp(join(files, 'common'), folder, { recursive: true });
  await cp(join(files, shop.kind), folder, { recursive: true });
  await cp(join(files, 'readme', `${shop.lang}.md`), join(folder, 'README.md'));
  const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);
  await write('.gitignore', 'node_modules\nshop-data*\n');
  const settings = (await readFile(join(folder, 'settings.mjs'), 'utf8'))
    .replace("language = 'pt-BR'", `language = '${shop.lang}'`)
    .replace('pixDiscount = 5', `pixDiscount = ${shop['pix-discount']}`)
    .replace("feePayer = 'merchant'", `feePayer = '${shop['fee-payer']}'`);
  await write('settings.mjs', settings);
  await write('package.json', `${JSON.stringify(await createManifest(folder, shop.kind), null, 2)}\n`);
}

async function createManifest(folder: string, kind: string): Promise<object> {
  const dependencies = {
    '@electric-sql/pglite': '^0.5.0',
    balcao: await findSource(folder),
    ...(kind === 'express' && { express: '^5.0.0' }),
  };
  return { private: true, scripts: { start: 'balcao sandbox --variant sandbox.json --start server.mjs' }, dependencies };
}

/**
 * Returns the dependency by which a shop gets this package: its version or, if npm installed it from a tarball of this machine or it runs in
 * its repository, the path.
 */
async function findSource(folder: string): Promise<string> {
  const modules = dirname(packageFolder);
  let source = packageFolder;
  if (basename(modules) === 'node_modules') {
    const lock = await readFile(join(modules, '.package-lock.json'), 'utf8').catch(() => '');
    const [, path] = /"node_modules\/balcao": \{[^{}]*"resolved": "file:([^"]+)"/.exec(lock) ?? [];
    if (path === undefined) return `^${VERSION}`;
    source = resolve(modules, '..', path);
  }
  return `file:${relative(await realpath(folder), source).replaceAll('\\', '/')}`;
}
