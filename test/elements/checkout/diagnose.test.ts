import '../../../src/elements/checkout/define.js';
import { expect } from '@open-wc/testing';
import { diagnose } from '../../../src/controllers/page/diagnose-loader.js';
import { collectErrors } from '../../support/console-errors.js';
import { linesOf } from '../../support/diagnosis-lines.js';

describe('diagnose(): the JSON child', () => {
  let element: HTMLElement;
  const { warn, info } = console;
  collectErrors();

  beforeEach(() => {
    console.warn = console.info = () => undefined;
  });

  afterEach(() => {
    Object.assign(console, { warn, info });
    Reflect.deleteProperty(document, 'readyState');
    element.remove();
  });

  /** What is said of a checkout whose JSON is this, asked in the task in which it comes. */
  const ask = async (json: string): Promise<string[]> => {
    element = document.createElement('balcao-checkout');
    element.setAttribute('base-url', '/service/');
    element.setAttribute('token-url', '/token');
    element.setAttribute('amount', '149.90');
    element.setAttribute('order-id', 'order-1');
    const script = document.createElement('script');
    script.type = 'application/json';
    script.textContent = json;
    element.append(script);
    document.body.append(element);
    return linesOf(await diagnose(element));
  };

  it('names JSON that cannot be read', async () => {
    expect(await ask('{ "texts": }')).to.deep.equal([
      'bad settings: the JSON in its <script type="application/json"> cannot be read. Check its syntax.',
    ]);
  });

  it('waits for the markup before it judges JSON', async () => {
    Object.defineProperty(document, 'readyState', { configurable: true, get: () => 'loading' });
    const asked = ask('{ "texts": }');
    await new Promise(requestAnimationFrame);
    Reflect.deleteProperty(document, 'readyState');
    document.dispatchEvent(new Event('DOMContentLoaded'));
    expect((await asked)[0]).to.match(/^bad settings: the JSON .* cannot be read/);
  });

  it('names keys of the JSON, of its profile and of its texts that there are not', async () => {
    const lines = await ask('{ "fee": [], "profile": { "pixHost": [] }, "texts": { "numbr": "Cartão" } }');
    expect(lines).to.deep.equal([
      'bad settings: "fee" is no key of the JSON in its <script type="application/json">. It may hold fees, feeMode, offer, profile and texts.',
      'bad settings: profile.pixHost cannot be used.',
      'warning settings: texts.numbr is no text of Balcão and is not shown.',
    ]);
  });

  it('names an unknown system of status words, with those that there are', async () => {
    const [line] = await ask('{ "profile": { "pixStatus": { "system": "Banco X" } } }');
    expect(line).to.match(/^bad settings: profile\.pixStatus\.system cannot be used\. Its table has .*mercado pago, /);
  });
});
