/** Mounts the choice of the checkout's language. The shop around the checkout stays in Portuguese. */
export function mountLanguageSelect(select: HTMLSelectElement, checkout: HTMLElement): void {
  select.addEventListener('change', () => checkout.setAttribute('lang', select.value));
}
