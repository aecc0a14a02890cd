import { expect } from '@open-wc/testing';
import { CLASSIC, ShopFrame } from './shop-frame.js';

describe('a page in a sandboxed frame', () => {
  let frame: ShopFrame | undefined;

  afterEach(() => {
    frame?.close();
    frame = undefined;
  });

  for (const [what, permissions, buttons] of [
    ['offers no receipt where no dialog may open, not even that of printing', 'allow-scripts allow-same-origin allow-forms', 0],
    ['offers a receipt where dialogs may open', 'allow-scripts allow-same-origin allow-forms allow-modals', 1],
  ] as const) {
    it(`pays, and ${what}`, async () => {
      frame = await ShopFrame.open((tag) => `${CLASSIC}${tag}`, { sandbox: permissions });
      const page = await frame.checkout();
      await frame.pay(page, /Pagamento aprovado/);
      const forms = page.element.shadowRoot?.querySelector('balcao-card-form')?.shadowRoot;
      expect(forms?.querySelectorAll('[part="receipt-button"]')).to.have.length(buttons);
    });
  }
});
