import { isControlRead } from '../../src/sandbox/control.js';
import { startSandboxServer } from '../../src/sandbox/node.js';
import { deliverByFetch } from '../../src/sandbox/pix/webhook.js';
import { signInClient } from '../../src/sandbox/index.js';
import { oauthTokens } from '../../src/server/oauth.js';
import { ChargeBook } from './charge-book.js';
import { accountTokens, sandboxTokens } from './shop-tokens.js';
import type { Peer } from '../../src/sandbox/index.js';
import type { DemoData } from './demo-data.js';
import type { DemoShop, DemoShopOptions } from './demo-shop.js';

/** The parts of a shop that depend on its payments service. */
export type ServiceParts = Pick<
  DemoShopOptions,
  'service' | 'sandbox' | 'tokens' | 'records' | 'webhookSecret' | 'isRelay' | 'relayCards' | 'now'
>;

/** The sandbox in this process, on a separate origin. */
export interface SandboxService {
  /** The base URL of the sandbox. */
  url: string;
  /** Creates the parts of one shop. Each shop needs its own. */
  createParts(): ServiceParts;
  /** Stores the present data. */
  save(): void;
  close(): Promise<void>;
}

/** The settings of the service. */
export interface SandboxServiceOptions {
  data: DemoData;
  /** The preferred port. If it is taken, any free port is used. */
  port: number;
  /** Returns the shop whose webhook is called: one of the existing shops. */
  findShop: () => DemoShop | undefined;
}

const ROOM = 'demo';

/** Starts the sandbox, which continues from the stored data. */
export async function startSandboxService({ data, port, findShop }: SandboxServiceOptions): Promise<SandboxService> {
  const { memory, key } = data;
  const charges = new ChargeBook(memory.charges, memory.sandbox.ledger.charges);
  const save = (): void => {
    // This includes charges whose response is still held back.
    charges.writeDown();
    data.save();
  };
  const webhookSecret = crypto.randomUUID();
  // A placeholder for the address of the shop, which is known only later. Both servers are in this process.
  const webhookUrl = `http://shop.example/shop/webhook/${webhookSecret}`;
  const options = {
    webhookUrl,
    deliver: (url: string, body: unknown) => (url === webhookUrl ? deliverTo(findShop(), url, body) : deliverByFetch(url, body)),
    memoryOf: (room: string) => (room === ROOM ? memory.sandbox : undefined),
    wrap: (service: (request: Request, peer: Peer) => Promise<Response>) => (request: Request, peer: Peer) =>
      isControlRead(request) ? service(request, peer) : charges.watch(request, peer, () => service(request, peer)).finally(save),
  };
  const server = await startSandboxServer({ ...options, port }).catch(() => startSandboxServer(options));
  const sandbox = server.rooms.open(ROOM);
  const url = `${server.origin}/${ROOM}/`;
  return {
    url,
    createParts: () => ({
      service: { baseUrl: url },
      sandbox,
      tokens: accountTokens(
        // In the demo, anyone at this machine may connect the account. A real shop checks its own session.
        oauthTokens({ authUrl: `${url}auth`, ...signInClient, key, mayConnect: () => true }),
        charges,
        sandboxTokens(sandbox, charges),
      ),
      records: { certainty: 'exact', findCharge: async (attempt) => charges.find(attempt) },
      webhookSecret,
      isRelay: false,
      relayCards: false,
      now: () => sandbox.now(),
    }),
    save,
    close: () => server.close(),
  };
}

async function deliverTo(shop: DemoShop | undefined, url: string, body: unknown): Promise<void> {
  const response = await shop?.(new Request(url, { method: 'POST', body: JSON.stringify(body) }));
  if (!response?.ok) throw new TypeError(`The shop responded ${response?.status} to a notice.`);
}
