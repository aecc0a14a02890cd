import { sendKeys } from '@web/test-runner-commands';
import { CheckoutPage, waitUntil } from '../support/checkout-page.js';
import { isClassic } from '../support/classic-script.js';
import { writeFrameUrl } from '../support/frame/frame-address.js';
import { isFramed } from '../support/frame/use-frame.js';
import { openRoom, type Room } from '../support/sandbox-room.js';

/** What a page of a shop may load beside our script. */
export type PageScript =
  | 'own-lit.js'
  | 'insecure.js'
  | 'ledger.js'
  | 'late-installments.js'
  | 'hold-parts.js'
  | 'patient.js'
  | 'no-database.js'
  | 'tag-manager.js'
  | 'hear-errors.js'
  | 'old-library.js'
  | `second-form.js?from=${string}`;

/** A window of the shop's page: other than ours, with our one global. */
export type ShopWindow = Window &
  typeof globalThis & {
    parts?: Map<string, () => void>;
    ledger?: () => string[];
    forgetBySecond?: (orderId: string) => Promise<void>;
    warned?: string[];
    errors?: string[];
  };

/** What differs from a page under the strict policy. */
export interface ShopPageOptions {
  /** `null` for a page without a policy; a function gets the strict one, which is the default, and the origin of the service. */
  csp?: string | null | ((strict: string, service: string) => string);
  charset?: 'utf-8' | 'iso-8859-1';
  type?: 'application/xhtml+xml';
  /** Whether the page has a second Lit, its own or that of our module beside another copy: both make the policy `lit-html`. */
  hasTwoLits?: boolean;
  /** Whether the server keeps a script waiting, for which Firefox may not call the page loaded. */
  isHeldBack?: boolean;
  /** What a frame in a sandbox is allowed to; by default it is in none. */
  sandbox?: string;
}

export const CLASSIC = '<script src="/dist/balcao.min.js"></script>';
export const MODULE = '<script type="module" src="/dist/balcao.js"></script>';
/** The one classic script with everything. */
export const WHOLE = '<script src="/dist/balcao.all.min.js"></script>';
/** The module with its parts in files of their own, as a shop's bundler makes them of the package. */
export const BUNDLE = '<script type="module" src="/__acceptance/parts/balcao.js"></script>';
/** The script of this run, in tests that hold for both. */
export const SCRIPT = isClassic() ? CLASSIC : MODULE;

/** The tag of a script that a test has in its page. */
export function scriptTag(name: PageScript, attributes = ''): string {
  return `<script ${attributes} src="/__acceptance/scripts/${name}"></script>`;
}

/** The strictest policy that the checkout promises to work under. */
export function strictPolicy(service: string, hasTwoLits = false): string {
  return (
    `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' ${service}; ` +
    `require-trusted-types-for 'script'; trusted-types lit-html${hasTwoLits ? " 'allow-duplicates'" : ''}`
  );
}

/** A page of a shop, served with real headers, in a frame that fills the window, so that real keys and clicks reach it. */
export class ShopFrame {
  readonly room: Room;
  readonly window: ShopWindow;
  readonly #frame: HTMLIFrameElement;
  readonly #reports: string;
  #hasKeys = false;

  private constructor(room: Room, frame: HTMLIFrameElement, reports: string) {
    const { contentWindow } = frame;
    if (!contentWindow) throw new Error('The frame has no window');
    this.room = room;
    this.window = contentWindow as ShopWindow;
    this.#frame = frame;
    this.#reports = reports;
  }

  /** Opens a page of this text; `markup` gets the tag with the settings of a room of its own. */
  static async open(
    markup: (tag: string, room: Room) => string,
    { csp, charset, type, hasTwoLits, isHeldBack, sandbox }: ShopPageOptions = {},
  ): Promise<ShopFrame> {
    const room = await openRoom();
    const frameUrl = isFramed ? writeFrameUrl({ service: room.baseUrl, origins: [location.origin] }, location.href) : undefined;
    const framed = frameUrl === undefined ? '' : `frame-url="${frameUrl}" `;
    const tag = `<balcao-checkout ${framed}base-url="${room.baseUrl}" token-url="${room.tokenUrl}" amount="149.90" order-id="${room.name}"></balcao-checkout>`;
    const html = `<!DOCTYPE html>\n${markup(tag, room)}`;
    const service = new URL(room.baseUrl).origin;
    const framing = frameUrl === undefined ? '' : `; frame-src ${new URL(frameUrl).origin}`;
    const strict = `${strictPolicy(service, hasTwoLits)}${framing}`;
    const policy = typeof csp === 'function' ? csp(strict, service) : csp === undefined ? strict : csp;
    const page = await ask<{ url: string; reports: string }>('/__acceptance/pages', { html, csp: policy, charset, type });
    const frame = document.createElement('iframe');
    frame.style.cssText = 'position: fixed; inset: 0; width: 100vw; height: 100vh; border: 0; background: Canvas';
    if (sandbox !== undefined) frame.setAttribute('sandbox', sandbox);
    frame.src = page.url;
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    document.body.append(frame);
    const isParsed = (): boolean => frame.contentDocument?.location.pathname === page.url && frame.contentDocument.readyState !== 'loading';
    await (isHeldBack ? waitUntil(isParsed, 'the page') : loaded);
    return new ShopFrame(room, frame, page.reports);
  }

  get document(): Document {
    return this.window.document;
  }

  /** The checkout of the page, or the one given, once it is registered and drawn. */
  async checkout(element: Element | null = this.document.querySelector('balcao-checkout')): Promise<CheckoutPage> {
    await this.window.customElements.whenDefined('balcao-checkout');
    const page = new CheckoutPage(element as CheckoutPage['element']);
    await this.#takeKeys();
    await waitUntil(() => /\S/.test(page.text), 'words of the checkout');
    return page;
  }

  /** Settles once keys reach the frame: focused from a script, it gets them a moment later (in WebKit the first one may be lost). */
  async #takeKeys(): Promise<void> {
    this.window.focus();
    if (this.#hasKeys) return;
    this.document.addEventListener('keydown', () => (this.#hasKeys = true), { once: true });
    const press = async (): Promise<boolean> => {
      await sendKeys({ press: 'Shift' });
      return this.#hasKeys;
    };
    await waitUntil(press, 'a key that reaches the frame');
  }

  /** Fills the card in and pays with real keys; answers what the shopper reads. */
  async pay(page: CheckoutPage, says: RegExp): Promise<string> {
    await page.fill();
    await page.clickPay();
    return page.outcome(says);
  }

  /**
   * What the page's policy blocked so far, as `directive address`. Reports come some time after a violation, so one is made on
   * purpose, waited for and left out: none before it can still be on its way.
   */
  async violations(): Promise<string[]> {
    const marker = `${location.origin}/marker-${crypto.randomUUID()}.png`;
    this.document.createElement('img').src = marker;
    let reports: string[] = [];
    const arrived = async (): Promise<boolean> => {
      reports = await ask<string[]>(this.#reports);
      return reports.some((report) => report.includes('marker-'));
    };
    await waitUntil(arrived, 'the report of a violation');
    return reports.filter((report) => !report.includes('marker-'));
  }

  /** The origins that the page asked anything of, without its own. */
  get otherOrigins(): string[] {
    const entries = this.window.performance.getEntriesByType('resource');
    return [...new Set(entries.map(({ name }) => new URL(name).origin))].filter((origin) => origin !== location.origin);
  }

  /** The scripts of `dist` that the page has loaded, as often as it has, by path and query. */
  get scripts(): string[] {
    const addresses = this.window.performance.getEntriesByType('resource').map(({ name }) => new URL(name));
    const names = addresses.filter(({ pathname }) => /^\/(?:dist|open|closed)\//.test(pathname));
    return names.map(({ pathname, search }) => pathname + search);
  }

  /** Settles when everything that has happened is on the screen. */
  async drawn(): Promise<void> {
    for (let frames = 0; frames < 3; frames++) await new Promise((resolve) => this.window.requestAnimationFrame(resolve));
  }

  /** Settles when the page has loaded anew. */
  async reloaded(): Promise<void> {
    await new Promise((resolve) => this.#frame.addEventListener('load', resolve, { once: true }));
  }

  close(): void {
    this.#frame.remove();
  }
}

/** The address of a server on another origin that has `dist` in the folders `open` and, without CORS, `closed`. */
export async function findOtherOrigin(): Promise<string> {
  return (await ask<{ url: string }>('/__acceptance/other-origin')).url;
}

async function ask<Answer>(url: string, body?: unknown): Promise<Answer> {
  const response = await fetch(url, body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) });
  return response.json();
}
