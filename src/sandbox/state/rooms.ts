import { createMessageAnswer } from '../answers.js';
import { createSandbox } from '../create-sandbox.js';
import type { Peer } from './ledger.js';
import type { SandboxMemory } from './memory.js';
import type { SandboxOptions } from '../create-sandbox.js';
import type { Sandbox } from '../sandbox.js';

/** Many sandboxes behind one handler; the first path segment is the room, `/ROOM/card/processPayment`. */
export interface Rooms {
  (request: Request, peer?: Peer): Promise<Response>;
  /** The sandbox of a room, created on first use. */
  open(room: string): Sandbox;
}

/** Settings of rooms. */
export interface RoomsOptions extends Omit<SandboxOptions, 'basePath' | 'memory'> {
  /** The memory that a room continues from and records into; `undefined` for a new one. By default every room begins empty. */
  memoryOf?: (room: string) => SandboxMemory | undefined;
}

/** Creates a handler with rooms. Each room has its own memory and the same options. */
export function createRooms({ memoryOf, ...options }: RoomsOptions = {}): Rooms {
  const rooms = new Map<string, Sandbox>();
  const create = (room: string): Sandbox => {
    const memory = memoryOf?.(room);
    return createSandbox({ ...options, basePath: `/${room}/`, ...(memory && { memory }) });
  };
  const open = (room: string): Sandbox => {
    const found = rooms.get(room) ?? create(room);
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
