import assert from 'node:assert/strict';

/**
 * A page that a browser shows, or an address where it stopped.
 *
 * @typedef {object} Page
 * @property {string} url
 * @property {number} status
 * @property {Headers} headers
 * @property {string} html
 */

/** A browser without scripts, over HTTP: it follows redirects, keeps cookies by their path, and sends forms. */
export class Visitor {
  /** @type {Map<string, { name: string, value: string, path: string }>} */
  #cookies = new Map();

  /** @param {{ cookies?: Record<string, string> }} [options] Cookies that it has from before. */
  constructor({ cookies = {} } = {}) {
    for (const [name, value] of Object.entries(cookies)) this.#cookies.set(`${name} /`, { name, value, path: '/' });
  }

  /** Forgets the cookie of this name. */
  forget(name) {
    for (const [key, cookie] of this.#cookies) if (cookie.name === name) this.#cookies.delete(key);
  }

  /**
   * Opens an address, and follows its redirects.
   *
   * @param {string} url
   * @param {{ method?: string, form?: Record<string, string>, from?: string, stopAt?: string }} options `from`: the page of the form. `stopAt`: the
   * beginning of an address that it is sent to and does not open.
   * @returns {Promise<Page>}
   */
  async open(url, { method = 'GET', form, from, stopAt } = {}) {
    let next = { url, method, form, from };
    for (let count = 0; count < 20; count += 1) {
      const page = await this.#ask(next);
      const location = page.headers.get('Location');
      if (location === null) return page;
      const target = new URL(location, page.url).href;
      if (stopAt !== undefined && target.startsWith(stopAt)) return { ...page, url: target, html: '' };
      next = { url: target, method: 'GET', form: undefined, from: undefined };
    }
    assert.fail('it is redirected without an end');
  }

  /**
   * Sends the form of a page.
   *
   * @param {Page} page
   * @param {{ fields?: Record<string, string>, stopAt?: string }} [options]
   */
  async submit({ url, html }, { fields = {}, stopAt } = {}) {
    const action = /<form[^>]* action="([^"]*)"/.exec(html)?.[1] ?? url;
    const hidden = [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]);
    const options = { method: 'POST', form: { ...Object.fromEntries(hidden), ...fields }, from: url };
    return this.open(new URL(action, url).href, { ...options, ...(stopAt !== undefined && { stopAt }) });
  }

  async #ask({ url, method, form, from }) {
    const { pathname } = new URL(url);
    const isBelow = ({ path }) => path === '/' || pathname === path || pathname.startsWith(`${path}/`);
    const cookie = [...this.#cookies.values()].filter(isBelow).map(({ name, value }) => `${name}=${value}`);
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: { Cookie: cookie.join('; '), ...(from !== undefined && { Origin: new URL(from).origin }) },
      body: form ? new URLSearchParams(form) : null,
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line, pathname);
    return { url, status: response.status, headers: response.headers, html: await response.text() };
  }

  #keep(line, pathname) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    const path = /; *path=([^;]+)/i.exec(line)?.[1] ?? pathname;
    const isGone = value === '' || /; *max-age=0\b/i.test(line);
    if (isGone) this.#cookies.delete(`${name} ${path}`);
    else this.#cookies.set(`${name} ${path}`, { name, value, path });
  }
}
