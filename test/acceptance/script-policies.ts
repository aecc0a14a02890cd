import type { Cells } from '../model/document.js';

/** Which of the two tags loads the script. */
export const SCRIPTS = ['classic', 'module'] as const;
export type Script = (typeof SCRIPTS)[number];

/** Where the script's files are: beside the page, or on a CDN. */
export const ORIGINS = ['own', 'other'] as const;
export type Origin = (typeof ORIGINS)[number];

export const ENGINES = ['Chromium', 'Firefox', 'WebKit'] as const;
export type Engine = (typeof ENGINES)[number];

/** What becomes of a page: the shopper pays; or reads that what pays did not load; or no element is registered. */
export type PageOutcome = 'pays' | 'stops' | 'not loaded';

/** What is not as it should be. */
export type Mistake = 'hash of the tag' | 'hashes of the lazy files' | 'no CORS' | 'no `crossorigin`';

/** A page's policy, and what the page has for it. */
export interface ScriptPolicy {
  name: string;
  /**
   * The sources of `script-src`. Words in capitals stand for what differs from page to page: the origin of the files, the nonce of the response, and
   * the hashes of the tag's file, of all lazy files, of the inline import map, and of an inline script that puts the tag in.
   */
  sources: string;
  /** Directives beside `script-src`. */
  more?: string;
  hasNonce?: true;
  /** Whether the tag has `integrity`. */
  hasIntegrity?: true;
  /** What stands before the tag with the `integrity` of each lazy file. */
  before?: readonly ('import map' | 'modulepreload')[];
  /** Whether an inline script puts the tag in. */
  isInserted?: true;
  mistake?: Mistake;
  /** By default both; a mistake may only count with another origin. */
  origins?: readonly Origin[];
  /** What is seen, if it is not that the shopper pays. A function tells engines or tags apart. */
  seen?: PageOutcome | ((engine: Engine, script: Script) => PageOutcome);
}

const OTHER = ['other'] as const;
const TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types lit-html";

/** What a shop chooses among. */
export const POLICIES: readonly ScriptPolicy[] = [
  { name: 'host list', sources: 'ORIGIN' },
  { name: 'nonce', sources: "'nonce-NONCE'", hasNonce: true },
  { name: 'nonce, `strict-dynamic`', sources: "'nonce-NONCE' 'strict-dynamic'", hasNonce: true },
  { name: 'hashes', sources: "'TAG' 'LAZY' 'MAP'", hasIntegrity: true, before: ['import map'] },
  { name: 'hashes, `strict-dynamic`', sources: "'TAG' 'LAZY' 'MAP' 'strict-dynamic'", hasIntegrity: true, before: ['import map'] },
  { name: 'hash of a loader, `strict-dynamic`', sources: "'LOADER' 'strict-dynamic'", isInserted: true },
  { name: 'Trusted Types', sources: 'ORIGIN', more: TRUSTED_TYPES },
  { name: 'SRI of the tag', sources: 'ORIGIN', hasIntegrity: true },
  { name: 'SRI of the lazy files', sources: "ORIGIN 'MAP'", before: ['import map'] },
  { name: 'SRI of lazy files that are preloaded', sources: "ORIGIN 'MAP'", before: ['import map', 'modulepreload'] },
  {
    name: 'all of it',
    sources: "'nonce-NONCE' 'strict-dynamic'",
    more: TRUSTED_TYPES,
    hasNonce: true,
    hasIntegrity: true,
    before: ['import map', 'modulepreload'],
  },
];

/** What a shop may forget, and what its shoppers see then. */
export const MISTAKES: readonly ScriptPolicy[] = [
  { name: 'only the hash of the tag', sources: "'TAG'", hasIntegrity: true, seen: 'stops' },
  {
    name: 'only the hash of the tag, `strict-dynamic`',
    sources: "'TAG' 'strict-dynamic'",
    hasIntegrity: true,
    seen: (engine) => (engine === 'WebKit' ? 'pays' : 'stops'),
  },
  { name: 'hashes, no import map', sources: "'TAG' 'LAZY'", hasIntegrity: true, seen: 'stops' },
  {
    name: 'Trusted Types without `lit-html`',
    sources: 'ORIGIN',
    more: "require-trusted-types-for 'script'; trusted-types 'none'",
    seen: 'not loaded',
  },
  { name: 'another file than the hash of the tag', sources: 'ORIGIN', hasIntegrity: true, mistake: 'hash of the tag', seen: 'not loaded' },
  {
    name: 'other lazy files than the import map has',
    sources: "ORIGIN 'MAP'",
    before: ['import map'],
    mistake: 'hashes of the lazy files',
    seen: 'stops',
  },
  {
    name: 'the same, and they are preloaded',
    sources: "ORIGIN 'MAP'",
    before: ['import map', 'modulepreload'],
    mistake: 'hashes of the lazy files',
    seen: 'stops',
  },
  {
    name: 'the same, without an import map',
    sources: 'ORIGIN',
    before: ['modulepreload'],
    mistake: 'hashes of the lazy files',
    seen: (engine) => (engine === 'Firefox' ? 'stops' : 'pays'),
  },
  {
    name: 'another origin without CORS',
    sources: 'ORIGIN',
    mistake: 'no CORS',
    origins: OTHER,
    seen: (_, script) => (script === 'classic' ? 'stops' : 'not loaded'),
  },
  {
    name: 'another origin, SRI of the tag without `crossorigin`',
    sources: 'ORIGIN',
    hasIntegrity: true,
    mistake: 'no `crossorigin`',
    origins: OTHER,
    seen: (_, script) => (script === 'classic' ? 'not loaded' : 'pays'),
  },
];

/** What becomes of a page with this tag in this engine. */
export function findOutcome({ seen = 'pays' }: ScriptPolicy, engine: Engine, script: Script): PageOutcome {
  return typeof seen === 'string' ? seen : seen(engine, script);
}

/** The head of the documented tables. */
export const HEAD: Cells = ['policy', '`script-src`', 'in the page', ...ENGINES];

/** The line of a policy in the documented tables. */
export function listCells(policy: ScriptPolicy): Cells {
  const directives = `\`${policy.sources}\`${policy.more === undefined ? '' : `, and \`${policy.more}\``}`;
  const engines = ENGINES.map((engine) => {
    const [classic, module] = SCRIPTS.map((script) => findOutcome(policy, engine, script));
    return classic === module ? `${classic}` : `classic: ${classic}, module: ${module}`;
  });
  return [policy.name, directives, describeMarkup(policy), ...engines];
}

function describeMarkup({ before = [], hasNonce, hasIntegrity, isInserted }: ScriptPolicy): string {
  const attributes = [hasNonce && '`nonce`', hasIntegrity && '`integrity`'].filter(Boolean).join(' and ');
  const tag = isInserted ? 'an inline script that puts the tag in' : attributes && `${attributes} on the tag`;
  const others = before.map((kind) => (kind === 'import map' ? 'an import map' : '`modulepreload` of each lazy file'));
  const withNonce = hasNonce && others.length > 0 ? ', with `nonce` too' : '';
  return [tag, others.length > 0 && `\`integrity\` in ${others.join(' and in ')}${withNonce}`].filter(Boolean).join('; ') || 'the tag';
}

/** The files of `dist`, by their paths, with the values of `integrity`. */
export type Hashes = Readonly<Record<string, string>>;

/** The scripts of a page with this policy, and the header. */
export interface PolicyPage {
  csp: (strict: string, service: string) => string;
  head: string;
}

/** Writes a page. `base` is the folder of the script's files. */
export async function createPolicyPage(policy: ScriptPolicy, script: Script, base: string, hashes: Hashes): Promise<PolicyPage> {
  const { sources, more, hasNonce, hasIntegrity, before = [], isInserted, mistake } = policy;
  const isOther = new URL(base).origin !== location.origin;
  const file = script === 'classic' ? 'balcao.min.js' : 'balcao.js';
  const other = hashes['themes/calm.css'] ?? '';
  const ofTag = (mistake === 'hash of the tag' ? other : hashes[file]) ?? '';
  const lazy = Object.entries(hashes)
    .filter(([name]) => name.startsWith('lazy/'))
    .map(([name, hash]) => ({ url: `${base}${name}`, hash: mistake === 'hashes of the lazy files' ? other : hash }));

  const nonce = crypto.randomUUID();
  const nonceAttribute = hasNonce ? ` nonce="${nonce}"` : '';
  // A module is always fetched by CORS. A classic script needs it only to be compared with a hash.
  const hasCrossorigin = isOther && hasIntegrity && script === 'classic' && mistake !== 'no `crossorigin`';
  const type = script === 'module' ? ' type="module"' : '';
  const integrity = `${hasIntegrity ? ` integrity="${ofTag}"` : ''}${hasCrossorigin ? ' crossorigin="anonymous"' : ''}`;
  const tag = `<script${type} src="${base}${file}"${integrity}${nonceAttribute}></script>`;
  const properties = JSON.stringify({ src: `${base}${file}`, ...(script === 'module' && { type: 'module' }) });
  const loader = `document.head.append(Object.assign(document.createElement('script'), ${properties}));`;
  const map = JSON.stringify({ integrity: Object.fromEntries(lazy.map(({ url, hash }) => [url, hash])) });
  const lines = {
    'import map': `<script type="importmap"${nonceAttribute}>${map}</script>`,
    modulepreload: lazy.map(({ url, hash }) => `<link rel="modulepreload" href="${url}" integrity="${hash}"${nonceAttribute}>`).join('\n'),
  };

  const words: Readonly<Record<string, string>> = {
    ORIGIN: isOther ? new URL(base).origin : "'self'",
    NONCE: nonce,
    TAG: ofTag,
    LAZY: lazy.map(({ hash }) => hash).join("' '"),
    MAP: await hashText(map),
    LOADER: await hashText(loader),
  };
  const scriptSrc = sources.replace(/[A-Z]{2,}/g, (word) => words[word] ?? word);
  const others = more === undefined ? '' : `; ${more}`;
  return {
    csp: (_strict, service) => `default-src 'none'; script-src ${scriptSrc}; style-src 'self'; connect-src 'self' ${service}${others}`,
    head: [...before.map((kind) => lines[kind]), isInserted ? `<script>${loader}</script>` : tag].join('\n'),
  };
}

async function hashText(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return `sha256-${btoa(String.fromCharCode(...digest))}`;
}
