import { expect } from '@open-wc/testing';
import { waitUntil } from '../support/wait-until.js';
import { CLASSIC, ShopFrame, WHOLE, type ShopWindow } from './shop-frame.js';

/** Lists all that the console and the page are told. */
const HEAR = `<script>
  said = [];
  console.warn = console.error = onerror = (...words) => void said.push(words.join(' '));
  onunhandledrejection = ({ reason }) => void said.push(String(reason));
</script>`;

// Chromium runs no module in such a page, and says so itself.
describe('a page in XHTML', () => {
  for (const [name, script] of Object.entries({ classic: CLASSIC, whole: WHOLE })) {
    it(`is told to be sent as HTML, and keeps the content of the shop, by the ${name} script`, async () => {
      const shop = await ShopFrame.open(
        (tag) =>
          `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Loja</title>${HEAR}${script}</head>
          <body>${tag.replace('></', '><p>Fale com a loja</p></')}</body></html>`,
        { type: 'application/xhtml+xml', csp: null },
      );
      const { said = [] } = shop.window as ShopWindow & { said?: string[] };

      await waitUntil(() => said.length, 'a message in the console');

      expect(said).to.deep.equal(['Balcão: no element works in an XHTML page. Send it as text/html.']);
      expect(shop.document.querySelector('p')?.checkVisibility()).to.equal(true);
      shop.close();
    });
  }
});
