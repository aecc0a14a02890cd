import { findElement } from '../page/find-element.js';

/** The drawer of the bench. It covers a part of the page and does not move the page. */
export interface BenchTab {
  open(): void;
  close(): void;
}

/** The parts of the bench that the hash of the page's address can open. */
const PLACES: readonly string[] = ['#bancada', '#codigo', '#conta'];

/**
 * Connects the button that opens and closes the bench, and the links into the bench: `#bancada`, `#codigo` for its code, `#conta` for the
 * shop's account.
 */
export function mountBenchTab(): BenchTab {
  const toggle = findElement('#bench-toggle', HTMLButtonElement);
  const bench = findElement('#bancada', HTMLElement);
  const set = (isOpen: boolean): void => {
    bench.hidden = !isOpen;
    toggle.setAttribute('aria-expanded', String(isOpen));
  };
  const follow = (hash: string): void => {
    if (!PLACES.includes(hash)) return;
    set(true);
    const place = findElement(hash, HTMLElement);
    if (place instanceof HTMLDetailsElement) {
      place.open = true;
      place.scrollIntoView();
    }
    (place.querySelector('summary') ?? place).focus({ preventScroll: place instanceof HTMLDetailsElement });
  };
  toggle.addEventListener('click', () => set(bench.hidden !== false));
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')) link.addEventListener('click', () => follow(link.hash));
  for (const place of [toggle, bench])
    place.addEventListener('keydown', ({ key }) => {
      if (key !== 'Escape' || bench.hidden !== false) return;
      set(false);
      toggle.focus();
    });
  follow(location.hash);
  return { open: () => set(true), close: () => set(false) };
}
