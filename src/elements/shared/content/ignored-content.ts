import { JSON_SETTINGS } from '../../../controllers/settings/json-child.js';
import { hasOwnLayout } from '../../checkout/shop-slots.js';
import { isOwnElement } from '../own-element.js';

/** A warning about content that an element ignores. */
export interface IgnoredContent {
  /** The subject of the warning. Each subject is named once for an element. */
  subject: string;
  /** The ignored content, and how to correct it. */
  message: string;
}

/** The elements that are never visible. */
const UNSEEN = 'script, template, style, link, meta, noscript';

/** The elements that are visible without any text. */
const PICTURES = 'img, svg, picture, video, canvas, iframe, object, input, button, select, textarea';

/** The elements of a page that a shop does not put into an element of Balcão. They follow an element that was not closed. */
const PAGE_CONTENT =
  'h1, h2, h3, h4, h5, h6, header, footer, main, nav, aside, section, article, form, script:not([type="application/json"])';

/** The largest number of nodes that one warning names. */
const MOST_NAMED = 5;

/** Lists the content of an element that has no effect. */
export function listIgnored(host: Element): IgnoredContent[] {
  const hasLayout = host.localName === 'balcao-checkout' && hasOwnLayout(host);
  return [...(hasLayout ? findNested(host) : findUnslotted(host)), ...findLostSlots(host, hasLayout), ...findLostSettings(host)];
}

/** Finds another checkout in a checkout with a shop's own layout. It is there if the first checkout was not closed. */
function findNested(host: Element): IgnoredContent[] {
  if (!host.querySelector('balcao-checkout')) return [];
  return [{ subject: 'inside', message: `Another ${writeTag(host)} stands inside it. ${explainClosing(host)}` }];
}

/** Finds content without a slot. Only a checkout with a shop's own layout renders a default slot. */
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
  const fix = slots.length ? `Move it out of the element, or give it a slot: ${slots.join(', ')}.` : 'Move it out of the element.';
  return [{ subject: 'inside', message: `What stands inside it without a slot is not shown: ${list}. ${fix}` }];
}

function writeTag({ localName }: Element): string {
  return `<${localName}>`;
}

/** Explains the usual reason of content that an element has swallowed: a tag that was not closed. */
function explainClosing({ localName }: Element): string {
  return `Was it written as <${localName} … />? HTML does not end it there: write <${localName} …></${localName}>.`;
}

/** Finds content for a slot that the element does not render. */
function findLostSlots(host: Element, hasLayout: boolean): IgnoredContent[] {
  const { localName } = host;
  const known = listSlots(localName, false);
  const shown = listSlots(localName, hasLayout);
  const lost = [...host.children].map(({ slot }) => slot).filter((slot) => slot && !shown.includes(slot));
  return lost.map((slot) => ({
    subject: `slot ${slot}`,
    message: known.includes(slot)
      ? `slot="${slot}" is not shown beside a layout of your own. Put it into one of its parts, such as the card form.`
      : `It has no slot "${slot}". ${known.length ? `There are: ${known.join(', ')}.` : 'There are none.'}`,
  }));
}

/** Lists the slots of an element, or those that a checkout renders together with a shop's own layout. */
function listSlots(tag: string, hasLayout: boolean): readonly string[] {
  return hasLayout ? LAYOUT_SLOTS : (SLOT_NAMES.get(tag) ?? []);
}

/** Finds scripts with settings in JSON that are not read. */
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

/** Finds the nearest Balcão element around an element. */
function findOwner({ parentElement }: Element): Element | undefined {
  let around = parentElement;
  while (around && !isOwnElement(around)) around = around.parentElement;
  return around ?? undefined;
}

/** Returns true for a script whose JSON has a setting. */
function holdsSettings({ textContent }: Element): boolean {
  try {
    const keys = Object.keys(Object(JSON.parse(textContent ?? '')));
    return keys.some((key) => JSON_SETTINGS.some((name) => name === key));
  } catch {
    return false;
  }
}

/** Returns true for an element that a shop does not put into an element of Balcão. */
function isOfPage(element: Element): boolean {
  return isOwnElement(element) || element.matches(PAGE_CONTENT);
}

/** Returns true for an element that the shop expects to see. An empty element is ignored: a framework may fill it later. */
function canBeMissed(element: Element): boolean {
  if (element.matches(UNSEEN)) return isOfPage(element);
  return isOfPage(element) || isWords(element) || element.matches(PICTURES) || element.querySelector(PICTURES) !== null;
}

/** Returns true for a node with text. */
function isWords(node: Node): boolean {
  return node.nodeType !== Node.COMMENT_NODE && Boolean(node.textContent?.trim());
}

const OUTCOMES = ['approved', 'failed', 'unconfirmed'] as const;
const CARD_OUTCOMES = [...OUTCOMES, 'declined'] as const;

/** The slots of each element by tag, as the comment of its class lists them. */
export const SLOT_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ['balcao-checkout', ['header', 'footer', 'card-frame', 'card-consent', 'help', 'pix-mark', ...CARD_OUTCOMES]],
  ['balcao-card-form', ['card-frame', 'card-consent', 'help', ...CARD_OUTCOMES]],
  ['balcao-saved-cards', ['help', ...CARD_OUTCOMES]],
  ['balcao-pix', ['help', 'pix-mark', ...OUTCOMES]],
  ['balcao-boleto', ['help', ...OUTCOMES]],
  ['balcao-installments', []],
]);

/** The slots that a checkout renders together with a shop's own layout. */
const LAYOUT_SLOTS: readonly string[] = ['header', 'footer'];
