import { createElement } from '../page/find-element.js';

/** Creates a button of the test bench. */
export function createButton(label: string, act: () => void): HTMLButtonElement {
  const button = createElement('button', 'bench-button', label);
  button.type = 'button';
  button.addEventListener('click', act);
  return button;
}
