import { findElement } from '../page/find-element.js';

/** Mounts the button that shows the checkout in the width of a phone, 360 px, on a wide screen. */
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
