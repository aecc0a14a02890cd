import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { root } from '../package/packed.mjs';
import { listen } from '../support/listen.mjs';
import { startBalcao } from './program.mjs';

/** A build of the frame that is small enough to look through. Its parts import each other in a circle, as a bundler's chunks may. */
const SMALL_BUILD = {
  'core.js': `export const said=[];export async function startFrame(config){const{draw}=await import(\`./late-x_Y-1.js\`);draw(config)}`,
  'late-x_Y-1.js': `import{said}from"./core.js";export function draw(config){said.push("drawn");
const main=document.createElement("main");main.textContent=JSON.stringify({said,config,read:config.profile?.readCharge?.(200,{})});document.body.append(main)}`,
  'frame.css': 'main{color:rgb(1,2,3)}',
  'notes.txt': 'nothing for a server',
};

/**
 * The program in a folder of its own, with a small build of the frame beside it.
 *
 * @returns `folder`, for the files of a test; `write(name, text)` puts one there and returns its path; `run(...args)` runs `balcao frame` in it;
 * `rebuild(changes)` makes the build of the frame anew, without the files whose text is undefined, and none at all without changes; `remove()`.
 */
export function createFrameProgram() {
  const home = mkdtempSync(join(tmpdir(), 'balcao-frame-'));
  const folder = join(home, 'shop');
  const frame = join(home, 'dist/frame');
  for (const each of [folder, frame, join(home, 'node_modules')]) mkdirSync(each, { recursive: true });
  cpSync(join(root, 'dist/bin'), join(home, 'dist/bin'), { recursive: true });
  writeFileSync(join(home, 'dist/THIRD-PARTY-LICENSES.txt'), 'the licences');
  writeFileSync(join(home, 'package.json'), '{"type":"module"}');
  symlinkSync(join(root, 'node_modules/zod'), join(home, 'node_modules/zod'), 'dir');
  const write = (name, text) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const rebuild = (files) => {
    rmSync(frame, { recursive: true, force: true });
    if (!files) return;
    mkdirSync(frame);
    for (const [name, text] of Object.entries(files)) if (text !== undefined) writeFileSync(join(frame, name), text);
  };
  rebuild(SMALL_BUILD);
  return {
    folder,
    write,
    run: (...args) => startBalcao(['frame', ...args], { program: join(home, 'dist/bin/balcao.js'), cwd: folder }).end(),
    rebuild: (changes) => rebuild(changes && { ...SMALL_BUILD, ...changes }),
    remove: () => rmSync(home, { recursive: true }),
  };
}

/** The files of a folder by name. */
export function readFolder(folder) {
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' };

/**
 * Serves files of a folder on this machine.
 *
 * @param {string} folder
 * @param {(response: import('node:http').ServerResponse, path: string) => void} [setHeaders] Adds what a shop's or a provider's server would.
 * @returns `origin` at `localhost`, `port` for other names of this machine, and `close()`.
 */
export async function serveFolder(folder, setHeaders = () => {}) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const name = pathname === '/' ? 'index.html' : pathname.slice(1);
    const isThere = existsSync(join(folder, name));
    setHeaders(response, pathname);
    response.setHeader('Content-Type', TYPES[extname(name)] ?? 'text/plain');
    response.writeHead(isThere ? 200 : 404).end(isThere ? readFileSync(join(folder, name)) : '');
  });
  const port = await listen(server);
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://localhost:${port}`, port, close };
}
