import { findElement } from '../page/find-element.js';

/** Lets a person on a desk see the checkout as wide as on a phone of 360 px. */
export function mountDevice(): void {
  const toggle = findElement('#device-toggle', HTMLButtonElement);
  const device = findElement('#device', HTMLElement);
  toggle.addEventListener('click', () => {
    const isPhone = toggle.getAttribute('aria-pressed') !== 'true';
    toggle.setAttribute('aria-pressed', String(isPhone));
    if (isPhone) device.dataset['device'] = 'phone';
    else delete device.dataset['device'];
  });
}
