import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { signInClient } from '../../../../src/sandbox/index.ts';
import { startSandboxServer } from '../../../../src/sandbox/node.ts';
import { memoryLedger } from '../../../../src/server/ledger/memory-ledger.ts';
import { oauthTokens } from '../../../../src/server/tokens/oauth/oauth-tokens.ts';
import { createHandClock } from '../token-needs.mjs';

export const ORIGIN = 'https://loja.example';
const BASE_PATH = '/shop/';

/**
 * @import { Ledger, ShopEvent, TokenProvider } from '../../../../src/server/index.ts'
 * @import { OauthTokensOptions } from '../../../../src/server/oauth.ts'
 */

/** A browser as the shop's pages see it: its cookies, the clerk's session among them. */
export class Browser {
  cookies = new Map();
  #provider;
  #origin;

  /**
   * @param {TokenProvider} provider
   * @param {{ origin?: string | undefined, isClerk?: boolean }} options
   */
  constructor(provider, { origin = ORIGIN, isClerk = true } = {}) {
    this.#provider = provider;
    this.#origin = origin;
    if (isClerk) this.cookies.set('clerk', 'yes');
  }

  /**
   * Asks a page of the shop, by its path below the base path or its whole address.
   *
   * @param {string} address
   * @param {{ method?: string, form?: Record<string, string>, headers?: Record<string, string> }} options
   */
  async visit(address, { method = 'GET', form, headers = {} } = {}) {
    const url = new URL(address, `${this.#origin}${BASE_PATH}`);
    const handle = this.#provider.routes?.get(url.pathname.slice(BASE_PATH.length));
    assert.ok(handle, `the provider has no page ${url.pathname}`);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const body = form && { body: new URLSearchParams(form).toString() };
    const response = await handle(new Request(url, { method, ...body, headers: { cookie, ...headers } }));
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
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

/**
 * Approves at the service, without its page: the address that it sends the browser back to.
 *
 * @param {string | null} authorizeUrl
 */
export async function approve(authorizeUrl) {
  const response = await fetch(`${authorizeUrl}&auto=1`, { redirect: 'manual' });
  const back = response.headers.get('Location');
  assert.ok(back, 'the service sends nobody back');
  return back;
}

/** The sandbox over HTTP, with rooms, and shops that sign in there. */
export async function startOauthWorld() {
  const clock = createHandClock();
  const server = await startSandboxServer({ clock });
  let count = 0;

  /**
   * A server of the shop; with those of another the two are instances of one shop.
   *
   * @typedef {object} Instance
   * @property {string} room
   * @property {string | string[]} key
   * @property {Ledger} ledger
   * @property {string | undefined} [origin]
   * @property {Partial<OauthTokensOptions> | undefined} [options]
   *
   * @param {Instance} instance
   */
  function openInstance({ room, key, ledger, origin = ORIGIN, options = {} }) {
    /** @type {ShopEvent[]} */
    const events = [];
    const provider = oauthTokens({
      authUrl: `${server.origin}/${room}/auth`,
      ...signInClient,
      key,
      mayConnect: (request) => /\bclerk=yes\b/.test(request.headers.get('Cookie') ?? ''),
      ...options,
    });
    provider.attach?.({ ledger, publicOrigin: origin, basePath: BASE_PATH, now: clock.now, report: (event) => events.push(event) });
    return { provider, events };
  }

  return {
    clock,
    /** @param {Partial<Pick<Instance, 'origin' | 'options' | 'ledger'>>} options */
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
        /** @param {Partial<Instance>} [changes] */
        openInstance: (changes) => openInstance({ room, key, ledger, origin, options, ...changes }),
        /** @param {{ isClerk?: boolean }} [settings] */
        browser: (settings) => new Browser(first.provider, { origin, ...settings }),
      };
    },
    close: () => server.close(),
  };
}
