import { chromium } from 'playwright-core';
import { findBrowsers } from './browsers.mjs';

/** The whole Chromium gives a frame of another site its own process; the headless shell does so only if it is told to. */
const ISOLATE_SITES = '--site-per-process';

/**
 * Everything that Playwright must know to start the Chromium that is found here: its headless shell where that exists.
 *
 * @param {import('playwright-core').LaunchOptions & { isWhole?: boolean }} [options]
 * @returns {import('playwright-core').LaunchOptions}
 */
export function chromiumOptions({ isWhole = false, args = [ISOLATE_SITES], ...options } = {}) {
  const { chromium: whole, headlessShell, chromiumEnv } = findBrowsers();
  const executablePath = isWhole ? whole : (headlessShell ?? whole);
  return { ...(executablePath && { executablePath }), args, env: { ...process.env, ...chromiumEnv }, ...options };
}

/**
 * Starts Chromium, or connects to the browser of this run, whose address `BALCAO_BROWSER` names. Closing that one closes only what was opened
 * here. A caller with options always gets its own browser.
 *
 * @param {import('playwright-core').LaunchOptions & { isWhole?: boolean }} [options] Where Playwright's defaults do not fit; `args` replace
 * the isolation of sites. `isWhole`: the browser itself, for what the shell lacks and for the times that people see.
 */
export async function launchChromium(options = {}) {
  const { BALCAO_BROWSER: address } = process.env;
  const isShared = address !== undefined && Object.keys(options).length === 0;
  return isShared ? chromium.connect(address) : chromium.launch(chromiumOptions(options));
}

/**
 * Starts one Chromium for all processes of a run.
 *
 * @returns {Promise<{ env: { BALCAO_BROWSER: string }, stop: () => Promise<void> }>} `env` is for the processes that share it.
 */
export async function startBrowserServer() {
  const server = await chromium.launchServer({ ...chromiumOptions(), host: '127.0.0.1' });
  return { env: { BALCAO_BROWSER: server.wsEndpoint() }, stop: () => server.close() };
}
