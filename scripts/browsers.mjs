/**
 * Finds the browsers that the tests run in, and installs what is missing.
 *
 * Run as a script (`npm pretest`) it installs the engines of its arguments, or all; imported, `findBrowsers()` only looks. `CHROME_PATH` and
 * `FIREFOX_PATH` name a browser, `BROWSERS=chromium,firefox` asks for some only, `BROWSERS_NO_INSTALL=1` forbids installing.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findApt, firstExisting, which } from './tests/machine.mjs';

/** Every engine the tests know, in the order in which they run. */
export const ENGINES = ['chromium', 'firefox', 'webkit'];

const DEBIAN_PACKAGES = {
  chromium: ['chromium', 'fonts-liberation'],
  headlessShell: ['chromium-headless-shell', 'fonts-liberation'],
  firefox: ['firefox-esr'],
  webkit: ['webkit2gtk-driver', 'xvfb'],
};

/** Chromium from the npm registry, with its own libraries: the last resort of a Linux without apt. */
const NPM_CHROMIUM = '@sparticuz/chromium@153.0.0';

const localFolder = resolve(fileURLToPath(new URL('../.browsers', import.meta.url)));

function windowsPaths(...relative) {
  const roots = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].filter(Boolean);
  return roots.flatMap((root) => relative.map((path) => join(root, path)));
}

function macPaths(...applications) {
  return applications.map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
}

async function playwrightChromium() {
  try {
    return firstExisting((await import('playwright-core')).default.chromium.executablePath());
  } catch {
    return undefined; // playwright-core is not installed yet
  }
}

/**
 * Chromium's engine without a browser around it, which takes half the processor: around each window the whole browser keeps pages of its own
 * for what nobody sees. `CHROME_PATH` names what takes its place too.
 */
function findHeadlessShell() {
  return firstExisting(process.env.CHROME_PATH) ?? which('chromium-headless-shell');
}

async function findChromium() {
  return (
    firstExisting(process.env.CHROME_PATH) ??
    which('chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge-stable', 'microsoft-edge') ??
    firstExisting(
      ...macPaths('Google Chrome', 'Chromium', 'Microsoft Edge'),
      ...windowsPaths('Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'),
    ) ??
    (await playwrightChromium())
  );
}

function findFirefox() {
  return (
    firstExisting(process.env.FIREFOX_PATH) ??
    which('firefox', 'firefox-esr') ??
    firstExisting('/Applications/Firefox.app/Contents/MacOS/firefox', ...windowsPaths('Mozilla Firefox/firefox.exe'))
  );
}

function findWebKit() {
  const hasDisplay = process.platform === 'linux' && (process.env.DISPLAY || which('Xvfb'));
  return hasDisplay ? which('WebKitWebDriver') : undefined;
}

/**
 * @returns {Promise<{ chromium?: string, headlessShell?: string, firefox?: string, webkit?: string, chromiumEnv: Record<string, string> }>}
 * Paths of the executables that exist here, and the environment that this Chromium needs.
 */
export async function findBrowsers() {
  const npmChromium = firstExisting(join(localFolder, 'chromium'));
  const chromium = (await findChromium()) ?? npmChromium;
  const needsOwnLibraries = chromium !== undefined && chromium === npmChromium;
  const chromiumEnv = needsOwnLibraries
    ? { LD_LIBRARY_PATH: join(localFolder, 'al2023/lib'), FONTCONFIG_PATH: join(localFolder, 'fonts') }
    : {};
  return { chromium, headlessShell: findHeadlessShell(), firefox: findFirefox(), webkit: findWebKit(), chromiumEnv };
}

function isDebian() {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

/** The engines that `BROWSERS` asks for by name. */
function readAskedEngines() {
  return process.env.BROWSERS?.split(',').map((name) => name.trim());
}

/**
 * Which engines to run, which of the wanted ones are absent, and which absence is an error: an engine that `BROWSERS` asks for by name,
 * Chromium always, and on Debian all three. `byDefault` counts where `BROWSERS` asks for none.
 */
export function chooseEngines(found, byDefault = ENGINES) {
  const asked = readAskedEngines();
  const wanted = asked ?? byDefault;
  const unknown = wanted.filter((name) => !ENGINES.includes(name));
  if (unknown.length > 0) throw new Error(`There is no engine ${unknown.join(', ')}; the engines are ${ENGINES.join(', ')}`);
  const missing = wanted.filter((name) => !found[name]);
  const required = asked || isDebian() ? wanted : ['chromium'];
  return {
    present: wanted.filter((name) => found[name]),
    missing,
    missingRequired: missing.filter((name) => required.includes(name)),
    leftOut: ENGINES.filter((name) => !wanted.includes(name)),
  };
}

function installWithApt(names) {
  const apt = findApt();
  if (!apt) return;
  console.error(`installing ${names.join(', ')} with apt-get ...`);
  apt.update();
  if (apt.install(names.flatMap((name) => DEBIAN_PACKAGES[name]))) return;
  for (const name of names) apt.install(DEBIAN_PACKAGES[name]); // one that cannot be had must not block the others
}

function installWithPlaywright() {
  const cli = fileURLToPath(new URL('cli.js', import.meta.resolve('playwright-core/package.json')));
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit', timeout: 180_000 });
}

function installFromNpm() {
  mkdirSync(localFolder, { recursive: true });
  const npmFlags = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  spawnSync('npm', ['install', '--prefix', localFolder, ...npmFlags, NPM_CHROMIUM], { stdio: 'inherit' });
  const unpack = `const m = await import('@sparticuz/chromium');
    await m.default.executablePath();
    await m.inflate('node_modules/@sparticuz/chromium/bin/al2023.tar.br');`;
  const env = { ...process.env, TMPDIR: localFolder };
  spawnSync(process.execPath, ['--input-type=module', '-e', unpack], { cwd: localFolder, env, stdio: 'inherit' });
  mkdirSync(join(localFolder, 'fonts'), { recursive: true });
  // The package's own fonts.conf names a folder that is not there, and a page without any font crashes Chromium.
  const fonts = [`<dir>${localFolder}/fonts</dir>`, '<dir>/usr/share/fonts</dir>', `<cachedir>${localFolder}/fc-cache</cachedir>`];
  const head = '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">';
  writeFileSync(join(localFolder, 'fonts/fonts.conf'), `${head}<fontconfig>${fonts.join('')}</fontconfig>`);
}

/** Installs the wanted engines that are missing, by whatever this machine has, and answers what is there afterwards. */
export async function ensureBrowsers(wanted = ENGINES) {
  const listMissing = async () => {
    const found = await findBrowsers();
    return wanted.filter((name) => !found[name]);
  };
  if (process.env.BROWSERS_NO_INSTALL) return findBrowsers();
  let missing = await listMissing();
  const lacksShell = isDebian() && wanted.includes('chromium') && !findHeadlessShell();
  const absent = lacksShell ? [...missing, 'headlessShell'] : missing;
  if (absent.length > 0) {
    installWithApt(absent);
    missing = await listMissing();
  }
  if (missing.includes('chromium')) {
    installWithPlaywright();
    missing = await listMissing();
  }
  if (missing.includes('chromium') && process.platform === 'linux' && process.arch === 'x64') installFromNpm();
  return findBrowsers();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wanted = readAskedEngines() ?? (process.argv.length > 2 ? process.argv.slice(2) : ENGINES);
  const found = await ensureBrowsers(wanted);
  const { present, missing, missingRequired } = chooseEngines(found, wanted);
  for (const name of present) console.log(`${name}: ${found[name]}`);
  for (const name of missing) console.log(`${name}: NOT FOUND, its tests cannot run on this machine`);
  if (missingRequired.length > 0) {
    console.error(`Required and missing: ${missingRequired.join(', ')}. Install it, or set CHROME_PATH or FIREFOX_PATH.`);
    process.exit(1);
  }
}
