/** Gives the checkout the chosen language; the shop around it stays in Portuguese. */
export function mountLanguageSelect(select: HTMLSelectElement, checkout: HTMLElement): void {
  select.addEventListener('change', () => checkout.setAttribute('lang', select.value));
}
