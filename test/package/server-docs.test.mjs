/** The tables of docs/shop-server.md and docs/shop-server-operation.md have every option, endpoint, event and table of `balcao/server`, and no other. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { parseSync } from 'vite';
import { listTableNames, readDocument } from './documents.mjs';
import { root } from './packed.mjs';

const { createShopServer, memoryLedger } = await import(join(root, 'dist/server/index.js'));
const { oauthTokens } = await import(join(root, 'dist/server/oauth.js'));

const REFERENCE = 'docs/shop-server.md';
const OPERATION = 'docs/shop-server-operation.md';

const readSource = (file) => readFileSync(join(root, 'src/server', file), 'utf8');
const sorted = (names) => [...new Set(names)].sort((one, other) => one.localeCompare(other));

/** The names of an interface's members; of one that is an object of the same file, or a part of it, those below it. */
function listMembers(file, name) {
  const interfaces = new Map();
  for (const statement of parseSync(file, readSource(file)).program.body) {
    const declaration = 'declaration' in statement ? statement.declaration : undefined;
    if (declaration?.type === 'TSInterfaceDeclaration') interfaces.set(declaration.id.name, declaration.body.body);
  }
  const find = (type) => {
    if (type?.type === 'TSTypeLiteral') return type.members;
    if (type?.type !== 'TSTypeReference') return undefined;
    return interfaces.get(type.typeName.name) ?? find(type.typeArguments?.params[0]);
  };
  const list = (members, prefix) =>
    members.flatMap(({ type, key, typeAnnotation }) => {
      const below = type === 'TSPropertySignature' ? find(typeAnnotation.typeAnnotation) : undefined;
      return below ? list(below, `${prefix}${key.name}.`) : [`${prefix}${key.name}`];
    });
  return list(interfaces.get(name), '');
}

describe("the options of the shop's server", () => {
  it('are all in the table, and no other', () => {
    assert.deepEqual(sorted(listTableNames(REFERENCE, 'option')), sorted(listMembers('options.ts', 'ShopServerOptions')));
  });

  it('of the login and of the sign-in are, too', () => {
    assert.deepEqual(sorted(listTableNames(REFERENCE, 'login')), sorted(listMembers('tokens/login-tokens.ts', 'LoginTokensOptions')));
    const expected = listMembers('tokens/oauth/oauth-options.ts', 'OauthTokensOptions');
    assert.deepEqual(sorted(listTableNames(OPERATION, 'sign-in')), sorted(expected));
  });
});

describe("the endpoints of the shop's server", () => {
  const rows = listTableNames(REFERENCE, 'endpoint').map((text) => text.split(' '));
  const seen = [];
  let shop;

  before(() => {
    const oauth = { authUrl: 'http://127.0.0.1:9/oauth', clientId: 'a', key: Buffer.alloc(32).toString('base64'), mayConnect: () => false };
    shop = createShopServer({
      service: { baseUrl: 'http://127.0.0.1:9/' },
      tokens: { card: oauthTokens(oauth), pix: async () => 'token' },
      orders: {
        find: () => undefined,
        deliver: async () => {},
        boleto: async () => ({}),
        boletoStatus: async () => ({ status: 'unknown' }),
      },
      ledger: memoryLedger(),
      publicOrigin: 'https://loja.example',
      webhookSecret: 'only-for-trying-it',
      sweepEveryMs: 0,
      onEvent: (event) => seen.push(event),
    });
  });

  const ask = async (method, path) => {
    const url = `https://loja.example/shop/${path.replaceAll(/\{\w+\}/g, 'some')}`;
    const headers = { Origin: 'https://loja.example' };
    const response = await shop(new Request(url, { method, headers, ...(method !== 'GET' && { body: '{}' }) }));
    return { status: response.status, name: seen.findLast(({ type }) => type === 'request').endpoint };
  };

  it('are all in the table, by path and method', async () => {
    const names = [];
    for (const [method, path] of rows) {
      const { status, name } = await ask(method, path);
      assert.notEqual(status, 405, `${method} ${path}`);
      assert.notEqual(name, 'unknown', `${method} ${path}`);
      names.push(name);
    }
    const sources = readdirSync(join(root, 'src/server'), { recursive: true }).filter((file) => String(file).endsWith('.ts'));
    const made = sources.flatMap((file) =>
      [...readSource(String(file)).matchAll(/\bname: '([\w-]+)',\s+methods\b/g)].map(([, name]) => name),
    );
    assert.ok(made.length > 10);
    assert.deepEqual(sorted(names), sorted([...made, 'connect', 'connected']));
  });

  it('take no method that the table leaves out', async () => {
    for (const path of new Set(rows.map(([, each]) => each))) {
      const taken = rows.filter(([, each]) => each === path).map(([method]) => method);
      for (const method of ['GET', 'POST', 'DELETE'].filter((each) => !taken.includes(each))) {
        // A sign-in is asked whether to replace the account by a form of its own.
        if (path.startsWith('connect')) continue;
        assert.equal((await ask(method, path)).status, 405, `${method} ${path}`);
      }
    }
  });
});

describe("what else the documents of the shop's server list", () => {
  it('events, each', () => {
    const types = [...readSource('events.ts').matchAll(/\| \{ type: '([\w-]+)'/g)].map(([, type]) => type);
    const listed = listTableNames(OPERATION, 'shop event');
    assert.deepEqual(sorted(listed), sorted(types));
  });

  it('tables and functions of the database, each and no other', () => {
    const statements = ['migrations.ts', 'functions.ts'].map((name) => readSource(`ledger/sql/${name}`)).join('');
    const made = [...statements.matchAll(/CREATE (?:TABLE|OR REPLACE FUNCTION) (balcao_\w+)/g)].map(([, name]) => name);
    const named = [...readDocument(OPERATION).matchAll(/`(balcao_\w+)`/g)].map(([, name]) => name);
    assert.deepEqual(sorted(named), sorted(made));
  });

  it('kinds of a payment, each and no other', () => {
    const [, kinds] = /export type PaymentKind = ([^;]+);/.exec(readSource('orders/order-record.ts')) ?? [];
    assert.deepEqual(sorted(listTableNames(REFERENCE, '`kind`')), sorted([...kinds.matchAll(/'(\w+)'/g)].map(([, kind]) => kind)));
  });

  it('numbers, as the code has them', () => {
    const text = readDocument(REFERENCE) + readDocument(OPERATION);
    const read = (file, pattern) => Number(pattern.exec(readSource(file))[1].replaceAll('_', ''));
    const limit = (name) => read('http/limits.ts', new RegExp(`\\b${name}: (\\d+)`));
    assert.ok(text.includes(`Default ${limit('chargesPerOrder')} each`) && limit('chargesPerOrder') === limit('pixPerOrder'));
    assert.ok(text.includes(`Default ${limit('declinesPerSession')} and ${limit('declinesPerAddress')}`));
    assert.ok(text.includes(`Default ${limit('streams')} and ${limit('streamsPerSession')}`));
    assert.ok(text.includes(`${read('http/body.ts', /MAX_BODY_BYTES = ([\d_]+)/) / 1024} KiB`));
    assert.ok(text.includes(`at most ${read('ledger/ledger-rules.ts', /MOST_UNRESOLVED = ([\d_]+)/)} of each`));
    assert.ok(text.includes(`${read('endpoints/guards.ts', /CHARGE_MARGIN_MS = ([\d_]+)/) / 1000} s for clocks`));
  });
});
