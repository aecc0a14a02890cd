import { createReadStream, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const TYPES = { js: 'text/javascript', json: 'application/json', txt: 'text/plain' };

/** Creates a Vite plugin that serves `dist` at `/dist/`, byte for byte as published, for pages that use the script-tag files. */
export function distFiles() {
  const mount = (server) => void server.middlewares.use('/dist', answer);
  return { name: 'balcao-dist-files', configureServer: mount, configurePreviewServer: mount };
}

function answer(request, response, next) {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1);
  const type = TYPES[path.split('.').at(-1) ?? ''];
  if (!type || path.includes('..') || !existsSync(dist + path)) return next();
  response.statusCode = 200; // a server that this one runs in may have set another
  response.setHeader('Content-Type', type).setHeader('Cache-Control', 'no-cache').setHeader('Access-Control-Allow-Origin', '*');
  return createReadStream(dist + path).pipe(response);
}
