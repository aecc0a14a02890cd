import { createMessageAnswer } from '../answers.js';
import { createSandbox } from '../create-sandbox.js';
import type { Peer } from './ledger.js';
import type { SandboxOptions } from '../create-sandbox.js';
import type { Sandbox } from '../sandbox.js';

/** Many sandboxes behind one handler; the first path segment is the room, `/ROOM/card/processPayment`. */
export interface Rooms {
  (request: Request, peer?: Peer): Promise<Response>;
  /** The sandbox of a room, created on first use. */
  open(room: string): Sandbox;
}

/** Creates a handler with rooms. Each room has its own memory and the same options. */
export function createRooms(options: Omit<SandboxOptions, 'basePath' | 'memory'> = {}): Rooms {
  const rooms = new Map<string, Sandbox>();
  const open = (room: string): Sandbox => {
    const found = rooms.get(room) ?? createSandbox({ ...options, basePath: `/${room}/` });
    rooms.set(room, found);
    return found;
  };
  const handle = async (request: Request, peer?: Peer): Promise<Response> => {
    const room = /^\/([\w-]{1,64})\//.exec(new URL(request.url).pathname)?.[1];
    return room === undefined
      ? createMessageAnswer(404, 'The path must begin with a room: /ROOM/card/processPayment')
      : open(room)(request, peer);
  };
  return Object.assign(handle, { open });
}
