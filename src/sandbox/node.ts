/// <reference types="node" />
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRooms, type Rooms, type RoomsOptions } from './create-sandbox.js';
import type { Clock } from '../domain/clock.js';
import type { Peer } from './memory.js';

/** A handler of requests. If it rejects, the connection breaks without a response. */
export type FetchHandler = (request: Request, peer: Peer) => Promise<Response>;

/** The settings of the server. */
export interface SandboxServerOptions extends RoomsOptions {
  /** The port. Default 0: any free port. */
  port?: number;
  /** The address to listen on. Default `127.0.0.1`: the control endpoints are open to every page, so no other machine should reach them. */
  host?: string;
  /**
   * True if browsers may reuse connections. Default false: each request then has its own connection, and a browser does not resend a
   * request whose connection was reset.
   */
  keepAlive?: boolean;
  /** Wraps the service's handler, for example to log requests or to serve more paths. The server uses the handler that is returned. */
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

/** The system's clock. Its timers do not keep the process alive: an open server does, and after it is closed no timer matters. */
const SERVER_CLOCK: Clock = {
  now: () => Date.now(),
  schedule: (callback, delayMs) => {
    const timer = setTimeout(callback, delayMs).unref();
    return () => clearTimeout(timer);
  },
};

/** The number of each connection, and the number of requests that it has carried. */
const peers = new WeakMap<object, { connection: number; ordinal: number }>();
let connectionCount = 0;

/** Converts a fetch handler to a listener for `node:http`, Connect, Koa or Vite. The listener resolves when the response has ended. */
export function toNodeListener(handler: FetchHandler): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (incoming, outgoing) => {
    const gone = new AbortController();
    outgoing.once('close', () => gone.abort());
    try {
      const response = await handler(await convertRequest(incoming, gone.signal), countPeer(incoming));
      await writeResponse(response, outgoing, gone.signal);
    } catch {
      incoming.socket.resetAndDestroy();
    }
  };
}

/** Starts a server of the service, with a room for each test or demo. */
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

/**
 * The hosts that stand for all addresses of this machine, each with the address to call. Pages accept plain http only from `localhost` and
 * its addresses.
 */
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

async function writeResponse(response: Response, outgoing: ServerResponse, signal: AbortSignal): Promise<void> {
  outgoing.statusCode = response.status;
  response.headers.forEach((value, name) => outgoing.setHeader(name, value));
  outgoing.flushHeaders();
  if (!response.body) {
    outgoing.end();
    return;
  }
  const reader = response.body.getReader();
  signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined));
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    // A client that has disconnected ends the wait: its body is cancelled.
    if (!outgoing.write(value)) await once(outgoing, 'drain', { signal }).catch(() => undefined);
  }
  outgoing.end();
}
