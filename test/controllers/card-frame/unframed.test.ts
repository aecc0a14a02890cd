import '../../../src/define.js';
import { expect } from '@open-wc/testing';
import { CheckoutPage } from '../../support/checkout-page.js';
import { openRoom } from '../../support/sandbox-room.js';

describe('a page without frame-url', () => {
  it('pays without a byte of what speaks to frames, and without a frame', async () => {
    const room = await openRoom();
    const settings = { 'base-url': room.baseUrl, 'token-url': room.tokenUrl, amount: '149.90', 'order-id': room.name };
    const page = await CheckoutPage.open('balcao-checkout', settings);
    await page.fill();
    expect(await page.element.pay()).to.include({ status: 'approved' });
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    expect(loaded.filter((name) => name.includes('/src/controllers/payment/'))).not.to.deep.equal([]);
    expect(loaded.filter((name) => /\/src\/(?:controllers\/card-frame|channel)\//.test(name))).to.deep.equal([]);
    expect(document.querySelectorAll('iframe')).to.have.length(0);
    page.remove();
  });
});
