import { listAncestors, listElements } from './flat-tree.js';

const LIVE = '[role="status"], [role="alert"], [aria-live="polite"], [aria-live="assertive"]';

/**
 * Hears what a screen reader says by itself: what is written into live regions, and headings and descriptions of what gets the focus. Words that
 * come together with their region are listed as `unheard`: most readers say nothing of them, alerts excepted.
 */
export class Ear {
  readonly heard: string[] = [];
  readonly unheard: string[] = [];
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
    this.#listen(this.#observer.takeRecords());
    return this.heard.filter((each) => each.includes(words)).length;
  }

  /** Forgets what was said. */
  clear(): void {
    this.#listen(this.#observer.takeRecords());
    this.heard.length = 0;
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
        .map((node) => node.textContent)
        .join(' ');
    const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes]));
    // Of a region that is not read as a whole, what is new.
    for (const region of changed) this.#hear(region, region.matches('[aria-atomic="false"]') ? news(region) : undefined);
    for (const node of added) {
      if (!(node instanceof Element)) continue;
      for (const region of [node, ...node.querySelectorAll('*')].filter((each) => each.matches(LIVE) && !changed.has(each))) {
        if (region.matches('[role="alert"]')) this.#hear(region);
        else if (readWords(region)) this.unheard.push(readWords(region));
      }
    }
  }

  #hear(region: Element, news = region.textContent): void {
    const words = trimWords(news);
    if (words && region.checkVisibility()) this.heard.push(words);
  }

  readonly #handleFocus = (event: Event): void => {
    const [target] = event.composedPath();
    // Each root on the way is told.
    if (!(target instanceof Element) || target.getRootNode() !== event.currentTarget) return;
    if (target.matches('h2')) this.heard.push(readWords(target));
    const root = target.getRootNode();
    const described = listAncestors(target).filter((each) => each.getRootNode() === root && each.hasAttribute('aria-describedby'));
    for (const id of described.flatMap((each) => each.getAttribute('aria-describedby')?.split(' ') ?? [])) {
      const words = root instanceof ShadowRoot ? readWords(root.getElementById(id)) : '';
      if (words) this.heard.push(words);
    }
  };
}

/** The live region that a node stands in. */
function findRegion(node: Node): Element | undefined {
  const element = node instanceof Element ? node : node.parentElement;
  const region = element?.closest(LIVE);
  // Silent on purpose, where the focus says it.
  return region?.matches('[aria-live="off"]') ? undefined : (region ?? undefined);
}

function readWords(element: Element | null): string {
  return trimWords(element?.textContent);
}

function trimWords(words: string | null | undefined): string {
  return words?.trim().replace(/\s+/g, ' ') ?? '';
}
