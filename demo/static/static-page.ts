import { nameAttempts } from './relay-profile.js';
import type { Plugin } from 'vite';

/** What differs in the built page: its markup says from the start what a script would say later, and the policy is as strict as can be. */
const CHANGES: readonly (readonly [served: string, built: string])[] = [
  // With its servers in a worker the page asks its own origin and nobody else.
  [' ws: http://127.0.0.1:* http://localhost:*', ''],
  [' frame-src http://127.0.0.1:* http://localhost:*;', ''],
  ["; the loopback hosts are this demo's sandbox, and its frame of card fields", ''],
  ['Sandbox: nada é cobrado de verdade.', 'Simulação: nada sai do navegador.'],
  ['data-worker-only hidden', 'data-worker-only'],
];

/** Makes the demo's page the one that is built; the page of the documents is the same everywhere but for its policy. */
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
