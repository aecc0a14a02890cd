/** Slots that are passed on to the element inside, where the shop has filled them. */
const SLOTS = ['card-consent', 'help', 'approved', 'declined', 'failed', 'unconfirmed'];

/** Whether the shop lays the methods out itself: with an element of ours in a checkout's default slot, however deep. */
export function hasOwnLayout(checkout: Element): boolean {
  const inside = [...checkout.children].flatMap((child) => (child.slot ? [] : [child, ...child.querySelectorAll('*')]));
  return inside.some(({ localName }) => localName.startsWith('balcao-'));
}

/** Passes what the shop has put into a checkout's slots on to the method's element that is shown: it is shown once. */
export function passSlots(checkout: HTMLElement, shown: Element | null): void {
  for (const name of SLOTS) {
    const passed = checkout.shadowRoot?.querySelector(`slot[slot=${name}]`);
    if (!shown || !checkout.querySelector(`:scope > [slot=${name}]`)) passed?.remove();
    else if (passed?.parentElement !== shown) shown.append(passed ?? Object.assign(document.createElement('slot'), { name, slot: name }));
  }
}
