/** Where the environment asks for it, has every checkout of the tests take its card's fields from a frame of another origin. */
import type { FrameConfig } from '../../../src/frame/config.js';
import { writeFrameUrl } from './frame-address.js';

declare global {
  interface Window {
    /** Whether the tests run with the card's fields in a frame. */
    balcaoCardFrame?: boolean;
  }
}

/** Elements that a shop puts into its page, each with settings of its own unless it stands in a checkout. */
const TAGS = ['balcao-checkout', 'balcao-card-form', 'balcao-saved-cards', 'balcao-pix'];

/** Whether the card's fields are in a frame. A tab of the model asks the page around it. */
export const isFramed = (window.balcaoCardFrame ?? window.parent.balcaoCardFrame) === true;

type ConnectedElement = HTMLElement & { connectedCallback(): void; baseUrl?: string; profile?: FrameConfig['profile'] };

/** Gives an element that is not in the page yet, or only just, the address of a frame for its service; none to a part of a checkout. */
export function addFrameUrl(element: HTMLElement & Pick<ConnectedElement, 'baseUrl' | 'profile'>): void {
  const root = element.getRootNode();
  if (element.hasAttribute('frame-url') || element.parentElement?.closest('balcao-checkout') || root instanceof ShadowRoot) return;
  const service = new URL(element.getAttribute('base-url') || element.baseUrl || 'https://service.test/', location.href).href;
  const { profile } = element;
  element.setAttribute('frame-url', writeFrameUrl({ service, origins: [location.origin], ...(profile && { profile }) }, location.href));
}

/** When it comes into the page, since tests make elements in many ways. */
function defineFramed(): void {
  const define = customElements.define.bind(customElements);
  customElements.define = (name, constructor, options): void => {
    if (TAGS.includes(name)) {
      const { prototype }: { prototype: ConnectedElement } = constructor as CustomElementConstructor & { prototype: ConnectedElement };
      const { connectedCallback } = prototype;
      prototype.connectedCallback = function connected(this: ConnectedElement): void {
        addFrameUrl(this);
        connectedCallback.call(this);
      };
    }
    define(name, constructor, options);
  };
}

if (isFramed) defineFramed();
