/** Slots that are passed on to the element inside, where the shop has filled them. */
const SLOTS = ['card-frame', 'card-consent', 'help', 'approved', 'declined', 'failed', 'unconfirmed'];

/** True where the shop lays the methods out itself: with an element of Balcão in a checkout's default slot, however deep. */
export function hasOwnLayout(checkout: Element): boolean {
  const inside = [...checkout.children].flatMap((child) => (child.slot ? [] : [child, ...child.querySelectorAll('*')]));
  return inside.some(({ localName }) => localName.startsWith('balcao-'));
}

/**
 * Passes what the shop has put into a checkout's slots on to the method's element that is shown: it is shown once. The frame of the card's fields
 * belongs to the form for a card, whatever is shown.
 */
export function passSlots(checkout: HTMLElement, shown: Element | null): void {
  for (const name of SLOTS) {
    const target = name === 'card-frame' ? checkout.shadowRoot?.querySelector('balcao-card-form') : shown;
    const passed = checkout.shadowRoot?.querySelector(`slot[slot=${name}]`);
    if (!target || !checkout.querySelector(`:scope > [slot=${name}]`)) passed?.remove();
    else if (passed?.parentElement !== target) target.append(passed ?? Object.assign(document.createElement('slot'), { name, slot: name }));
  }
}
