import { expect } from '@open-wc/testing';
import { listIgnored } from '../../../../src/elements/shared/content/ignored-content.js';

/** What an element says that the page was parsed into. */
const read = (html: string, selector: string): string[] => {
  const found = new DOMParser().parseFromString(html, 'text/html').querySelector(selector);
  return found ? listIgnored(found).map(({ message }) => message) : [`There is no ${selector}`];
};

const JSON_CHILD = '<script type="application/json">{ "texts": { "payPix": "Pagar" } }</script>';

describe('what an element ignores', () => {
  const fine: Record<string, string> = {
    'nothing in it': '<balcao-checkout></balcao-checkout><footer>Loja</footer>',
    'words and pictures in slots':
      '<balcao-checkout><h2 slot="header">Pagar</h2><img slot="footer" alt="" /><img slot="pix-mark" alt="" /><p slot="approved">Oba</p></balcao-checkout>',
    'settings in JSON, comments, styles': `<balcao-checkout><!-- x -->${JSON_CHILD}<style></style><template><p>x</p></template><noscript>Ligue</noscript></balcao-checkout>`,
    'an element that is empty until a framework fills it': '<balcao-checkout><div><span></span></div></balcao-checkout>',
    'a layout of the shop': `<balcao-checkout><p slot="footer">Loja</p>${JSON_CHILD}<main><header>Loja</header><h2>Pix</h2>texto
      <div><balcao-pix><p slot="help">Ajuda</p></balcao-pix></div><script>0</script></main></balcao-checkout>`,
    'JSON that is none of ours':
      '<balcao-checkout><div><script type="application/json">{"a":1}</script><balcao-pix></balcao-pix></div></balcao-checkout>',
    'settings of the part that they stand in': `<balcao-checkout><div><balcao-pix>${JSON_CHILD}</balcao-pix></div></balcao-checkout>`,
  };
  for (const [name, html] of Object.entries(fine)) {
    it(`is nothing of ${name}`, () => {
      for (const tag of ['balcao-checkout', ...(html.includes('<balcao-pix') ? ['balcao-pix'] : [])])
        expect(read(html, tag)).to.deep.equal([]);
    });
  }

  const CLOSED = (tag: string): string => `Was it written as <${tag} … />? HTML does not end it there: write <${tag} …></${tag}>.`;
  const ignored: [name: string, html: string, tag: string, messages: string[]][] = [
    [
      'text and elements without a slot',
      '<balcao-checkout><p>Oi</p> e <div><img alt="" /></div></balcao-checkout>',
      'balcao-checkout',
      [
        'What stands inside it without a slot is not shown: <p>, text, <div>. Move it out of the element, or give it a slot: header, footer, card-frame, card-consent, help, pix-mark, approved, failed, unconfirmed, declined.',
      ],
    ],
    [
      'a child of installments',
      '<balcao-installments>12x</balcao-installments>',
      'balcao-installments',
      ['What stands inside it without a slot is not shown: text. Move it out of the element.'],
    ],
    [
      'a slot that there is not',
      '<balcao-pix><p slot="aproved">Oba</p></balcao-pix>',
      'balcao-pix',
      ['It has no slot "aproved". There are: help, pix-mark, approved, failed, unconfirmed.'],
    ],
    [
      'words for a part beside a layout',
      '<balcao-checkout><p slot="approved">Oba</p><balcao-pix></balcao-pix></balcao-checkout>',
      'balcao-checkout',
      ['slot="approved" is not shown beside a layout of your own. Put it into one of its parts, such as the card form.'],
    ],
    [
      'settings deeper than it reads them',
      `<balcao-checkout><div>${JSON_CHILD}<balcao-pix></balcao-pix></div></balcao-checkout>`,
      'balcao-checkout',
      ['Settings in JSON are read of a <script type="application/json"> that stands directly in it. Move them there.'],
    ],
    [
      'settings in a script of another type',
      `<balcao-checkout>${JSON_CHILD.replace('application', 'text')}<balcao-pix></balcao-pix></balcao-checkout>`,
      'balcao-checkout',
      ['Settings in JSON are read of a <script type="application/json"> that stands directly in it. Move them there.'],
    ],
    [
      'the second of two settings',
      `<balcao-checkout>${JSON_CHILD}${JSON_CHILD}</balcao-checkout>`,
      'balcao-checkout',
      ['Of two <script type="application/json"> in it the first alone is read. Make them one.'],
    ],
    [
      'the rest of the page',
      '<balcao-checkout base-url="/service" /><h2>Sobre</h2><p>Loja</p><footer>CNPJ</footer><script src="/shop.js"></script>',
      'balcao-checkout',
      [`What follows it in the page stands inside it, and is not shown: <h2>, <p>, <footer>, <script>. ${CLOSED('balcao-checkout')}`],
    ],
    [
      'the next checkout',
      '<balcao-checkout /><p>ou</p><balcao-checkout></balcao-checkout>',
      'balcao-checkout',
      [`Another <balcao-checkout> stands inside it. ${CLOSED('balcao-checkout')}`],
    ],
    [
      'the next part of a layout',
      '<balcao-checkout><balcao-card-form /><h2>Pix</h2><balcao-pix /></balcao-checkout>',
      'balcao-card-form',
      [`What follows it in the page stands inside it, and is not shown: <h2>, <balcao-pix>. ${CLOSED('balcao-card-form')}`],
    ],
  ];
  for (const [name, html, tag, messages] of ignored) {
    it(`is named: ${name}`, () => expect(read(html, tag)).to.deep.equal(messages));
  }
});
