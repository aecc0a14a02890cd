import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { writeFrame } from '../../src/bin/frame/write-frame.js';
import type { RequestListener, Server } from 'node:http';
import type { FrameConfigFile } from '../../src/bin/frame/frame-config.js';

/** The preferred port of the frame's server, next to the sandbox's. */
const USUAL_PORT = 4175;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** The other name of this machine, by name. A browser treats the two names as different sites, like a shop and a provider. */
const OTHER_NAME: Readonly<Record<string, string>> = { localhost: '127.0.0.1', '127.0.0.1': 'localhost' };

interface ServedFile {
  content: Buffer;
  headers: Readonly<Record<string, string>>;
}

/** A server in the role of a provider that serves the card fields in a frame. */
export interface FrameServer {
  /** Returns the frame's address for a page on one name of this machine: it has the other name. Returns `undefined` for any other host. */
  findUrl(pageHost: string): string | undefined;
  close(): void;
}

/** The settings of the frame server. */
export interface FrameServerOptions {
  /** The package's `dist` folder. */
  dist: string;
  /** The base URL of the service that the frame charges at. */
  service: string;
  /** Resolves to the port of the demo's pages. */
  pagePort: Promise<number>;
}

/**
 * Serves the files that `npx balcao frame` writes, with the headers that the command prints, on a separate port. The files are written when
 * the port of the pages, which may embed the frame, is known. Returns `undefined` if the package was not built.
 */
export async function startFrameServer({ dist, service, pagePort }: FrameServerOptions): Promise<FrameServer | undefined> {
  if (!existsSync(join(dist, 'frame'))) return undefined;
  const files = pagePort.then((port) => {
    const origins = Object.keys(OTHER_NAME).map((name) => `http://${name}:${port}`);
    return makeFiles({ service, origins }, dist);
  });
  // Each request awaits `files` and gets its error.
  files.catch(() => undefined);
  const { server, port } = await listen(createListener(files));
  return {
    findUrl(pageHost) {
      const name = OTHER_NAME[pageHost];
      return name && `http://${name}:${port}/`;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Loads the files of a frame into memory, so that no folder stays behind if this process is killed. */
async function makeFiles(config: FrameConfigFile, dist: string): Promise<ReadonlyMap<string, ServedFile>> {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-demo-frame-'));
  try {
    const { files, headers } = await writeFrame(config, { folder, dist });
    const served = Object.entries(files).map(async ([name, { cacheControl }]) => {
      const type = TYPES[extname(name)] ?? 'text/plain; charset=utf-8';
      const content = await readFile(join(folder, name));
      return [name, { content, headers: { ...headers, 'Content-Type': type, 'Cache-Control': cacheControl } }] as const;
    });
    return new Map(await Promise.all(served));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function createListener(waitForFiles: Promise<ReadonlyMap<string, ServedFile>>): RequestListener {
  return ({ url = '/' }, response) => {
    const path = url.split('?')[0];
    const name = path === '/' ? 'index.html' : path?.slice(1);
    const respond = (files: ReadonlyMap<string, ServedFile>): void => {
      const file = files.get(name ?? '');
      response.writeHead(file ? 200 : 404, file?.headers).end(file?.content);
    };
    waitForFiles.then(respond).catch((error: unknown) => void response.writeHead(500).end(String(error)));
  };
}

async function listen(listener: RequestListener): Promise<{ server: Server; port: number }> {
  const server = createServer(listener);
  for (const port of [USUAL_PORT, 0]) {
    server.listen(port, '127.0.0.1');
    const isListening = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    const address = server.address();
    if (isListening && address !== null && typeof address === 'object') return { server, port: address.port };
  }
  throw new Error('The frame of the demo has no port to listen on.');
}
