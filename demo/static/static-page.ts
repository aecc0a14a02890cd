import { nameAttempts } from './relay-profile.js';
import type { Plugin } from 'vite';

/** The differences of the built page: its markup has settings that a script would set later, and its policy is as strict as possible. */
const CHANGES: readonly (readonly [served: string, built: string])[] = [
  // With the servers in a worker, the page sends requests to its own origin only.
  [' ws: http://127.0.0.1:* http://localhost:*', ''],
  [' frame-src http://127.0.0.1:* http://localhost:*;', ''],
  ["; the loopback hosts are this demo's sandbox, and its frame of card fields", ''],
  ['Sandbox: nada é cobrado de verdade.', 'Simulação: nada sai do navegador.'],
  ['data-worker-only hidden', 'data-worker-only'],
];

/** Creates the plugin that changes the demo's page for the build. In the page of the documents, only the policy differs. */
export function staticPage(): Plugin {
  return {
    name: 'balcao-demo-static-page',
    transformIndexHtml: {
      order: 'pre',
      handler: (html, { path }) =>
        path.endsWith('documentos.html')
          ? html.replace(' ws:;', ';')
          : CHANGES.reduce((page, [served, built]) => {
              if (!page.includes(served)) throw new Error(`The demo's page lacks ${served}`);
              return page.replaceAll(served, built);
            }, nameAttempts(html)),
    },
  };
}
