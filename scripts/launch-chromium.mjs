import { chromium } from 'playwright-core';
import { findBrowsers } from './browsers.mjs';

/** What a whole Chromium does on a desk and its headless shell only if it is told to: a frame of another site has a process of its own. */
const ISOLATE_SITES = '--site-per-process';

/**
 * Starts the Chromium that is found here, in the environment that it needs: its headless shell where that is.
 *
 * @param {import('playwright-core').LaunchOptions & { isWhole?: boolean }} [options] What is to differ from Playwright's defaults; `args` take
 * the place of the isolation of sites. `isWhole`: the browser itself, for what the shell lacks and for times of what people use.
 */
export async function launchChromium({ isWhole = false, args = [ISOLATE_SITES], ...options } = {}) {
  const { chromium: whole, headlessShell, chromiumEnv } = await findBrowsers();
  const executablePath = isWhole ? whole : (headlessShell ?? whole);
  return chromium.launch({ executablePath, args, env: { ...process.env, ...chromiumEnv }, ...options });
}
