import { readFileSync } from 'node:fs';

/** Whether the tests run with the card's fields in a frame of another origin. */
export const IS_FRAMED = Boolean(process.env.CARD_FRAME);

const PAGE = new URL('index.html', import.meta.url);
const STYLES = new URL('../../../src/frame/frame.css', import.meta.url);

/** A Koa middleware for the test-only page of a frame at `/__frame/`. */
export function cardFrame() {
  return async (ctx, next) => {
    if (ctx.path === '/__frame/') send(ctx, 'html', renderPage(ctx.query.config ?? ''));
    else if (ctx.path === '/__frame/frame.css') send(ctx, 'css', readFileSync(STYLES));
    else await next();
  };
}

/** The page with its config, as source, in it. */
function renderPage(config) {
  return readFileSync(PAGE, 'utf8').replace('/* config */', () => `frameConfig = ${config.replaceAll('</', '<\\/')}`);
}

/** Past Koa, whose later middleware would write the runner's own script into the page. */
function send(ctx, type, body) {
  ctx.type = type;
  const { 'content-type': contentType } = ctx.response.headers;
  ctx.respond = false;
  ctx.res.writeHead(200, { 'Content-Type': contentType, 'Cache-Control': 'no-store' }).end(body);
}
