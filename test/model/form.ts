import type { Tab } from './tab.js';

/** What is typed beside the number. */
export const FORM = { holderName: 'MARIA DA SILVA', expirationDate: '0131', securityCode: '737' };

/** Chooses a method of the checkout. */
export async function chooseMethod(tab: Tab, method: 'card' | 'pix'): Promise<void> {
  tab.press(`method-tab-${method}`);
  await tab.element.updateComplete;
}

/** A shopper who pays by card has chosen it, and filled the form in before. */
export async function fillIn(tab: Tab): Promise<void> {
  if (tab.find('balcao-pix')) await chooseMethod(tab, 'card');
  const number = tab.find<HTMLInputElement>('[name="number"]');
  if (number && number.value === '') tab.type({ number: '4111111111111111', ...FORM });
  else if (tab.find<HTMLInputElement>('[name="securityCode"]')?.value === '') tab.type({ number: number?.value ?? '', ...FORM });
}
