import type { FaultName, FaultParams, Operation, PixAction, PixRecord, SandboxState, ServiceVariant } from '../../src/sandbox/index.js';
import type { IssuedToken } from '../../src/sandbox/index.js';
import type { AttemptRecord } from './shop/attempt-book.js';
import type { Order } from './shop/order-book.js';
import { waitUntil } from './wait-until.js';
import type { ShopEndpoint, ShopFaultName } from './shop/shop-faults.js';

/** What the shop's server has seen. */
export interface ShopState {
  requests: { endpoint: string; body: Record<string, unknown>; at: number }[];
  attempts: AttemptRecord[];
  orders: Order[];
}

/** The shop's server of a room. */
export interface RoomShop {
  /** Spoils the next `times` (1) requests to an endpoint; names in `SHOP_FAULTS`. */
  fault(endpoint: ShopEndpoint, name: ShopFaultName, params?: { times?: number; amount?: number }): Promise<void>;
  clearFaults(): Promise<void>;
  release(): Promise<void>;
  /** Writes an order into the book: from then on only its amount gets a token, and for a Pix its price by Pix. */
  putOrder(order: { orderId: string; amount?: string; pixAmount?: string; status?: Order['status'] }): Promise<void>;
  state(): Promise<ShopState>;
  /** The states that the shop was told, attempt by attempt, oldest first. */
  toldStates(): Promise<string[][]>;
  /** Waits until an endpoint was asked `count` times. */
  waitForRequests(endpoint: ShopEndpoint, count?: number): Promise<unknown>;
}

/** A sandbox and a shop of one's own, over HTTP, the sandbox on another origin than the page. */
export interface Room {
  name: string;
  baseUrl: string;
  /** `base-url` of the shop's relay, on the page's origin. */
  relayUrl: string;
  tokenUrl: string;
  resolveUrl: string;
  notifyUrl: string;
  shop: RoomShop;
  /** Spoils the next `times` (1) requests of an operation; names and parameters in `faultKinds`. */
  fault(operation: Operation, name: FaultName, params?: FaultParams & { times?: number }): Promise<void>;
  clearFaults(): Promise<void>;
  /** Lets requests that hang go on; answers how many did. */
  release(): Promise<number>;
  /** Changes how the service is played. */
  configure(changes: Partial<ServiceVariant>): Promise<void>;
  issueToken(expiresIn?: number): Promise<IssuedToken>;
  revokeTokens(): Promise<void>;
  pix(action: PixAction, id?: string): Promise<PixRecord>;
  state(): Promise<SandboxState>;
  charges(): Promise<SandboxState['charges']>;
  /** Waits until the sandbox has seen `count` requests of an operation. */
  waitForRequests(operation: Operation, count?: number): Promise<unknown>;
  /** Waits until the sandbox keeps `count` requests waiting. */
  waitForPending(count?: number): Promise<unknown>;
  /** Waits until the sandbox keeps no request waiting. */
  waitUntilIdle(): Promise<unknown>;
}

/** The attributes of an element that pays an order of R$ 149,90 in a room. */
export function orderOf({ baseUrl, tokenUrl, name }: Room): Readonly<Record<string, string>> {
  return { 'base-url': baseUrl, 'token-url': tokenUrl, amount: '149.90', 'order-id': name };
}

const realFetch = globalThis.fetch.bind(globalThis);

let origins: Promise<{ origin: string; breaking: string }> | undefined;

/**
 * Opens a room that no other test is in.
 *
 * @param habits Of a service whose connections are kept: see breaking-service.ts. By default each request has a connection of its own.
 */
export async function openRoom(habits?: readonly string[]): Promise<Room> {
  origins ??= realFetch('/__sandbox.json').then((answer) => answer.json());
  const { origin, breaking } = await origins;
  const name = habits ? ['room', crypto.randomUUID().slice(0, 8), ...habits].join('--') : `room-${crypto.randomUUID()}`;
  const baseUrl = `${habits ? breaking : origin}/${name}/`;
  const shopUrl = new URL(`/__shop/${name}/`, location.href).href;
  const control = <Answer>(method: string, path: string, body?: unknown) => ask<Answer>(method, `${baseUrl}__sandbox/${path}`, body);
  const state = async (): Promise<SandboxState> => control('GET', 'state');
  return {
    name,
    baseUrl,
    relayUrl: `${shopUrl}service/`,
    tokenUrl: `${shopUrl}token`,
    resolveUrl: `${shopUrl}resolve`,
    notifyUrl: `${shopUrl}notify`,
    shop: createRoomShop(`${shopUrl}control`),
    fault: async (operation, fault, params) => control('POST', 'faults', { operation, fault, ...params }),
    clearFaults: async () => control('DELETE', 'faults'),
    release: async () => (await control<{ released: number }>('POST', 'release')).released,
    configure: async (changes) => control('POST', 'options', changes),
    issueToken: async (expiresIn) => control('POST', 'token', { expiresIn }),
    revokeTokens: async () => control('POST', 'revoke'),
    pix: async (action, id) => control('POST', 'pix', { action, id }),
    state,
    charges: async () => (await state()).charges,
    waitForRequests: (operation, count = 1) =>
      waitUntil(
        async () => (await state()).requests.filter((request) => request.operation === operation).length >= count,
        `${count} ${operation}`,
      ),
    waitForPending: (count = 1) => waitUntil(async () => (await state()).pending.length >= count, `${count} waiting`),
    waitUntilIdle: () => waitUntil(async () => (await state()).pending.length === 0, 'nothing waiting'),
  };
}

function createRoomShop(url: string): RoomShop {
  const state = async (): Promise<ShopState> => ask('GET', url);
  return {
    fault: async (endpoint, fault, params) => ask('POST', url, { endpoint, fault, ...params }),
    clearFaults: async () => ask('POST', url, { fault: null }),
    release: async () => ask('POST', url, { release: true }),
    putOrder: async (order) => ask('POST', url, { order }),
    state,
    toldStates: async () => (await state()).attempts.map(({ states }) => states),
    waitForRequests: (endpoint, count = 1) =>
      waitUntil(
        async () => (await state()).requests.filter((request) => request.endpoint === endpoint).length >= count,
        `${count} ${endpoint}`,
      ),
  };
}

async function ask<Answer>(method: string, url: string, body?: unknown): Promise<Answer> {
  const response = await realFetch(url, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
  const answer: Answer = await response.json();
  return answer;
}
