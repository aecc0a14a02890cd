import type { FrameMessage } from '../../channel/frame-message.js';
import { CARD_FIELDS } from '../../controllers/card/card-field.js';

/** Sends a message to the page. */
export type Send = (message: FrameMessage) => void;

/** The highest that a page is told of, CSS pixels. */
const MAX_HEIGHT = 5000;

/** Tells how high an element is, now and whenever that changes. */
export function reportHeight(element: HTMLElement, send: Send): void {
  const observer = new ResizeObserver(() => {
    const height = Math.min(MAX_HEIGHT, element.getBoundingClientRect().height);
    send({ type: 'height', height });
  });
  observer.observe(element, { box: 'border-box' });
}

/** Tells which field of an element has the focus, now and whenever that changes. */
export function reportFocus({ shadowRoot }: HTMLElement, send: Send): void {
  let told: string | null = null;
  const tell = (control: EventTarget | null | undefined): void => {
    const field = CARD_FIELDS.find((each) => control instanceof HTMLInputElement && control.name === each) ?? null;
    if (field === told) return;
    told = field;
    send({ type: 'focus', field });
  };
  shadowRoot?.addEventListener('focusin', ({ target }) => tell(target));
  shadowRoot?.addEventListener('focusout', (event) => tell(event instanceof FocusEvent ? event.relatedTarget : null));
  tell(shadowRoot?.activeElement);
}
