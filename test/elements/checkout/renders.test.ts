import '../../../src/elements/checkout/define.js';
import { expect } from '@open-wc/testing';
import type { LitElement } from 'lit';
import { CardForm } from '../../../src/elements/card-form/card-form.js';
import { Checkout } from '../../../src/elements/checkout/checkout.js';
import { loadLateCode } from '../../../src/elements/shared/late-element.js';
import { CheckoutPage, waitUntil } from '../../support/checkout-page.js';
import { openRoom } from '../../support/sandbox-room.js';

/** The elements in the order in which they were drawn, by tag. */
const drawn: string[] = [];

/** Counts the renders of the elements of a class that are created from now on, while they are in the page. */
function countRenders(element: typeof Checkout | typeof CardForm | Awaited<ReturnType<typeof loadLateCode>>['Installments']): void {
  const count = ({ isConnected, localName }: LitElement): void => void (isConnected && drawn.push(localName));
  element.addInitializer((each) => each.addController({ hostUpdated: () => count(each as LitElement) }));
}

describe('balcao-checkout: renders from load to rest', () => {
  let page: CheckoutPage;
  let preferences: string[];
  const { matchMedia } = globalThis;

  before(async () => {
    // The load of the page is a reason of its own.
    if (document.readyState !== 'complete') await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
    countRenders(Checkout);
    countRenders(CardForm);
  });

  beforeEach(() => {
    drawn.length = 0;
    preferences = [];
    globalThis.matchMedia = (query) => {
      preferences.push(query);
      return matchMedia(query);
    };
  });

  afterEach(() => {
    globalThis.matchMedia = matchMedia;
    page.remove();
  });

  const open = async (): Promise<HTMLElementTagNameMap['balcao-checkout']> => {
    const room = await openRoom();
    const element = document.createElement('balcao-checkout');
    Object.assign(element, { baseUrl: room.baseUrl, tokenUrl: room.tokenUrl, amount: '149.90', orderId: room.name, methods: 'card pix' });
    page = new CheckoutPage(element);
    document.body.append(element);
    return element;
  };

  it('draws each element once for each reason, and asks for the colour scheme once for all of them', async () => {
    const { Installments } = await loadLateCode();
    countRenders(Installments);
    const element = await open();
    await waitUntil(() => page.events.some(({ name }) => name === 'balcao-ready') && drawn.length >= 7, () => `all renders; there are ${drawn.join()}`); // prettier-ignore
    const count = (tag: string): number => drawn.filter((each) => each === tag).length;
    // The first field; the late part; the order, once it is read. The list of plans has no reason but the late part.
    expect([count('balcao-checkout'), count('balcao-card-form'), count('balcao-installments')], drawn.join()).to.deep.equal([3, 3, 1]);
    expect(element.isUpdatePending).to.equal(false);
    expect(preferences.filter((query) => query.includes('prefers-color-scheme'))).to.have.length(1);
  });
});
