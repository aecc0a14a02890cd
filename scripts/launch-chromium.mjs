import { chromium } from 'playwright-core';
import { findBrowsers } from './browsers.mjs';

/**
 * The switch that gives a frame of another site its own process. The whole Chromium always does that, the headless shell only with this
 * switch.
 */
const ISOLATE_SITES = '--site-per-process';

/**
 * Returns the options with which Playwright starts the Chromium of this machine: its headless shell if there is one.
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
 * Starts Chromium, or connects to the browser of this run, whose address is in `BALCAO_BROWSER`. Closing a shared browser closes only the
 * pages that the caller has opened. A caller with options always gets its own browser.
 *
 * @param {import('playwright-core').LaunchOptions & { isWhole?: boolean }} [options] Changes of Playwright's defaults; `args` replace the
 * isolation of sites. `isWhole`: starts the whole browser, for features that the shell lacks and for realistic measurements of time.
 */
export async function launchChromium(options = {}) {
  const { BALCAO_BROWSER: address } = process.env;
  const isShared = address !== undefined && Object.keys(options).length === 0;
  return isShared ? chromium.connect(address) : chromium.launch(chromiumOptions(options));
}

/**
 * Starts one Chromium for all processes of a run.
 *
 * @returns {Promise<{ env: { BALCAO_BROWSER: string }, stop: () => Promise<void> }>} `env` is the environment of the processes that share
 * the browser.
 */
export async function startBrowserServer() {
  const server = await chromium.launchServer({ ...chromiumOptions(), host: '127.0.0.1' });
  return { env: { BALCAO_BROWSER: server.wsEndpoint() }, stop: () => server.close() };
}
