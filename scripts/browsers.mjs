/**
 * Finds the browsers that the tests run in: `CHROME_PATH` and `FIREFOX_PATH`, then the `PATH`, then the usual places.
 * `BROWSERS=chromium,firefox` selects some engines only.
 *
 * Run as a script, it installs missing engines: those in the arguments, or all. If the machine may be changed, it uses apt. Otherwise it
 * installs Chromium only, from npm into the project's folder or by Playwright. If `CHROME_PATH` is set, it never installs Chromium.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { firstExisting, installWithApt, which } from './tests/machine.mjs';

/** All engines that the tests can run in, in their order. */
export const ENGINES = ['chromium', 'firefox', 'webkit'];

const DEBIAN_PACKAGES = {
  chromium: ['chromium', 'fonts-liberation'],
  headlessShell: ['chromium-headless-shell', 'fonts-liberation'],
  firefox: ['firefox-esr'],
  webkit: ['webkit2gtk-driver', 'xvfb'],
};

/** The package with Chromium and the libraries that Chromium needs, in the npm registry. */
const NPM_CHROMIUM = '@sparticuz/chromium@153.0.0';

const localFolder = resolve(fileURLToPath(new URL('../.browsers', import.meta.url)));
const npmChromium = join(localFolder, 'chromium');

function findChromium() {
  const { CHROME_PATH, PROGRAMFILES = '' } = process.env;
  if (CHROME_PATH) return firstExisting(CHROME_PATH);
  return (
    which('chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome') ??
    firstExisting(
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      join(PROGRAMFILES, 'Google/Chrome/Application/chrome.exe'),
      chromium.executablePath(),
      npmChromium,
    )
  );
}

function findFirefox() {
  const { FIREFOX_PATH, PROGRAMFILES = '' } = process.env;
  if (FIREFOX_PATH) return firstExisting(FIREFOX_PATH);
  return (
    which('firefox', 'firefox-esr') ??
    firstExisting('/Applications/Firefox.app/Contents/MacOS/firefox', join(PROGRAMFILES, 'Mozilla Firefox/firefox.exe'))
  );
}

/** Finds WebKitGTK's WebDriver, if it has a display to run on. */
function findWebKit() {
  return process.env.DISPLAY || which('Xvfb') ? which('WebKitWebDriver') : undefined;
}

/**
 * Finds the paths of the executables on this machine, and the environment that Chromium needs. `headlessShell` is Chromium's engine without
 * the browser around it, which takes half of the processor's time. A Chromium in `CHROME_PATH` replaces it too.
 */
export function findBrowsers() {
  const found = findChromium();
  const chromiumEnv =
    found === npmChromium ? { LD_LIBRARY_PATH: join(localFolder, 'al2023/lib'), FONTCONFIG_PATH: join(localFolder, 'fonts') } : {};
  const headlessShell = process.env.CHROME_PATH ? found : which('chromium-headless-shell');
  return { chromium: found, headlessShell, firefox: findFirefox(), webkit: findWebKit(), chromiumEnv };
}

/**
 * Returns the engines to run, the wanted engines that are missing, and the missing engines that are an error. A missing Chromium is always
 * an error; another engine is one in CI, or if `BROWSERS` names it. Without `BROWSERS`, the wanted engines are `byDefault`.
 */
export function chooseEngines(found, byDefault = ENGINES) {
  const asked = process.env.BROWSERS?.split(',').map((name) => name.trim());
  const wanted = asked ?? byDefault;
  const unknown = wanted.filter((name) => !ENGINES.includes(name));
  if (unknown.length > 0) throw new Error(`There is no engine ${unknown.join(', ')}; the engines are ${ENGINES.join(', ')}`);
  const missing = wanted.filter((name) => !found[name]);
  return {
    present: wanted.filter((name) => found[name]),
    missing,
    missingRequired: missing.filter((name) => name === 'chromium' || asked || process.env.CI),
    leftOut: ENGINES.filter((name) => !wanted.includes(name)),
  };
}

function installFromNpm() {
  mkdirSync(join(localFolder, 'fonts'), { recursive: true });
  const npmFlags = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  spawnSync('npm', ['install', '--prefix', localFolder, ...npmFlags, NPM_CHROMIUM], { stdio: 'inherit' });
  const unpack = `const m = await import('@sparticuz/chromium');
    await m.default.executablePath();
    await m.inflate('node_modules/@sparticuz/chromium/bin/al2023.tar.br');`;
  const env = { ...process.env, TMPDIR: localFolder };
  spawnSync(process.execPath, ['--input-type=module', '-e', unpack], { cwd: localFolder, env, stdio: 'inherit' });
  // The package's fonts.conf names a folder that does not exist. A page without any font crashes Chromium.
  const fonts = [`<dir>${localFolder}/fonts</dir>`, '<dir>/usr/share/fonts</dir>', `<cachedir>${localFolder}/fc-cache</cachedir>`];
  const head = '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">';
  writeFileSync(join(localFolder, 'fonts/fonts.conf'), `${head}<fontconfig>${fonts.join('')}</fontconfig>`);
}

function installWithPlaywright() {
  const cli = fileURLToPath(new URL('cli.js', import.meta.resolve('playwright-core/package.json')));
  spawnSync(process.execPath, [cli, 'install', 'chromium', '--no-shell'], { stdio: 'inherit' });
}

/** Installs missing engines, as far as this machine allows. */
function installMissing(engines) {
  for (const name of engines) installWithApt(DEBIAN_PACKAGES[name]);
  const isMissing = (name) => engines.includes(name) && !findBrowsers()[name];
  if (isMissing('chromium') && process.platform === 'linux' && process.arch === 'x64') installFromNpm();
  if (isMissing('chromium')) installWithPlaywright();
  const { chromium: found, headlessShell } = findBrowsers();
  // In Debian, Chromium's shell is in another package.
  if (found === '/usr/bin/chromium' && !headlessShell) installWithApt(DEBIAN_PACKAGES.headlessShell);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const choose = () => chooseEngines(findBrowsers(), process.argv.length > 2 ? process.argv.slice(2) : ENGINES);
  installMissing(choose().missing.filter((name) => name !== 'chromium' || !process.env.CHROME_PATH));
  const found = findBrowsers();
  const { present, missing, missingRequired } = choose();
  for (const name of present) console.log(`${name}: ${found[name]}`);
  for (const name of missing) console.log(`${name.toUpperCase()}: NOT ON THIS MACHINE, ITS TESTS DO NOT RUN`);
  if (missingRequired.length > 0) {
    console.error(`Required and missing: ${missingRequired.join(', ')}. Install it, or set CHROME_PATH or FIREFOX_PATH.`);
    process.exit(1);
  }
}
