import { expect } from '@open-wc/testing';
import { SCRIPT, ShopFrame } from './shop-frame.js';

describe('a page without frame-url', () => {
  it('pays without a byte of what speaks to frames, and without a frame', async () => {
    const shop = await ShopFrame.open((tag) => `${SCRIPT}\n${tag}`);
    await shop.pay(await shop.checkout(), /Pagamento aprovado/);
    const parts = shop.scripts.flatMap((path) => /\/lazy\/([\w-]+?)-\w+\.js$/.exec(path)?.[1] ?? []);
    expect(parts).to.include('pay');
    expect(parts).not.to.include('frame');
    expect(shop.document.querySelectorAll('iframe')).to.have.length(0);
    shop.close();
  });
});
