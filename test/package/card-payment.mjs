/** A card payment as a shopper makes it, in any page that has a card form. */
import { listenFor } from './page-events.mjs';

/** Types a card into the form. */
export async function typeCard(page, number) {
  await page.locator('input[name=number]').pressSequentially(number);
  await page.locator('input[name=holderName]').fill('MARIA DA SILVA');
  await page.locator('input[name=expirationDate]').pressSequentially('0131');
  await page.locator('input[name=securityCode]').fill('737');
}

/** Presses the pay button, and answers the event that ends the payment, as `listenFor` does. */
export async function pressPay(page) {
  const outcome = await listenFor(page, ['balcao-approved', 'balcao-declined', 'balcao-failed', 'balcao-unconfirmed']);
  await page.locator('balcao-card-form [part~=pay-button]').click();
  return outcome();
}

/** Types a card, and pays with it. */
export async function payByCard(page, number = '4111111111111111') {
  await typeCard(page, number);
  return pressPay(page);
}
