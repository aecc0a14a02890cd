import { createReadStream, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { listen } from '../../test/support/listen.mjs';

/**
 * Starts a shop with one page, which uses the classic script of an installed package, and a token endpoint, which gets tokens from the sandbox.
 *
 * @returns The address of the page, and `close()`.
 */
export async function startShop(project, baseUrl) {
  const page = `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>Loja</title><script src="/balcao/balcao.min.js"></script>
    <balcao-checkout base-url="${baseUrl}" token-url="/shop/token" amount="149.90" order-id="release"></balcao-checkout></html>`;
  const dist = join(project, 'node_modules/balcao/dist');
  const scripts = new Map(
    Object.keys(JSON.parse(readFileSync(join(dist, 'integrity.json'), 'utf8'))).map((file) => [`/balcao/${file}`, join(dist, file)]),
  );
  const respond = async (request, response) => {
    const script = scripts.get(request.url);
    if (script) {
      response.setHeader('Content-Type', 'text/javascript');
      return void createReadStream(script).pipe(response);
    }
    switch (request.url) {
      case '/':
        response.setHeader('Content-Type', 'text/html').end(page);
        break;
      case '/shop/token': {
        const issued = await fetch(`${baseUrl}__sandbox/token`, { method: 'POST' });
        response.setHeader('Content-Type', 'application/json').end(await issued.text());
        break;
      }
      default:
        response.writeHead(404).end();
    }
  };
  const server = createServer((request, response) => void respond(request, response).catch(() => response.writeHead(502).end()));
  const port = await listen(server);
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}/`, close };
}
