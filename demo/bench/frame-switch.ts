import { findElement } from '../page/find-element.js';

/** Mounts the choice of the place for the card fields: the page, or a frame of another origin if there is one. */
export function mountFrameSwitch(choices: HTMLFieldSetElement, checkout: HTMLElement, frameUrl: string | undefined): void {
  const note = findElement('#frame-note', HTMLElement);
  choices.disabled = frameUrl === undefined;
  note.textContent =
    frameUrl === undefined
      ? 'O quadro isolado precisa de uma segunda origem que fale com o serviço, e esta página não tem uma. Com npm start há.'
      : `O quadro é de outra origem, ${frameUrl}: esta página não lê o que se digita nele.`;
  choices.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || frameUrl === undefined) return;
    if (target.value === 'frame') checkout.setAttribute('frame-url', frameUrl);
    else checkout.removeAttribute('frame-url');
  });
}
