import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildPage } from '../support/build-page.mjs';
import { KEPT_FOR_A_RUN } from '../support/vite-server.mjs';
import { mutationPlugin } from './mutations.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The pages that a run may write. */
const TABLES = /^\/docs\/(faults|at-once)\.md$/;

/**
 * A Vite plugin that serves test/model/frame.html at `/__model/frame.html`, and frame.ts as one file: a frame that is reloaded a thousand times must not
 * fetch two hundred modules each time. `/__model/settings.json` tells the tests what the environment asks of them (`WHOLE_MODEL`: all steps and
 * rows instead of a few), and with `WRITE_RELIABILITY` a `POST` to `/__model/docs/faults.md` writes that page.
 */
export function modelFrame() {
  let bundle;
  const answer = async (request, response) => {
    const path = request.url.split('?')[0];
    // By the plugin itself: the runner would put its own script into the page.
    if (path === '/frame.html') return send(response, 'text/html', readFileSync(new URL('frame.html', import.meta.url)));
    if (path === '/frame.js')
      return send(
        response,
        'text/javascript',
        await (bundle ??= buildPage(fileURLToPath(new URL('frame.ts', import.meta.url)), mutationPlugin(process.env.BALCAO_MUTATION))),
      );
    if (path === '/settings.json') return send(response, 'application/json', JSON.stringify(readSettings()));
    if (!TABLES.test(path) || !process.env.WRITE_RELIABILITY) throw new Error(`There is no ${path} here.`);
    writeFileSync(`${root}${path}`, await readBody(request));
    send(response, 'application/json', '{}');
  };
  return {
    name: 'model-frame',
    configureServer(server) {
      server.middlewares.use('/__model', (request, response, next) => void answer(request, response).catch(next));
    },
  };
}

function readSettings() {
  const { WHOLE_MODEL, MODEL_STEPS, MODEL_SEED, WRITE_RELIABILITY, BALCAO_MUTATION } = process.env;
  return {
    isWhole: Boolean(WHOLE_MODEL || WRITE_RELIABILITY || BALCAO_MUTATION),
    steps: MODEL_STEPS ? Number(MODEL_STEPS) : null,
    seed: MODEL_SEED ? Number(MODEL_SEED) : null,
    isWriting: Boolean(WRITE_RELIABILITY),
    mutation: BALCAO_MUTATION ?? null,
  };
}

function send(response, type, body) {
  response.statusCode = 200;
  response.setHeader('Content-Type', type);
  response.setHeader('Cache-Control', type === 'text/javascript' ? KEPT_FOR_A_RUN : 'no-store');
  response.end(body);
}

async function readBody(request) {
  let text = '';
  for await (const part of request) text += part;
  return text;
}
