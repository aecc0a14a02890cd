/** A Pix as a shopper makes it, in any page of a shop that streams its status. */
import assert from 'node:assert/strict';

/** Chooses Pix in a checkout and makes a code, as `pressForKnownPix` does. */
export async function createKnownPix(page) {
  await page.locator('balcao-checkout [part~=method-pix]').click();
  await pressForKnownPix(page);
}

/**
 * Presses the button that makes a code, once Pix is chosen. Resolves once the page shows the code and the shop knows of it: a charge that is
 * paid before the shop has heard of it waits for a person.
 */
export async function pressForKnownPix(page) {
  const known = page.waitForResponse((response) => response.url().includes('/shop/stream/'));
  await page.locator('balcao-pix [part~=pay-button]').click();
  await page.locator('balcao-pix [part~=pix-code]').waitFor();
  assert.equal((await known).status(), 200);
}
