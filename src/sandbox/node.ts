/// <reference types="node" />
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRooms, type Rooms, type RoomsOptions } from './create-sandbox.js';
import type { Clock } from '../domain/clock.js';
import type { Peer } from './memory.js';

/** A handler of `Request`s. A rejection breaks the connection without a response. */
export type FetchHandler = (request: Request, peer: Peer) => Promise<Response>;

/** Settings of the server. */
export interface SandboxServerOptions extends RoomsOptions {
  /** Default 0: any free port. */
  port?: number;
  /** Default `127.0.0.1`: the control endpoints are open to every page, so no other machine should reach them. */
  host?: string;
  /**
   * Lets browsers reuse connections. Off by default: then each request has a connection of its own, and a browser never sends a request
   * again whose connection was reset.
   */
  keepAlive?: boolean;
  /** Returns the handler that is served in the place of the service's own, which it is given: to watch requests, or to serve more. */
  wrap?: (service: FetchHandler) => FetchHandler;
}

/** A running server. */
export interface SandboxServer {
  /** `http://127.0.0.1:PORT`; a base URL is `ORIGIN/ROOM/`. */
  origin: string;
  /** The rooms, to control them without HTTP. */
  rooms: Rooms;
  /** Closes the server and every connection. */
  close: () => Promise<void>;
}

/** The system's time. What waits keeps no process alive: an open server does, and once it is closed nothing more is to come. */
const SERVER_CLOCK: Clock = {
  now: () => Date.now(),
  schedule: (callback, delayMs) => {
    const timer = setTimeout(callback, delayMs).unref();
    return () => clearTimeout(timer);
  },
};

/** The number of each connection, and how many requests it has carried. */
const peers = new WeakMap<object, { connection: number; ordinal: number }>();
let connectionCount = 0;

/** Creates a listener for `node:http`, Connect, Koa or Vite from a fetch handler. It resolves when the response has ended. */
export function toNodeListener(handler: FetchHandler): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.once('close', () => gone.abort());
    try {
      const answer = await handler(await convertRequest(incoming, gone.signal), countPeer(incoming));
      await writeAnswer(answer, outgoing, gone.signal);
    } catch {
      incoming.socket.resetAndDestroy();
    }
  };
}

/** Starts the service on its own port, with a room for each test or demo. */
export async function startSandboxServer(options: SandboxServerOptions = {}): Promise<SandboxServer> {
  const { port = 0, host = '127.0.0.1', keepAlive = false, wrap = (service: FetchHandler) => service, ...sandboxOptions } = options;
  const rooms = createRooms({ clock: SERVER_CLOCK, ...sandboxOptions });
  const listener = toNodeListener(wrap(rooms));
  const server = createServer((incoming, outgoing) => {
    if (!keepAlive) outgoing.setHeader('Connection', 'close');
    void listener(incoming, outgoing);
  });
  await once(server.listen(port, host), 'listening');
  const address = server.address();
  const boundPort = typeof address === 'object' && address !== null ? address.port : port;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { origin: `http://${formatHost(host)}:${boundPort}`, rooms, close };
}

/** Hosts that mean all addresses of this machine, with the one to call: pages accept plain http from `localhost` and its addresses alone. */
const ALL_ADDRESSES: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

function formatHost(host: string): string {
  return ALL_ADDRESSES[host] ?? (host.includes(':') ? `[${host}]` : host);
}

function countPeer({ socket }: IncomingMessage): Peer {
  const peer = peers.get(socket) ?? { connection: ++connectionCount, ordinal: 0 };
  peer.ordinal += 1;
  peers.set(socket, peer);
  return { ...peer };
}

async function convertRequest(incoming: IncomingMessage, signal: AbortSignal): Promise<Request> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, String(value));
  }
  const method = incoming.method ?? 'GET';
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  const hasBody = method !== 'GET' && method !== 'HEAD' && chunks.length > 0;
  const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host ?? 'localhost'}`);
  return new Request(url, { method, headers, signal, ...(hasBody && { body: Buffer.concat(chunks) }) });
}

/** Waits until more can be written, or the client is gone. */
function waitForDrain(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      outgoing.off('drain', done).off('close', done);
      resolve();
    };
    outgoing.on('drain', done).on('close', done);
  });
}

async function writeAnswer(answer: Response, outgoing: ServerResponse, signal: AbortSignal): Promise<void> {
  outgoing.statusCode = answer.status;
  answer.headers.forEach((value, name) => outgoing.setHeader(name, value));
  outgoing.flushHeaders();
  if (!answer.body) {
    outgoing.end();
    return;
  }
  const reader = answer.body.getReader();
  signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined));
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (!outgoing.write(value)) await waitForDrain(outgoing);
  }
  outgoing.end();
}
