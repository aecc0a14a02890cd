import type { Plugin } from 'vite';

/** Hosts that the page's policy names for the sandbox of `npm start` alone. */
const LOOPBACK_HOSTS = ' ws: http://127.0.0.1:* http://localhost:*';

/** Takes the loopback hosts out of the built page's policy: with its servers in a worker it asks its own origin and nobody else. */
export function strictPolicy(): Plugin {
  return {
    name: 'balcao-demo-strict-policy',
    apply: 'build',
    transformIndexHtml: (html) => {
      if (!html.includes(LOOPBACK_HOSTS)) throw new Error('The policy of the demo page does not name the loopback hosts.');
      return html.replace(LOOPBACK_HOSTS, '').replace("; the loopback hosts are this demo's sandbox", '');
    },
  };
}
