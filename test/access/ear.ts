import axe from 'axe-core';
import { readText } from '../support/deep-dom.js';
import { listAncestors, listElements } from './flat-tree.js';

const LIVE = '[role="status"], [role="alert"], [aria-live="polite"], [aria-live="assertive"]';

/** A text that a screen reader reads by itself. */
export interface Announcement {
  /** A live region, polite or assertive; or the element that gets the focus, which is read as a whole if it has no name. */
  from: 'polite' | 'assertive' | 'focus' | 'nameless focus';
  words: string;
}

/**
 * Hears what a screen reader says by itself: what is written into live regions, and headings and descriptions of what gets the focus. Words that
 * come together with their region are listed as `unheard`: most readers say nothing of them, alerts excepted.
 */
export class Ear {
  readonly heard: string[] = [];
  readonly unheard: string[] = [];
  /** Everything in one order, also the accessible name of each element that gets the focus. */
  readonly announcements: Announcement[] = [];
  readonly #observer = new MutationObserver((records) => this.#listen(records));
  readonly #roots: readonly ShadowRoot[];

  /** Listens to everything below an element from now on. */
  constructor(root: Element) {
    this.#roots = [root, ...listElements(root)].flatMap(({ shadowRoot }) => shadowRoot ?? []);
    for (const each of this.#roots) {
      this.#observer.observe(each, { childList: true, characterData: true, subtree: true });
      // A move of the focus within a root is told nowhere else.
      each.addEventListener('focusin', this.#handleFocus);
    }
  }

  /** How often these words were said. */
  count(words: string): number {
    this.listen();
    return this.heard.filter((each) => each.includes(words)).length;
  }

  /** Forgets what was said. */
  clear(): void {
    this.listen();
    this.heard.length = 0;
  }

  /** Hears what was written since the browser last reported it. */
  listen(): void {
    this.#listen(this.#observer.takeRecords());
  }

  stop(): void {
    this.#observer.disconnect();
    for (const root of this.#roots) root.removeEventListener('focusin', this.#handleFocus);
  }

  #listen(records: readonly MutationRecord[]): void {
    const changed = new Set(records.flatMap(({ target }) => findRegion(target) ?? []));
    const news = (region: Element): string =>
      records
        .filter(({ target }) => findRegion(target) === region)
        .flatMap(({ type, target, addedNodes }) => (type === 'characterData' ? [target] : [...addedNodes]))
        .filter((node) => node.isConnected && node.nodeType !== Node.COMMENT_NODE)
        .map(readText)
        .join(' ');
    const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes]));
    // Of a region that is not read as a whole, what is new.
    for (const region of changed) this.#hear(region, region.matches('[aria-atomic="false"]') ? news(region) : undefined);
    for (const node of added) {
      if (!(node instanceof Element)) continue;
      for (const region of [node, ...node.querySelectorAll('*')].filter((each) => each.matches(LIVE) && !changed.has(each))) {
        if (region.matches('[role="alert"]')) this.#hear(region);
        else if (readText(region)) this.unheard.push(readText(region));
      }
    }
  }

  #hear(region: Element, news = readText(region)): void {
    const words = news.trim();
    if (!words || !region.checkVisibility()) return;
    this.heard.push(words);
    this.announcements.push({ from: region.matches('[role="alert"], [aria-live="assertive"]') ? 'assertive' : 'polite', words });
  }

  readonly #handleFocus = (event: Event): void => {
    const [target] = event.composedPath();
    // Each root on the way is told.
    if (!(target instanceof Element) || target.getRootNode() !== event.currentTarget) return;
    // What was written before is read before.
    this.listen();
    if (target.matches('h2')) this.heard.push(readText(target));
    const descriptions = listDescriptions(target);
    this.heard.push(...descriptions);
    const name = computeName(target);
    const text = name || readText(target);
    const words = descriptions.length > 0 ? `${text}. ${descriptions.join(' ')}` : text;
    this.announcements.push({ from: name ? 'focus' : 'nameless focus', words });
  };
}

/** The texts that describe an element, or what it stands in. */
function listDescriptions(element: Element): string[] {
  const root = element.getRootNode();
  if (!(root instanceof ShadowRoot)) return [];
  const described = listAncestors(element).filter((each) => each.getRootNode() === root && each.hasAttribute('aria-describedby'));
  const ids = described.flatMap((each) => each.getAttribute('aria-describedby')?.split(' ') ?? []);
  return ids.map((id) => root.getElementById(id)).flatMap((each) => (each && readText(each)) || []);
}

/** The name that an element has for a screen reader. Browsers put spaces between the items of a grid, which axe does not. */
function computeName(element: Element): string {
  const labels = element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? [...(element.labels ?? [])] : [];
  if (labels.length > 0) return labels.map(readText).join(' ');
  axe.setup(document.documentElement);
  const name = axe.commons.text.accessibleText(element);
  axe.teardown();
  return name;
}

/** The live region that a node stands in. */
function findRegion(node: Node): Element | undefined {
  const element = node instanceof Element ? node : node.parentElement;
  const region = element?.closest(LIVE);
  // Silent on purpose, where the focus says it.
  return region?.matches('[aria-live="off"]') ? undefined : (region ?? undefined);
}
