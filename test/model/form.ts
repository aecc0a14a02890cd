import type { Pix } from '../../src/elements/pix/pix.js';
import type { Tab } from './tab.js';
import { waitUntil } from '../support/wait-until.js';

/** What is typed beside the number. */
export const FORM = { holderName: 'MARIA DA SILVA', expirationDate: '0131', securityCode: '737' };

/** Chooses a method of the checkout, which is drawn when it answers. */
export async function chooseMethod(tab: Tab, method: 'card' | 'pix'): Promise<void> {
  tab.press(`method-${method}`);
  await tab.element.updateComplete;
  const pix = tab.find<Pix>('balcao-pix');
  // What was never in a page is neither loaded nor drawn before it is.
  if (!pix?.isConnected) return;
  await tab.window.customElements.whenDefined(pix.localName);
  await pix.updateComplete;
}

/** The shopper looks at Pix, and goes back to the card. An order that turns out not to be open has no Pix to look at. */
export async function lookAtPix(tab: Tab): Promise<Pix | undefined> {
  const find = (): Pix | undefined => tab.find<Pix>('balcao-pix:defined');
  await chooseMethod(tab, 'pix');
  await waitUntil(() => find() ?? !tab.find('[part~="method-pix"]'), 'the Pix');
  const pix = find();
  await chooseMethod(tab, 'card');
  return pix;
}

/** A shopper who pays by card has chosen it, and filled the form in before. */
export async function fillIn(tab: Tab): Promise<void> {
  if (tab.find('balcao-pix')) await chooseMethod(tab, 'card');
  // Its inputs, or the frame that they are in.
  if (!tab.find('input[name="number"], [part~="card-frame"]')) return;
  const [number = '', , securityCode] = await tab.card.readAll();
  if (number === '') await tab.type({ number: '4111111111111111', ...FORM });
  else if (securityCode === '') await tab.type({ number, ...FORM });
}
