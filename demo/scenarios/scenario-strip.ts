import { createElement, findElement } from '../page/find-element.js';

/** A button of the strip. */
interface StripAction {
  label: string;
  run(): unknown;
}

/** The line with the next step of a scenario. It is outside of the bench, so that it stays visible while somebody pays. */
export interface ScenarioStrip {
  show(name: string, words: string, actions: readonly StripAction[]): void;
}

/** Connects the strip to its buttons. `onClose` is called when a person closes it. */
export function mountScenarioStrip(onClose: () => void): ScenarioStrip {
  const strip = findElement('#scenario-strip', HTMLElement);
  const actions = findElement('#scenario-actions', HTMLElement);
  findElement('#scenario-close', HTMLButtonElement).addEventListener('click', () => {
    onClose();
    strip.hidden = true;
    findElement('#bench-toggle', HTMLButtonElement).focus();
  });
  return {
    show(name, words, offered) {
      findElement('#scenario-name', HTMLElement).textContent = `${name}.`;
      findElement('#scenario-next', HTMLElement).textContent = words;
      strip.hidden = false;
      const hadFocus = actions.contains(document.activeElement);
      actions.replaceChildren(...offered.map(createAction));
      if (hadFocus) strip.focus();
    },
  };
}

function createAction({ label, run }: StripAction): HTMLButtonElement {
  const button = createElement('button', 'scenario-action', label);
  button.type = 'button';
  button.addEventListener('click', () => run());
  return button;
}
