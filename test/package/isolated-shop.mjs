/**
 * A shop whose cards are typed in a frame, as all of it is published: pages of the shop on one origin, on another what `balcao frame` writes
 * with exactly the headers that it prints, on a third the service.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { listen } from '../support/listen.mjs';
import { root } from './packed.mjs';
import { startSandbox } from './sandbox-server.mjs';

const PROGRAM = join(root, 'dist/bin/balcao.js');
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css' };

/** What a browser does to a page whose frame it refuses depends on this part of the policy. */
const ANCESTORS = /frame-ancestors [^;]+; /;

async function readServed(path) {
  return { body: await readFile(path), headers: { 'Content-Type': TYPES[extname(path)] ?? 'text/plain' } };
}

/** Serves what `find` returns of a path. */
async function serve(find, request, response) {
  const found = await find(new URL(request.url, 'http://localhost').pathname);
  response.writeHead(found ? 200 : 404, found?.headers).end(found?.body);
}

/** Runs the program as a provider does. Returns the folder's files, each with its headers, by name. */
async function writeFrame(config) {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-frame-'));
  try {
    const [file, out] = [join(folder, 'shop.json'), join(folder, 'out')];
    await writeFile(file, JSON.stringify(config));
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, 'frame', '--config', file, '--out', out, '--json']);
    const { files, headers } = JSON.parse(stdout);
    const served = new Map();
    for (const [name, { cacheControl }] of Object.entries(files)) {
      const { body, headers: type } = await readServed(join(out, name));
      served.set(name, { body, headers: { ...headers, ...type, 'Cache-Control': cacheControl } });
    }
    return served;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Starts the servers. Its pages load scripts of `dist` and of this folder, and nothing that is inline. */
export async function startIsolatedShop() {
  const sandbox = await startSandbox();
  const pages = new Map();
  const framePages = new Map();
  const findFile = (path) => {
    const file = join(root, path);
    return /^\/(?:dist|test\/package)\/[\w./-]+$/.test(path) && existsSync(file) ? readServed(file) : undefined;
  };
  const findFramePage = (path) => framePages.get(path.replace(/\/$/, '/index.html')) ?? findFile(path);

  const findPage = (path) => pages.get(path) ?? findFile(path);
  const frames = createServer((request, response) => void serve(findFramePage, request, response));
  const shop = createServer((request, response) => {
    if (request.url?.startsWith('/__shop/')) return void sandbox.answerShop(request, response);
    return void serve(findPage, request, response);
  });
  const strangers = createServer((request, response) => void serve(findPage, request, response));
  const origin = `http://127.0.0.1:${await listen(shop)}`;
  const frameOrigin = `http://localhost:${await listen(frames)}`;
  const strangeOrigin = `http://127.0.0.1:${await listen(strangers)}`;
  const policy = [
    `default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; frame-src ${origin} ${frameOrigin}`,
    `base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types lit-html`,
  ].join('; ');

  const control = async (room, method, path, body) => {
    const response = await fetch(`${sandbox.origin}/${room}/__sandbox/${path}`, { method, body: body && JSON.stringify(body) });
    return response.json();
  };

  return {
    origin,
    frameOrigin,
    /** An origin that no frame is for, with the pages of the shop. */
    strangeOrigin,
    /**
     * Writes the frame of a room and returns its address. `config`: what differs of the config. Below `/lifted` it is also there for every
     * page: without the header that keeps others from framing it.
     */
    async putFrame(room, config = {}) {
      const files = await writeFrame({ service: `${sandbox.origin}/${room}/`, origins: [origin], ...config });
      for (const [name, { body, headers }] of files) {
        const policyOfAll = headers['Content-Security-Policy'].replace(ANCESTORS, '');
        framePages.set(`/${room}/${name}`, { body, headers });
        framePages.set(`/lifted/${room}/${name}`, { body, headers: { ...headers, 'Content-Security-Policy': policyOfAll } });
      }
      return `${frameOrigin}/${room}/`;
    },
    /** Puts a page in place of the frame's, and returns its address. */
    putFalseFrame(room, body) {
      framePages.set(`/${room}/index.html`, { body, headers: { 'Content-Type': 'text/html' } });
      return `${frameOrigin}/${room}/`;
    },
    /** Puts a page of the shop under its policy and returns its path. */
    putPage(name, body) {
      pages.set(`/${name}.html`, { body, headers: { 'Content-Type': 'text/html', 'Content-Security-Policy': policy } });
      return `/${name}.html`;
    },
    charges: sandbox.charges,
    hold: sandbox.hold,
    release: sandbox.release,
    state: sandbox.state,
    waitForPending: sandbox.waitForPending,
    fault: (room, name, params) => control(room, 'POST', 'faults', { operation: 'processPayment', fault: name, ...params }),
    issueToken: async (room) => (await control(room, 'POST', 'token', {})).token,
    async close() {
      for (const server of [shop, frames, strangers]) {
        server.closeAllConnections();
        server.close();
      }
      await sandbox.close();
    },
  };
}
