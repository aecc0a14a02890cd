/** `dist` in another folder, as another shop's server, or another version, has it. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const { version: own } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

/** @returns `change({ version, held, gone, hasCors })`: what is given counts from now on, also for requests that wait; `answer(response, path)`. */
export function createDistCopy() {
  const state = { version: own, held: [], gone: [], hasCors: true };
  const waiting = new Set();
  const isOf = (names, path) => names.some((name) => path.startsWith(`lazy/${name}-`));

  const send = (response, path) => {
    if (isOf(state.gone, path) || !/^(?:balcao(?:\.min)?\.js|lazy\/[\w-]+\.js)$/.test(path)) return void response.writeHead(404).end();
    const code = readFileSync(`${dist}${path}`, 'utf8').replaceAll(own, state.version);
    if (state.hasCors) response.setHeader('Access-Control-Allow-Origin', '*');
    response.writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-store' }).end(code);
  };
  const release = () => {
    for (const each of waiting) {
      if (isOf(state.held, each.path)) continue;
      waiting.delete(each);
      send(each.response, each.path);
    }
  };
  return {
    change(changes) {
      Object.assign(state, changes);
      release();
    },
    answer(response, path) {
      waiting.add({ response, path });
      release();
    },
  };
}
