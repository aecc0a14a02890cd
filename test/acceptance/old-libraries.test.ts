import { expect } from '@open-wc/testing';
import { tokenize } from '../elements/saved-cards/saved-cards-page.js';
import { PixPage } from '../elements/pix/pix-page.js';
import { type CheckoutPage, waitUntil } from '../support/checkout-page.js';
import { BUNDLE, CLASSIC, MODULE, ShopFrame, WHOLE, scriptTag } from './shop-frame.js';

describe('a page whose old library extends the prototypes of the language', () => {
  let frame: ShopFrame | undefined;

  async function open(script: string, methods = 'saved-cards card'): Promise<{ frame: ShopFrame; page: CheckoutPage }> {
    const before = `${scriptTag('hear-errors.js')}${scriptTag('old-library.js')}${script}`;
    frame = await ShopFrame.open((tag) => `${before}${tag.replace(' ', ` methods="${methods}" `)}`);
    return { frame, page: await frame.checkout() };
  }

  afterEach(() => {
    frame?.close();
    frame = undefined;
  });

  for (const [name, script] of Object.entries({ 'classic script': CLASSIC, module: MODULE, 'whole script': WHOLE, bundle: BUNDLE })) {
    it(`pays by card, by the ${name}`, async () => {
      const { frame, page } = await open(script);
      await frame.pay(page, /Pagamento aprovado/);
      expect(await frame.room.charges()).to.have.length(1);
      expect(frame.window.errors).to.deep.equal([]);
    });

    it(`makes a Pix code, by the ${name}`, async () => {
      const { frame, page } = await open(script, 'pix');
      await page.clickPay();
      expect(await new PixPage(page).part('pix-code'))
        .to.have.property('value')
        .that.contains('br.gov.bcb.pix');
      expect(frame.window.errors).to.deep.equal([]);
    });

    it(`pays with a saved card, by the ${name}`, async () => {
      const { frame, page } = await open(script);
      const card = await tokenize(frame.room);
      const { window } = frame;
      Object.assign(page.element, { cardStore: window.Balcao?.memoryCardStore([card]) });
      page.element.setAttribute('customer-id', 'customer');
      await waitUntil(() => page.text.includes('Visa final 1111'), 'the saved card');
      await page.clickPay();
      await page.outcome(/Pagamento aprovado/);
      expect(await frame.room.charges()).to.have.length(1);
      expect(window.errors).to.deep.equal([]);
    });
  }
});
