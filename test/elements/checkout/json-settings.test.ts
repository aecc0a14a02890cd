import '../../../src/elements/checkout/define.js';
import { expect } from '@open-wc/testing';
import { CheckoutPage, waitUntil } from '../../support/checkout-page.js';
import { collectErrors } from '../../support/console-errors.js';

describe('balcao-checkout: the JSON child', () => {
  const json = '{ "texts": { "number": "Cartão da loja" } }';
  let page: CheckoutPage;
  const said = collectErrors();

  /** A checkout whose JSON has come as far as this. */
  const open = (text: string): Text => {
    const element = document.createElement('balcao-checkout');
    element.setAttribute('base-url', '/service');
    element.setAttribute('token-url', '/token');
    element.setAttribute('amount', '149.90');
    page = new CheckoutPage(element);
    const script = document.createElement('script');
    script.type = 'application/json';
    document.body.append(element);
    element.append(script);
    script.append(text);
    const [node] = script.childNodes;
    if (!(node instanceof Text)) throw new Error('no text');
    return node;
  };
  const pretendLoading = (readyState: DocumentReadyState): void =>
    void Object.defineProperty(document, 'readyState', { configurable: true, get: () => readyState });

  afterEach(() => {
    Reflect.deleteProperty(document, 'readyState');
    page.remove();
  });

  it('is read when all of it is there, and nothing is said before', async () => {
    pretendLoading('loading');
    const text = open(json.slice(0, 20));
    await page.element.updateComplete;
    await waitUntil(() => page.card.isShown('number'), 'the form');
    text.appendData(json.slice(20));
    await waitUntil(async () => (await page.readText()).includes('Cartão da loja'), 'the text of the shop');
    pretendLoading('complete');
    dispatchEvent(new Event('load'));
    await page.element.updateComplete;
    expect(said).to.deep.equal([]);
    expect(page.eventNames).not.to.include('balcao-problem');
  });

  it('is said to be broken once the page is there, in the console and by an event', async () => {
    pretendLoading('loading');
    open(json.slice(0, 20));
    await waitUntil(() => page.eventNames.includes('balcao-ready'), 'a checkout that can be used');
    expect(said).to.deep.equal([]);
    pretendLoading('complete');
    dispatchEvent(new Event('load'));
    await waitUntil(() => page.eventNames.includes('balcao-problem'), 'the event');
    expect(said.join()).to.match(/<balcao-checkout> the JSON .* cannot be read/);
    await page.outcome(/Pagamento indisponível/);
    expect(await page.element.pay()).to.have.nested.property('error.code', 'invalid-config');
    expect(page.events.find(({ name }) => name === 'balcao-problem')?.detail).to.have.nested.property('error.code', 'invalid-config');
  });
});
