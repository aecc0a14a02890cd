/** Lets a person choose light, dark or the device's scheme for the whole page; the checkout follows `color-scheme` by itself. */
export function mountThemeSwitch(choices: HTMLFieldSetElement): void {
  choices.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement) document.documentElement.dataset['theme'] = target.value;
  });
}
