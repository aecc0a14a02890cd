import { findElement } from '../page/find-element.js';

/** Mounts the button that unfolds the order on a phone. On a wide screen the order is open, and the style sheet hides the button. */
export function mountOrderFold(): void {
  const toggle = findElement('#order-toggle', HTMLButtonElement);
  toggle.addEventListener('click', () => toggle.setAttribute('aria-expanded', String(toggle.getAttribute('aria-expanded') !== 'true')));
}
