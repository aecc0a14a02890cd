import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { bundledForTests } from '../../test/support/bundled-packages.mjs';
import { everyTestPlugin } from '../../test/support/every-test-plugin.mjs';
import { viteServer } from '../../test/support/vite-server.mjs';
import { sourceEntries } from '../source-entries.mjs';
import { root } from '../tests/processes.mjs';

/** The header by which a page says which mutant it tests. */
export const MUTANT_HEADER = 'x-mutant';

/** Mocha as the test runner has it; outside of the runner its socket has nobody to talk to. */
const MOCHA = readFileSync(join(root, 'node_modules/@web/test-runner-mocha/dist/standalone.js'), 'utf8').replace(
  'import{sendMessage as e}from"/__web-dev-server__web-socket.js";',
  'const e = async () => {};',
);

/**
 * Serves the tests, and to each page the sources of its own mutant: all else comes from the browser's cache, so that a page begins in a
 * fraction of a second.
 */
export class MutantServer {
  #mutants = new Map();
  #vite;
  #http;

  async start() {
    const { vite } = await viteServer('mutants', {
      configFile: false,
      resolve: { alias: sourceEntries },
      plugins: [everyTestPlugin(), this.#mutate()],
      optimizeDeps: bundledForTests,
    });
    this.#vite = vite;
    this.#http = createServer((request, response) => void this.#serve(request, response));
    await new Promise((resolve) => this.#http.listen(0, '127.0.0.1', resolve));
  }

  /** The page that tests. */
  get url() {
    return `http://127.0.0.1:${this.#http.address().port}/mutation/`;
  }

  /** Makes a mutant known under an identifier. */
  add(id, { sources }) {
    this.#mutants.set(id, sources);
  }

  async stop() {
    this.#http.closeAllConnections();
    this.#http.close();
    await this.#vite.close();
  }

  async #serve(request, response) {
    const [path] = request.url.split('?');
    try {
      if (path === '/mutation/') return send(response, 'text/html', readFileSync(join(root, 'scripts/mutation/page.html')));
      if (path === '/mutation/page.js') return send(response, 'text/javascript', readFileSync(join(root, 'scripts/mutation/page.js')));
      if (path === '/mutation/mocha.js') return send(response, 'text/javascript', MOCHA);
      // What a mutant may change is asked for by each page anew.
      if (path.startsWith('/src/') && path.endsWith('.ts'))
        return send(response, 'text/javascript', await this.#read(path, request), 'no-store');
    } catch (error) {
      return send(response, 'text/javascript', `throw new SyntaxError(${JSON.stringify(String(error))});`, 'no-store');
    }
    this.#vite.middlewares(request, response);
  }

  async #read(path, request) {
    const id = request.headers[MUTANT_HEADER];
    const isMutated = this.#mutants.get(id)?.[path.slice(1)] !== undefined;
    const { code } = await this.#vite.transformRequest(isMutated ? `${path}?mutant=${id}` : path);
    return code;
  }

  /** A Vite plugin that reads a module asked for as `?mutant=` from that mutant. */
  #mutate() {
    return {
      name: 'mutant',
      enforce: 'pre',
      load: (id) => {
        const [file, mutant] = id.split('?mutant=');
        return mutant === undefined ? undefined : this.#mutants.get(mutant)?.[file.slice(root.length).replace(/^\//, '')];
      },
    };
  }
}

function send(response, type, body, cacheControl = 'max-age=7200, immutable') {
  response.setHeader('Content-Type', type);
  response.setHeader('Cache-Control', cacheControl);
  response.end(body);
}
