import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildPage } from '../build-page.mjs';
import { KEPT_FOR_A_RUN } from '../vite-server.mjs';

/** Whether the tests run with the card's fields in a frame of another origin. */
export const IS_FRAMED = Boolean(process.env.CARD_FRAME);

const PAGE = new URL('index.html', import.meta.url);
const STYLES = new URL('../../../src/frame/frame.css', import.meta.url);

/** A Vite plugin that serves the test-only page of a frame at `/__frame/`, with its code as one file. */
export function cardFrame() {
  const build = () => buildPage(fileURLToPath(new URL('frame-page.ts', import.meta.url)));
  // Where every test needs it, the first one does not wait.
  let bundle = IS_FRAMED ? build() : undefined;
  const answer = async (request, response, next) => {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    // By the plugin itself: the runner would put its own script into the page.
    if (pathname === '/') return send(response, 'text/html', 'no-store', renderPage(searchParams.get('config') ?? ''));
    if (pathname === '/frame.css') return send(response, 'text/css', KEPT_FOR_A_RUN, readFileSync(STYLES));
    if (pathname !== '/frame.js') return next();
    send(response, 'text/javascript', KEPT_FOR_A_RUN, await (bundle ??= build()));
  };
  return {
    name: 'card-frame',
    configureServer(server) {
      server.middlewares.use('/__frame', (request, response, next) => void answer(request, response, next).catch(next));
    },
  };
}

/** The page with its config, as source, in it. */
function renderPage(config) {
  return readFileSync(PAGE, 'utf8').replace('/* config */', () => `frameConfig = ${config.replaceAll('</', '<\\/')}`);
}

function send(response, type, cacheControl, body) {
  response.statusCode = 200;
  response.setHeader('Content-Type', type);
  response.setHeader('Cache-Control', cacheControl);
  response.end(body);
}
