/// <reference types="node" />
import { createHash } from 'node:crypto';
import type { FrameConfigFile } from './frame-config.js';

/** Texts of files by their names. */
export type Files = ReadonlyMap<string, string>;

/** The named files of the package's build of the frame; its other scripts are parts that the core loads. */
const CORE = 'core.js';
const STYLES = 'frame.css';

const HASH_LENGTH = 16;

/** The sources of a folder for one shop. */
interface FrameParts {
  config: FrameConfigFile;
  /** A module with the parts of the profile that are not in the config. */
  profileCode?: string | undefined;
  /** The package's build of the frame: scripts and one style sheet. */
  built: Files;
}

/** The value of an `integrity` attribute. */
export function hashIntegrity(text: string): string {
  return `sha384-${createHash('sha384').update(text).digest('base64')}`;
}

/**
 * Makes the page of a frame and everything that it loads. The same parts make the same bytes, and a name with a hash in it never has another
 * content.
 *
 * @throws {Error} The package's build of the frame is not whole.
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
 * Gives every script of the build a name with one hash of all of them: they import each other by name, in circles too, so that a hash of
 * each would depend on itself.
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

/** The script that starts the frame with this shop's config. */
function formatEntry({ service, origins, profile, token }: FrameConfigFile, core: string, profileModule: string | undefined): string {
  const config = JSON.stringify({ service, origins, profile: profileModule === undefined ? profile : undefined, token });
  const start = `import{startFrame}from"./${core}";`;
  if (profileModule === undefined) return `${start}startFrame(${config});\n`;
  const data = profile ? `...${JSON.stringify(profile)},` : '';
  return `${start}import profile from"./${profileModule}";startFrame({...${config},profile:{${data}...profile}});\n`;
}

/** The page: nothing in it but what it loads, each with the hash that a browser holds it to. */
function formatPage({ entry, style, preloads }: { entry: string; style: string; preloads: readonly string[] }, files: Files): string {
  const hash = (name: string): string => `integrity="${hashIntegrity(files.get(name) ?? '')}"`;
  return [
    '<!doctype html>',
    '<html lang="pt-BR">',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark">',
    '<title>Dados do cartão</title>',
    `<link rel="stylesheet" href="${style}" ${hash(style)}>`,
    ...preloads.map((name) => `<link rel="modulepreload" href="${name}" ${hash(name)}>`),
    `<script type="module" src="${entry}" ${hash(entry)}></script>`,
    '',
  ].join('\n');
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH);
}
