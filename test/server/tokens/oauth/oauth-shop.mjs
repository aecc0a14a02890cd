import { randomBytes } from 'node:crypto';
import { signInClient } from '../../../../src/sandbox/index.ts';
import { startSandboxServer } from '../../../../src/sandbox/node.ts';
import { memoryLedger } from '../../../../src/server/ledger/memory-ledger.ts';
import { oauthTokens } from '../../../../src/server/tokens/oauth/oauth-tokens.ts';
import { createHandClock } from '../token-needs.mjs';

export const ORIGIN = 'https://loja.example';
const BASE_PATH = '/shop/';

/** A browser as the shop's pages see it: its cookies, the clerk's session among them. */
export class Browser {
  cookies = new Map();
  #provider;
  #origin;

  constructor(provider, { origin = ORIGIN, isClerk = true } = {}) {
    this.#provider = provider;
    this.#origin = origin;
    if (isClerk) this.cookies.set('clerk', 'yes');
  }

  /** Asks a page of the shop, by its path below the base path or its whole address. */
  async visit(address, { method = 'GET', form, headers = {} } = {}) {
    const url = new URL(address, `${this.#origin}${BASE_PATH}`);
    const handle = this.#provider.routes.get(url.pathname.slice(BASE_PATH.length));
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const body = form && new URLSearchParams(form).toString();
    const response = await handle(new Request(url, { method, body, headers: { cookie, ...headers } }));
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
      if (/Max-Age=0/.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  /** Begins a sign-in and approves it at the service: the address that the service sends the browser back to. */
  async approve(path = 'connect') {
    const begun = await this.visit(path);
    return approve(begun.headers.get('Location'));
  }

  /** Connects the shop, whole. */
  async connect(path) {
    return this.visit(await this.approve(path));
  }
}

/** Approves at the service, without its page. */
export async function approve(authorizeUrl) {
  const response = await fetch(`${authorizeUrl}&auto=1`, { redirect: 'manual' });
  return response.headers.get('Location');
}

/** The sandbox over HTTP, with rooms, and shops that sign in there. */
export async function startOauthWorld() {
  const clock = createHandClock();
  const server = await startSandboxServer({ clock });
  let count = 0;

  /** A server of the shop; with those of another the two are instances of one shop. */
  function openInstance({ room, key, ledger, origin = ORIGIN, options = {} }) {
    const events = [];
    const provider = oauthTokens({
      authUrl: `${server.origin}/${room}/auth`,
      ...signInClient,
      key,
      mayConnect: (request) => /\bclerk=yes\b/.test(request.headers.get('Cookie') ?? ''),
      ...options,
    });
    provider.attach({ ledger, publicOrigin: origin, basePath: BASE_PATH, now: clock.now, report: (event) => events.push(event) });
    return { provider, events };
  }

  return {
    clock,
    openShop({ origin, options, ledger = memoryLedger() } = {}) {
      const room = `oauth-${(count += 1)}`;
      const key = randomBytes(32).toString('base64');
      const sandbox = server.rooms.open(room);
      const requests = (operation) => sandbox.state().requests.filter((request) => request.operation === operation);
      const first = openInstance({ room, key, ledger, origin, options });
      return {
        ...first,
        sandbox,
        ledger,
        key,
        requests,
        openInstance: (changes = {}) => openInstance({ room, key, ledger, origin, options, ...changes }),
        browser: (settings = {}) => new Browser(first.provider, { origin, ...settings }),
      };
    },
    close: () => server.close(),
  };
}
