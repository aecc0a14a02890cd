import '../../src/elements/boleto/define.js';
import '../../src/elements/checkout/define.js';
import '../../src/elements/installments/define.js';
import '../../src/elements/pix/define.js';
import '../../src/elements/saved-cards/define.js';
import { expect } from '@open-wc/testing';
import { waitUntil } from '../support/checkout-page.js';
import { openRoom } from '../support/sandbox-room.js';

/** The HTML of the example in the comment of an element's class. */
async function readExample(name: string): Promise<string> {
  const source = await (await fetch(`/src/elements/${name}/${name}.ts`)).text();
  const [, lines = ''] = /@example\n \* ```html\n((?: \* .*\n)+?) \* ```/.exec(source) ?? [];
  return lines.replaceAll(/^ \* /gm, '');
}

describe('the example of an element', () => {
  let place: HTMLElement;

  beforeEach(() => {
    place = document.createElement('div');
    document.body.append(place);
  });

  afterEach(() => place.remove());

  for (const name of ['checkout', 'card-form', 'saved-cards', 'pix', 'boleto']) {
    it(`can be used as it is written: <balcao-${name}>`, async () => {
      const room = await openRoom();
      const example = await readExample(name);
      let isReady = false;
      place.addEventListener('balcao-ready', () => (isReady = true));
      place.innerHTML = example.replace('https://payments.example/', room.baseUrl).replace('/shop/token', room.tokenUrl);
      await waitUntil(() => isReady, 'balcao-ready');
      expect(place.firstElementChild?.localName).to.equal(`balcao-${name}`);
    });
  }

  it('shows its plans as it is written: <balcao-installments>', async () => {
    place.innerHTML = await readExample('installments');
    const element = place.querySelector('balcao-installments');
    await waitUntil(() => element?.shadowRoot?.querySelectorAll('option').length === 12, 'twelve plans');
    expect(element?.plan.installments).to.equal(1);
  });
});
