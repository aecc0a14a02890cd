import { isLoopback } from '../../client/http/page-origin.js';
import type { ServiceProfileInput } from '../../client/profile/service-profile.js';
import type { ShopServerOptions } from '../../server/index.js';
import { findProfileProblems, isProfile } from '../frame/frame-config.js';

/** The settings of the shop's server that have the same name and meaning in the config. Its own checks decide whether they are valid. */
const SHARED_KEYS = [
  'publicOrigin',
  'basePath',
  'trustProxy',
  'pageTokens',
  'relayCards',
  'asksPixStatus',
  'webhookHeader',
  'limits',
  'sweepEveryMs',
] as const;

const KEYS = [...SHARED_KEYS, 'service', 'tokens', 'application', 'database', 'webhookSecret', 'listen'];

/** The keys of each part of the config. */
const PARTS = {
  service: ['baseUrl', 'profile'],
  tokens: ['url', 'body'],
  application: ['url', 'secret'],
  database: ['url', 'connections', 'folder'],
  listen: ['host', 'port'],
} as const;

/** The settings that are secrets, or contain one. They come from the environment: a file is copied, committed and backed up. */
const SECRETS = ['application.secret', 'database.url', 'webhookSecret'];

/** The names of the fields of a login that are secrets. */
const SECRET_NAME = /secret|segredo|password|passwd|senha|api_?-?key|token$/i;

/** The shortest secret of the application, characters. */
const SHORTEST_SECRET = 32;

/** The config of `balcao serve`, with the values of environment variables in their places. */
export interface ServeConfig {
  shared: Pick<ShopServerOptions, (typeof SHARED_KEYS)[number]>;
  service: { baseUrl: string; profile?: ServiceProfileInput };
  tokens: { url: string; body: object };
  application: { url: URL; secret: string };
  database: { url: string; connections: number } | { folder: string };
  webhookSecret?: string;
  listen: { host: string; port: number };
}

/** A valid config, or its problems. Each problem is one line with the setting and the fix, without its value. */
type ParsedConfig = { config: ServeConfig; problems: readonly [] } | { config?: never; problems: readonly string[] };

type JsonRecord = Readonly<Record<string, unknown>>;

/** The names and values of the environment variables. */
type Environment = Readonly<Record<string, string | undefined>>;

/** Parses the config of `balcao serve`. `{ "env": "NAME" }` stands for the value of an environment variable. Never throws. */
export function parseServeConfig(input: unknown, env: Environment): ParsedConfig {
  if (!isRecord(input)) return { problems: ['it must be a JSON object'] };
  const missing: string[] = [];
  const loginSecrets = Object.keys(getPart(getPart(input, 'tokens'), 'body')).filter((name) => SECRET_NAME.test(name));
  const secrets = [...SECRETS, ...loginSecrets.map((name) => `tokens.body.${name}`)]
    .filter((path) => typeof getAt(input, path) === 'string')
    .map((path) => `${path} must not be in the file: write {"env": "NAME"}, and give the secret in that environment variable`);
  const given = resolve(input, env, '', missing);
  if (!isRecord(given)) return { problems: missing };
  const problems = [...findUnknownKeys(given), ...secrets, ...missing];
  // A variable that is missing was named already: its setting gets no second line.
  const named = [...secrets, ...missing].map((problem) => problem.split(' ', 1)[0] ?? '');
  const check = (path: string, isGood: boolean, fix: string): void => {
    if (!isGood && !named.some((each) => each.startsWith(path))) problems.push(`${path} ${fix}`);
  };
  const { publicOrigin } = given;
  const [service, tokens, application, database] = [getPart(given, 'service'), getPart(given, 'tokens'), getPart(given, 'application'), getPart(given, 'database')]; // prettier-ignore
  const listen = getPart(given, 'listen');
  check('publicOrigin', isText(publicOrigin), 'must be the origin of your pages, like "https://loja.example"');
  check('service.baseUrl', isText(service['baseUrl']), 'must be the base URL of the service, like "https://payments.example/v1/"');
  problems.push(...findProfileProblems(service['profile']));
  check('tokens.url', isText(tokens['url']), 'must be the address of the service’s login');
  check(
    'tokens.body',
    isRecord(tokens['body']),
    'must be an object: what the login is sent, like {"clientSecret": {"env": "SERVICE_SECRET"}}',
  );
  const url = parseApplicationUrl(application['url']);
  check(
    'application.url',
    url !== undefined,
    'must be an address like "https://loja.example/balcao/" (http: is for this machine and a private network)',
  );
  const { secret } = application;
  check(
    'application.secret',
    isText(secret) && secret.length >= SHORTEST_SECRET,
    `must have ${SHORTEST_SECRET} characters or more: openssl rand -hex 32`,
  );
  const connections = parseWhole(database['connections'] ?? 10);
  check(
    'database.url',
    isText(database['url']) !== isText(database['folder']),
    'must be {"env": "DATABASE_URL"}; for a try without PostgreSQL give database.folder instead',
  );
  check('database.connections', isWhole(connections) && connections >= 2, 'must be 2 or more');
  const { host = '127.0.0.1' } = listen;
  const port = parseWhole(listen['port'] ?? 3000);
  check('listen.host', isText(host), 'must be an address of this machine: "127.0.0.1", or "0.0.0.0" in a container');
  check('listen.port', isWhole(port) && port <= 65_535, 'must be a port, 0 to 65535');
  const { webhookSecret } = given;
  check('webhookSecret', webhookSecret === undefined || isText(webhookSecret), 'must be {"env": "WEBHOOK_SECRET"}, or absent');
  if (problems.length > 0 || !url || !isText(secret) || !isText(host) || !isWhole(port) || !isText(publicOrigin)) return { problems };
  return {
    config: {
      shared: { ...pickShared(given), publicOrigin },
      service: { baseUrl: String(service['baseUrl']), ...(isProfile(service['profile']) && { profile: service['profile'] }) },
      tokens: { url: String(tokens['url']), body: isRecord(tokens['body']) ? tokens['body'] : {} },
      application: { url, secret },
      database: isText(database['folder'])
        ? { folder: database['folder'] }
        : { url: String(database['url']), connections: Number(connections) },
      ...(isText(webhookSecret) && { webhookSecret }),
      listen: { host, port },
    },
    problems: [],
  };
}

/** Replaces each `{ "env": "NAME" }` by the value of the variable. Adds the settings whose variable is missing or empty to `missing`. */
function resolve(value: unknown, env: Environment, path: string, missing: string[]): unknown {
  if (Array.isArray(value)) return value.map((item, index) => resolve(item, env, `${path}[${index}]`, missing));
  if (!isRecord(value)) return value;
  if (Object.keys(value).join() === 'env' && isText(value['env'])) {
    const text = env[value['env']];
    if (!text) missing.push(`${path} needs the environment variable ${value['env']}, which is not set`);
    return text;
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, resolve(each, env, path === '' ? key : `${path}.${key}`, missing)]),
  );
}

function findUnknownKeys(given: JsonRecord): string[] {
  const ofWhole = listUnknown(given, KEYS).map((key) => `${key} is no key of a config; the keys are ${KEYS.join(', ')}`);
  const ofParts = Object.entries(PARTS).flatMap(([name, keys]) =>
    listUnknown(getPart(given, name), keys).map((key) => `${name}.${key} is no key of ${name}; the keys are ${keys.join(', ')}`),
  );
  return [...ofWhole, ...ofParts];
}

function listUnknown(record: JsonRecord, keys: readonly string[]): string[] {
  return Object.keys(record).filter((key) => !keys.includes(key));
}

/** Returns the address of the application with a slash at its end; `undefined` if a request to it could be read on its way. */
function parseApplicationUrl(text: unknown): URL | undefined {
  if (!isText(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && (isLoopback(url) || isPrivateHost(url.hostname)));
  if (!isSafe || url.username || url.password || url.search || url.hash) return undefined;
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

/** Returns whether a host is in a private network: a private address, or a name without a dot, as containers have. */
function isPrivateHost(host: string): boolean {
  return /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)[\d.]+$/.test(host) || /^[a-z\d_-]+$/i.test(host) || host.endsWith('.internal');
}

function pickShared(given: JsonRecord): object {
  return Object.fromEntries(SHARED_KEYS.flatMap((key) => (key in given ? [[key, given[key]]] : [])));
}

function getPart(given: JsonRecord, name: string): JsonRecord {
  const part = given[name];
  return isRecord(part) ? part : {};
}

function getAt(input: JsonRecord, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), input);
}

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Parses the digits of an environment variable, such as `PORT`, which is always text. Returns any other value itself. */
function parseWhole(value: unknown): unknown {
  return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
