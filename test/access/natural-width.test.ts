import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import '../../src/define.js';
import '../../src/elements/installments/define.js';
import '../../src/elements/late.js';
import { waitUntil } from '../support/checkout-page.js';
import { listOverflow } from './layout.js';

/** The natural width of an element in the default size of text: 26 times 16px. */
const NATURAL_PX = 416;

const DESK = { width: 1280, height: 720 };
const SMALL = { width: 320, height: 640 };

/** Nothing is paid: no request is sent. */
const SETTINGS = {
  'base-url': 'https://payments.example/',
  'token-url': '/token',
  'boleto-url': '/boleto',
  'order-id': 'natural',
  amount: '149.90',
  'max-installments': '12',
};

const TAGS = ['balcao-checkout', 'balcao-card-form', 'balcao-saved-cards', 'balcao-pix', 'balcao-boleto', 'balcao-installments'] as const;

/** Boxes that are as wide as their content. Each has the element in the place of `<i>`. */
const BOXES: Readonly<Record<string, string>> = {
  'a row of flex items': '<div style="display: flex"><i></i></div>',
  'a centred column of flex items': '<div style="display: flex; flex-direction: column; align-items: center"><i></i></div>',
  'an inline block': '<div style="display: inline-block"><i></i></div>',
  'a float': '<div style="float: left"><i></i></div>',
  'a column of a grid': '<div style="display: grid; grid-template-columns: auto 1fr"><i></i></div>',
  'an absolute box': '<div style="position: absolute"><i></i></div>',
  'a table': '<table style="border-spacing: 0"><td style="padding: 0"><i></i></td></table>',
  'a dialog': '<dialog open style="padding: 0; border: 0"><i></i></dialog>',
};

describe('the natural width of the elements', () => {
  const place = document.createElement('div');

  const open = async (tag: string, box: string): Promise<HTMLElement> => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(SETTINGS)) element.setAttribute(name, value);
    place.innerHTML = box;
    place.querySelector('i')?.replaceWith(element);
    document.body.append(place);
    await waitUntil(() => element.offsetHeight > 0, 'something that is drawn');
    return element;
  };

  beforeEach(() => setViewport(DESK));
  afterEach(() => place.remove());
  after(() => setViewport(DESK));

  for (const [name, box] of Object.entries(BOXES)) {
    it(`is 26em, and no more than there is room for, in ${name}`, async () => {
      const found: string[] = [];
      for (const tag of TAGS) {
        const { offsetWidth } = await open(tag, box);
        if (offsetWidth !== NATURAL_PX) found.push(`${tag} is ${offsetWidth} px wide`);
      }
      await setViewport(SMALL);
      for (const tag of TAGS) {
        const element = await open(tag, box);
        // The body has margins of 8px.
        if (element.offsetWidth < SMALL.width - 16 - 40) found.push(`${tag} is ${element.offsetWidth} px wide in a small window`);
        found.push(...listOverflow(element).map((each) => `${tag}: ${each}`));
      }
      expect(found).to.deep.equal([]);
    });
  }
});
