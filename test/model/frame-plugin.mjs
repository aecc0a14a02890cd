import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = new URL('frame.html', import.meta.url);
/** The pages that a run may write. */
const TABLES = /^\/docs\/(?:faults|at-once|security|(?:pt-BR\/)?accessibility)\.md$/;

/**
 * A Koa middleware that serves test/model/frame.html at `/__model/frame.html`. `/__model/run.json` tells all browser tests what the
 * environment asks of them (`WHOLE=1`: the whole of each matrix instead of a sample), and with `WRITE_RELIABILITY` a `POST` to `/__model/docs/faults.md` writes that page.
 */
export function modelFrame() {
  return async (ctx, next) => {
    if (!ctx.path.startsWith('/__model/')) return next();
    const path = ctx.path.slice('/__model'.length);
    // Past Koa: the runner would put its own script into the page.
    ctx.respond = false;
    if (path === '/frame.html') return send(ctx.res, 'text/html', readFileSync(PAGE));
    if (path === '/run.json') return send(ctx.res, 'application/json', JSON.stringify(readSettings()));
    if (!TABLES.test(path) || !process.env.WRITE_RELIABILITY) return void ctx.res.writeHead(404).end();
    writeFileSync(`${root}${path}`, await readBody(ctx.req));
    return send(ctx.res, 'application/json', '{}');
  };
}

function readSettings() {
  const { WHOLE, MODEL_STEPS, MODEL_SEED, WRITE_RELIABILITY, BALCAO_MUTATION } = process.env;
  return {
    isWhole: WHOLE === '1' || Boolean(WRITE_RELIABILITY || BALCAO_MUTATION),
    steps: MODEL_STEPS ? Number(MODEL_STEPS) : null,
    seed: MODEL_SEED ? Number(MODEL_SEED) : null,
    isWriting: Boolean(WRITE_RELIABILITY),
    mutation: BALCAO_MUTATION ?? null,
  };
}

function send(response, type, body) {
  response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
}

async function readBody(request) {
  let text = '';
  for await (const part of request) text += part;
  return text;
}
