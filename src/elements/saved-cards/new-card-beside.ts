import { findSourceScope } from '../../controllers/page/source-controller.js';

/**
 * Whether a list of saved cards shares its place with a form for a new card, as in a layout of the shop's own: what is used last is the source
 * then. In a checkout's own layout the method that is open pays, whatever waits in the others.
 */
export function isBesideNewCard(list: HTMLElement): boolean {
  const root = list.getRootNode();
  return !(root instanceof ShadowRoot && root.host.localName === 'balcao-checkout');
}

/** Whether a new card is typed beside the list, or was made of what was typed: also before the list was there to hear of it. */
export function isNewCardUsed(list: HTMLElement): boolean {
  const form = isBesideNewCard(list) ? findSourceScope(list).querySelector('balcao-card-form') : null;
  return Boolean(form?.isTyped || form?.value);
}
