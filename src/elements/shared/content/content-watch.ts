import type { LitElement, ReactiveController } from 'lit';
import { systemClock } from '../../../client/system-clock.js';
import { isDrawnByOwn, isOwnElement } from '../own-element.js';
import { JSON_SETTINGS } from '../../../controllers/settings/json-child.js';
import { hasOwnLayout } from '../../checkout/shop-slots.js';

/** The time in which the content of an element may still change, ms: a framework may fill it step by step. */
const SETTLE_MS = 1000;

/** Warns in the console about the shop's content that an element ignores, each once, with how to correct it. */
export class ContentWatch implements ReactiveController {
  readonly #host: LitElement;
  readonly #warned = new Set<string>();
  readonly #content = new MutationObserver(() => this.#schedule());
  #cancel: (() => void) | undefined;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    // The content that one Balcão element puts into another is right.
    if (isDrawnByOwn(this.#host)) return;
    this.#content.observe(this.#host, { childList: true, subtree: true, attributeFilter: ['slot'] });
    this.#schedule();
  }

  hostDisconnected(): void {
    this.#content.disconnect();
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #schedule(): void {
    this.#cancel ??= systemClock.schedule(() => {
      this.#cancel = undefined;
      // While the page is loading, its own content cannot be distinguished from the element's.
      if (document.readyState === 'loading') this.#schedule();
      else this.#warn();
    }, SETTLE_MS);
  }

  #warn(): void {
    for (const { subject, message } of listIgnored(this.#host)) {
      if (!this.#warned.has(subject)) console.warn(`Balcão: <${this.#host.localName}> ${message}`);
      this.#warned.add(subject);
    }
  }
}

/** Content that an element ignores. */
interface IgnoredContent {
  /** The subject: an element is warned about each of them once. */
  subject: string;
  /** The ignored content, and how to correct it. */
  message: string;
}

/** Elements that are never seen, wherever they are. */
const UNSEEN = 'script, template, style, link, meta, noscript';

/** Elements that can be seen without any text. */
const PICTURES = 'img, svg, picture, video, canvas, iframe, object, input, button, select, textarea';

/** Elements that follow an element in a page, rather than being put into it. */
const PAGE_CONTENT =
  'h1, h2, h3, h4, h5, h6, header, footer, main, nav, aside, section, article, form, script:not([type="application/json"])';

/** The largest number of things that one sentence names. */
const MOST_NAMED = 5;

/** Lists the content of an element that has no effect there. */
export function listIgnored(host: Element): IgnoredContent[] {
  const isCounter = host.localName === 'balcao-checkout' && hasOwnLayout(host);
  return [...(isCounter ? findNested(host) : findUnslotted(host)), ...findLostSlots(host, isCounter), ...findLostSettings(host)];
}

/** Finds another checkout in a shop's own layout: what follows an element that was never closed is a layout as well. */
function findNested(host: Element): IgnoredContent[] {
  if (!host.querySelector('balcao-checkout')) return [];
  return [{ subject: 'inside', message: `Another ${writeTag(host)} stands inside it. ${explainClosing(host)}` }];
}

/** Finds content for the default slot, which only a shop's own layout has. */
function findUnslotted(host: Element): IgnoredContent[] {
  const unslotted = [...host.childNodes].filter((node) => (node instanceof Element ? !node.slot && canBeMissed(node) : isWords(node)));
  const elements = unslotted.filter((node) => node instanceof Element);
  const isSwallowed = elements.some((element) => isOfPage(element) || [...element.querySelectorAll('*')].some(isOfPage));
  const seen = unslotted.filter((node) => isSwallowed || !(node instanceof Element && node.matches(UNSEEN)));
  if (!seen.length) return [];
  const names = [...new Set(seen.map((node) => (node instanceof Element ? writeTag(node) : 'text')))];
  const list = `${names.slice(0, MOST_NAMED).join(', ')}${names.length > MOST_NAMED ? ', …' : ''}`;
  if (isSwallowed)
    return [
      { subject: 'inside', message: `What follows it in the page stands inside it, and is not shown: ${list}. ${explainClosing(host)}` },
    ];
  const slots = listSlots(host.localName, false);
  const mend = slots.length ? `Move it out of the element, or give it a slot: ${slots.join(', ')}.` : 'Move it out of the element.';
  return [{ subject: 'inside', message: `What stands inside it without a slot is not shown: ${list}. ${mend}` }];
}

function writeTag({ localName }: Element): string {
  return `<${localName}>`;
}

function explainClosing({ localName }: Element): string {
  return `Was it written as <${localName} … />? HTML does not end it there: write <${localName} …></${localName}>.`;
}

/** Finds words and pictures in a slot that does not exist. */
function findLostSlots(host: Element, isCounter: boolean): IgnoredContent[] {
  const { localName } = host;
  const known = listSlots(localName, false);
  const shown = listSlots(localName, isCounter);
  const lost = [...host.children].map(({ slot }) => slot).filter((slot) => slot && !shown.includes(slot));
  return lost.map((slot) => ({
    subject: `slot ${slot}`,
    message: known.includes(slot)
      ? `slot="${slot}" is not shown beside a layout of your own. Put it into one of its parts, such as the card form.`
      : `It has no slot "${slot}". ${known.length ? `There are: ${known.join(', ')}.` : 'There are none.'}`,
  }));
}

/** Lists the slots that an element has, or that it shows beside a shop's own layout. */
function listSlots(tag: string, isCounter: boolean): readonly string[] {
  return isCounter ? COUNTER_SLOTS : (SLOT_NAMES.get(tag) ?? []);
}

/** Finds settings in JSON that are not read. */
function findLostSettings(host: Element): IgnoredContent[] {
  const scripts = [...host.querySelectorAll('script')].filter((script) => findOwner(script) === host && holdsSettings(script));
  const isRead = ({ type, parentElement }: HTMLScriptElement): boolean => type === 'application/json' && parentElement === host;
  const read = scripts.find(isRead);
  return scripts.flatMap((script) => {
    if (script === read) return [];
    if (isRead(script))
      return [{ subject: 'json second', message: 'Of two <script type="application/json"> in it the first alone is read. Make them one.' }];
    return [
      {
        subject: 'json',
        message: 'Settings in JSON are read of a <script type="application/json"> that stands directly in it. Move them there.',
      },
    ];
  });
}

/** Finds the Balcão element around an element. */
function findOwner({ parentElement }: Element): Element | undefined {
  let around = parentElement;
  while (around && !isOwnElement(around)) around = around.parentElement;
  return around ?? undefined;
}

function holdsSettings({ textContent }: Element): boolean {
  try {
    const keys = Object.keys(Object(JSON.parse(textContent ?? '')));
    return keys.some((key) => JSON_SETTINGS.some((name) => name === key));
  } catch {
    return false;
  }
}

function isOfPage(element: Element): boolean {
  return isOwnElement(element) || element.matches(PAGE_CONTENT);
}

/** True for an element that somebody may miss: an empty one, as before a framework fills it, is none. */
function canBeMissed(element: Element): boolean {
  if (element.matches(UNSEEN)) return isOfPage(element);
  return isOfPage(element) || isWords(element) || element.matches(PICTURES) || element.querySelector(PICTURES) !== null;
}

function isWords(node: Node): boolean {
  return node.nodeType !== Node.COMMENT_NODE && Boolean(node.textContent?.trim());
}

const OUTCOMES = ['approved', 'failed', 'unconfirmed'] as const;
const CARD_OUTCOMES = [...OUTCOMES, 'declined'] as const;

/** The slots of each element by name, as the comment of its class lists them. */
export const SLOT_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ['balcao-checkout', ['header', 'footer', 'card-frame', 'card-consent', 'help', ...CARD_OUTCOMES]],
  ['balcao-card-form', ['card-frame', 'card-consent', 'help', ...CARD_OUTCOMES]],
  ['balcao-saved-cards', ['help', ...CARD_OUTCOMES]],
  ['balcao-pix', ['help', ...OUTCOMES]],
  ['balcao-installments', []],
]);

/** The slots of a checkout that are shown beside a shop's own layout. */
const COUNTER_SLOTS: readonly string[] = ['header', 'footer'];
