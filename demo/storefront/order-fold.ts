import { findElement } from '../page/find-element.js';

/** On a phone the order is one line until somebody wants to see it; on a desk it is open, and the style sheet hides the button. */
export function mountOrderFold(): void {
  const toggle = findElement('#order-toggle', HTMLButtonElement);
  toggle.addEventListener('click', () => toggle.setAttribute('aria-expanded', String(toggle.getAttribute('aria-expanded') !== 'true')));
}
