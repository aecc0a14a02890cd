/** A card payment as a shopper makes it, in any page that has a card form. */
import { listenFor } from './page-events.mjs';

/** Types a card into the form; `fields` is the page, or the frame in it that has the fields. */
export async function typeCard(fields, number) {
  await fields.locator('input[name=number]').pressSequentially(number);
  await fields.locator('input[name=holderName]').fill('MARIA DA SILVA');
  await fields.locator('input[name=expirationDate]').pressSequentially('0131');
  await fields.locator('input[name=securityCode]').fill('737');
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

/** Types a card, asks for it to be kept, and pays with it. Ends once the card is kept, which may come after the event of the payment. */
export async function payAndKeepCard(page, number = '4111111111111111') {
  await typeCard(page, number);
  await page.locator('input[name=saveCard]').check();
  const kept = await listenFor(page, ['balcao-card-saved', 'balcao-problem']);
  const outcome = await pressPay(page);
  await kept();
  return outcome;
}

/** Deletes the only saved card of a page, which in a checkout is behind "Gerenciar", and answers the event that follows, as `listenFor` does. */
export async function deleteKeptCard(page) {
  const outcome = await listenFor(page, ['balcao-card-deleted', 'balcao-problem']);
  await page.locator('[part~=manage-cards-button], [part~=delete-button]:visible').first().click();
  if (await page.locator('[part~=confirm-delete]').isHidden()) await page.locator('[part~=delete-button]').click();
  await page.locator('[part~=confirm-delete]').click();
  return outcome();
}
