/// <reference types="node" />
import { createHash } from 'node:crypto';
import type { FrameConfigFile } from './frame-config.js';

/** The texts of files, by file name. */
export type Files = ReadonlyMap<string, string>;

/** The entry script of the package's build of the frame. It loads the other scripts of the build. */
const CORE = 'core.js';
const STYLES = 'frame.css';

const HASH_LENGTH = 16;

/** The sources of one shop's folder. */
interface FrameParts {
  config: FrameConfigFile;
  /** The source of a module with the parts of the profile that are not in the config. */
  profileCode?: string | undefined;
  /** The package's build of the frame: the scripts and one style sheet. */
  built: Files;
}

/** Returns the value of the `integrity` attribute for a file's text. */
export function hashIntegrity(text: string): string {
  return `sha384-${createHash('sha384').update(text).digest('base64')}`;
}

/**
 * Creates the page of a frame and everything that it loads. The same sources always give the same bytes. A file name with a hash always has
 * the same content.
 *
 * @throws {Error} The package's build of the frame is incomplete.
 */
export function createFrameFiles({ config, profileCode, built }: FrameParts): Files {
  const styles = built.get(STYLES);
  if (styles === undefined || !built.has(CORE)) throw new Error("The package's build of the frame is not whole. Install balcao anew.");
  const files = new Map<string, string>();
  const add = (stem: string, ending: string, text: string): string => {
    const name = `${stem}-${shortHash(text)}${ending}`;
    files.set(name, text);
    return name;
  };
  const { core, scripts } = renameScripts(built);
  for (const [name, code] of scripts) files.set(name, code);
  const profile = profileCode === undefined ? undefined : add('profile', '.js', profileCode);
  const entry = add('entry', '.js', formatEntry(config, core, profile));
  const style = add('frame', '.css', styles);
  files.set('index.html', formatPage({ entry, style, preloads: profile === undefined ? [core] : [core, profile] }, files));
  return files;
}

/**
 * Adds one hash of all scripts to the name of every script. Scripts import each other by name, also in cycles, so a separate hash of each
 * script would depend on itself.
 */
function renameScripts(built: Files): { core: string; scripts: Files } {
  const scripts = [...built].filter(([name]) => name.endsWith('.js')).sort(([one], [other]) => (one < other ? -1 : 1));
  const hash = shortHash(JSON.stringify(scripts));
  const rename = (name: string): string => name.replace(/\.js$/, `-${hash}.js`);
  const relink = (code: string): string =>
    code.replace(/(["'`])\.\/([\w.-]+\.js)\1/g, (link: string, quote: string, name: string) =>
      built.has(name) ? `${quote}./${rename(name)}${quote}` : link,
    );
  return { core: rename(CORE), scripts: new Map(scripts.map(([name, code]) => [rename(name), relink(code)])) };
}

/** Formats the script that starts the frame with this shop's config. */
function formatEntry({ service, origins, profile, token }: FrameConfigFile, core: string, profileModule: string | undefined): string {
  const config = JSON.stringify({ service, origins, profile: profileModule === undefined ? profile : undefined, token });
  const start = `import{startFrame}from"./${core}";`;
  if (profileModule === undefined) return `${start}startFrame(${config});\n`;
  const data = profile ? `...${JSON.stringify(profile)},` : '';
  return `${start}import profile from"./${profileModule}";startFrame({...${config},profile:{${data}...profile}});\n`;
}

/**
 * Formats the import map of a page: the hash of every script. Without it, a browser would check the scripts that the page names, but not
 * those that they import.
 */
function formatImportMap(files: Files): string {
  const scripts = [...files].filter(([name]) => name.endsWith('.js'));
  return JSON.stringify({ integrity: Object.fromEntries(scripts.map(([name, text]) => [`./${name}`, hashIntegrity(text)])) });
}

/** Returns the source expression of a Content-Security-Policy that allows the import map of a page. */
export function hashImportMap(page: string): string {
  const map = /<script type="importmap">(.*)<\/script>/.exec(page)?.[1] ?? '';
  return `'sha256-${createHash('sha256').update(map).digest('base64')}'`;
}

/** Formats the page. It only loads files; the browser checks each file against its `integrity` hash. */
function formatPage({ entry, style, preloads }: { entry: string; style: string; preloads: readonly string[] }, files: Files): string {
  const hash = (name: string): string => `integrity="${hashIntegrity(files.get(name) ?? '')}"`;
  return [
    '<!doctype html>',
    '<html lang="pt-BR">',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark">',
    '<title>Dados do cartão</title>',
    `<script type="importmap">${formatImportMap(files)}</script>`,
    `<link rel="stylesheet" href="${style}" ${hash(style)}>`,
    ...preloads.map((name) => `<link rel="modulepreload" href="${name}" ${hash(name)}>`),
    `<script type="module" src="${entry}" ${hash(entry)}></script>`,
    '',
  ].join('\n');
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH);
}
