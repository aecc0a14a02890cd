import '../../../src/elements/checkout/define.js';
import '../../../src/elements/pix/define.js';
import '../../../src/elements/saved-cards/define.js';
import { expect } from '@open-wc/testing';
import { memoryCardStore } from '../../../src/flow/card-stores/memory-card-store.js';
import { CheckoutPage, waitUntil } from '../../support/checkout-page.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';

const PARTS = ['balcao-card-form', 'balcao-saved-cards', 'balcao-pix'] as const;

describe('balcao-ready', () => {
  let room: Room;
  let settings: Record<string, unknown>;
  let page: CheckoutPage;
  let heard: EventTarget[];
  const hear = (event: Event): void => void heard.push(...event.composedPath().slice(0, 1));

  beforeEach(async () => {
    room = await openRoom();
    settings = {
      'base-url': room.baseUrl,
      'token-url': room.tokenUrl,
      amount: '149.90',
      'customer-id': room.name,
      cardStore: memoryCardStore(),
    };
    heard = [];
    document.addEventListener('balcao-ready', hear);
  });

  afterEach(() => {
    document.removeEventListener('balcao-ready', hear);
    page.remove();
  });

  const create = (): HTMLElementTagNameMap['balcao-checkout'] => {
    const element = document.createElement('balcao-checkout');
    for (const [name, value] of Object.entries(settings)) {
      if (typeof value === 'string') element.setAttribute(name, value);
      else Object.assign(element, { [name]: value });
    }
    page = new CheckoutPage(element);
    return element;
  };

  /** Waits until the parts themselves have sent theirs. */
  const waitForParts = async (root: ParentNode): Promise<void> => {
    const waiting = new Set<string>(PARTS);
    for (const name of PARTS) root.querySelector(name)?.addEventListener('balcao-ready', () => waiting.delete(name));
    await waitUntil(() => !waiting.size, `the parts to be ready; ${[...waiting].join()} is not`);
  };

  it('comes once from a checkout, and from none of its methods', async () => {
    const element = create();
    const parts = new Promise<void>((resolve) => {
      const root = element.attachShadow({ mode: 'open' });
      const waiting = new Set<string>(PARTS);
      root.addEventListener('balcao-ready', ({ target }) => {
        if (target instanceof Element) waiting.delete(target.localName);
        if (!waiting.size) resolve();
      });
    });
    document.body.append(element);
    await waitUntil(() => heard.length, 'the checkout');
    page.part('method-pix').click();
    await parts;
    expect(heard).to.deep.equal([element]);
  });

  it("comes once from a checkout with the shop's own layout", async () => {
    const element = create();
    element.innerHTML = PARTS.map((name) => `<div><${name}></${name}></div>`).join('') + '<balcao-installments></balcao-installments>';
    const parts = waitForParts(element);
    document.body.append(element);
    await parts;
    expect(heard).to.deep.equal([element]);
  });

  it('comes from a checkout with Pix alone', async () => {
    page = await CheckoutPage.open('balcao-checkout', { ...settings, methods: 'pix' });
    expect(heard).to.deep.equal([page.element]);
  });

  it('comes from a Pix alone that can be used, and from none whose settings are wrong', async () => {
    page = await CheckoutPage.open('balcao-pix', settings);
    expect(heard).to.deep.equal([page.element]);
    page.remove();
    const { error } = console;
    console.error = () => undefined;
    page = await CheckoutPage.open('balcao-pix', { ...settings, amount: '1,5' });
    console.error = error;
    expect(page.text).to.match(/indisponível/);
    expect(heard).to.have.length(1);
  });
});

describe('an insecure page that is still loading', () => {
  let page: CheckoutPage;

  beforeEach(() => {
    Object.defineProperty(window, 'isSecureContext', { configurable: true, value: false });
    Object.defineProperty(document, 'readyState', { configurable: true, get: () => 'loading' });
  });

  afterEach(() => {
    Object.defineProperty(window, 'isSecureContext', { configurable: true, value: true });
    Reflect.deleteProperty(document, 'readyState');
    page.remove();
  });

  for (const tag of ['balcao-card-form', 'balcao-saved-cards', 'balcao-pix', 'balcao-checkout'] as const) {
    it(`shows nothing to fill in: ${tag}`, async () => {
      const element = document.createElement(tag);
      element.setAttribute('base-url', '/service');
      element.setAttribute('amount', '149.90');
      page = new CheckoutPage(element);
      document.body.append(element);
      await element.updateComplete;
      const inputs = (root: ParentNode): number =>
        [...root.querySelectorAll('*')].reduce(
          (count, each) =>
            count +
            (each.matches('input:not([name="method"]), select, [part~="pay-button"]') ? 1 : 0) +
            (each.shadowRoot ? inputs(each.shadowRoot) : 0),
          0,
        );
      expect(element.shadowRoot && inputs(element.shadowRoot)).to.equal(0);
      await waitUntil(() => page.text.includes('indisponível'), 'the word');
      expect(page.eventNames).not.to.include('balcao-ready');
    });
  }
});
