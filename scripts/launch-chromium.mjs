import { chromium } from 'playwright-core';
import { findBrowsers } from './browsers.mjs';

/**
 * Starts the Chromium that is found here, in the environment that it needs.
 *
 * @param {import('playwright-core').LaunchOptions} [options] What is to differ from Playwright's defaults.
 */
export async function launchChromium(options) {
  const { chromium: executablePath, chromiumEnv } = await findBrowsers();
  return chromium.launch({ executablePath, env: { ...process.env, ...chromiumEnv }, ...options });
}
