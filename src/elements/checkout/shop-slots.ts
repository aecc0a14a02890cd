/** The slots of a checkout that are forwarded to an element in it from the start. */
export const SLOTS = ['card-frame', 'card-consent', 'help'] as const;

/** Returns true if the shop lays out the methods itself: an element of Balcão is in the checkout's default slot, at any depth. */
export function hasOwnLayout(checkout: Element): boolean {
  const inside = [...checkout.children].flatMap((child) => (child.slot ? [] : [child, ...child.querySelectorAll('*')]));
  return inside.some(({ localName }) => localName.startsWith('balcao-'));
}

/**
 * Forwards the slots that the shop has filled from a checkout to the element of the open method, so that their content is shown once. The
 * slot `card-frame` is always forwarded to the card form.
 */
export function passSlots(checkout: HTMLElement, names: readonly string[]): void {
  for (const name of names)
    passSlot(
      checkout,
      name,
      checkout.shadowRoot?.querySelector(name === 'card-frame' ? 'balcao-card-form' : '.open > .panel > :first-child'),
    );
}

/** Forwards one slot from a checkout to an element in it, if the shop has filled it. */
export function passSlot(checkout: HTMLElement, name: string, target: Element | null | undefined): void {
  // The slot that forwards the content: it is removed, moved to another method, or created.
  const slot = checkout.shadowRoot?.querySelector(`slot[slot=${name}]`);
  if (!target || !checkout.querySelector(`:scope > [slot=${name}]`)) slot?.remove();
  else if (slot?.parentElement !== target) target.append(slot ?? Object.assign(document.createElement('slot'), { name, slot: name }));
}
