/**
 * Finds the browsers that the tests run in: `CHROME_PATH` and `FIREFOX_PATH`, then the `PATH`, then the usual places. `BROWSERS=chromium,firefox`
 * asks for some engines only.
 *
 * Run as a script with names of engines, or for all, it gets what is missing: on a machine that may be changed with apt, and otherwise Chromium
 * alone, from npm into the project's own folder or by Playwright. Where `CHROME_PATH` is set, Chromium is never installed.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { firstExisting, installWithApt, which } from './tests/machine.mjs';

/** Every engine that the tests know, in the order in which they run. */
export const ENGINES = ['chromium', 'firefox', 'webkit'];

const DEBIAN_PACKAGES = {
  chromium: ['chromium', 'fonts-liberation'],
  headlessShell: ['chromium-headless-shell', 'fonts-liberation'],
  firefox: ['firefox-esr'],
  webkit: ['webkit2gtk-driver', 'xvfb'],
};

/** Chromium from the npm registry, with the libraries that it needs. */
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

/** WebKitGTK's WebDriver, where it has a display. */
function findWebKit() {
  return process.env.DISPLAY || which('Xvfb') ? which('WebKitWebDriver') : undefined;
}

/**
 * Paths of the executables that exist here, and the environment that this Chromium needs. `headlessShell` is Chromium's engine without a
 * browser around it, which takes half of the processor's time; a Chromium that `CHROME_PATH` names replaces it too.
 */
export function findBrowsers() {
  const found = findChromium();
  const chromiumEnv =
    found === npmChromium ? { LD_LIBRARY_PATH: join(localFolder, 'al2023/lib'), FONTCONFIG_PATH: join(localFolder, 'fonts') } : {};
  const headlessShell = process.env.CHROME_PATH ? found : which('chromium-headless-shell');
  return { chromium: found, headlessShell, firefox: findFirefox(), webkit: findWebKit(), chromiumEnv };
}

/**
 * Which engines to run, which of the wanted ones are missing, and which absence is an error: Chromium's always, and any other's in CI or where
 * `BROWSERS` names it. `byDefault` counts where `BROWSERS` names none.
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
  // The package's own fonts.conf names a folder that does not exist, and a page without any font crashes Chromium.
  const fonts = [`<dir>${localFolder}/fonts</dir>`, '<dir>/usr/share/fonts</dir>', `<cachedir>${localFolder}/fc-cache</cachedir>`];
  const head = '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">';
  writeFileSync(join(localFolder, 'fonts/fonts.conf'), `${head}<fontconfig>${fonts.join('')}</fontconfig>`);
}

function installWithPlaywright() {
  const cli = fileURLToPath(new URL('cli.js', import.meta.resolve('playwright-core/package.json')));
  spawnSync(process.execPath, [cli, 'install', 'chromium', '--no-shell'], { stdio: 'inherit' });
}

/** Gets engines that are missing, as far as this machine can. */
function installMissing(engines) {
  for (const name of engines) installWithApt(DEBIAN_PACKAGES[name]);
  const isMissing = (name) => engines.includes(name) && !findBrowsers()[name];
  if (isMissing('chromium') && process.platform === 'linux' && process.arch === 'x64') installFromNpm();
  if (isMissing('chromium')) installWithPlaywright();
  const { chromium: found, headlessShell } = findBrowsers();
  // Debian has the shell of its Chromium in another package.
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
