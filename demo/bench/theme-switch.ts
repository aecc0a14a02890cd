/** Mounts the choice of the page's colour scheme: light, dark or the device's. The checkout follows `color-scheme` by itself. */
export function mountThemeSwitch(choices: HTMLFieldSetElement): void {
  choices.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement) document.documentElement.dataset['theme'] = target.value;
  });
}
