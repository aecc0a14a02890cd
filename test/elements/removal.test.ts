import '../../src/elements/boleto/define.js';
import '../../src/elements/checkout/define.js';
import '../../src/elements/pix/define.js';
import '../../src/elements/saved-cards/define.js';
import { expect } from '@open-wc/testing';
import { openRoom, type Room } from '../support/sandbox-room.js';
import { waitUntil } from '../support/checkout-page.js';

/** The elements that any observer still observes. A browser keeps such an observer, and what its callback refers to. */
const observed = new Map<ResizeObserver, Set<Element>>();

const Original = globalThis.ResizeObserver;

class CountedObserver extends Original {
  override observe(element: Element): void {
    super.observe(element);
    observed.set(this, (observed.get(this) ?? new Set()).add(element));
  }

  override unobserve(element: Element): void {
    super.unobserve(element);
    observed.get(this)?.delete(element);
  }

  override disconnect(): void {
    super.disconnect();
    observed.delete(this);
  }
}

const listObserved = (): string[] =>
  [...observed.values()].flatMap((elements) => [...elements].map(({ outerHTML }) => outerHTML.slice(0, 60)));

describe('an element that leaves the page', () => {
  let room: Room;

  before(() => {
    globalThis.ResizeObserver = CountedObserver;
  });

  after(() => {
    globalThis.ResizeObserver = Original;
  });

  beforeEach(async () => {
    room = await openRoom();
    observed.clear();
  });

  for (const tag of ['balcao-pix', 'balcao-boleto', 'balcao-saved-cards', 'balcao-card-form', 'balcao-checkout'] as const) {
    const create = (): HTMLElementTagNameMap[typeof tag] => {
      const element = document.createElement(tag);
      const settings = {
        baseUrl: room.baseUrl,
        tokenUrl: room.tokenUrl,
        boletoUrl: '/boleto',
        amount: '149.90',
        orderId: room.name,
        customerId: room.name,
      };
      return Object.assign(element, settings);
    };

    it(`is observed no more where it leaves before it is drawn: ${tag}`, async () => {
      const element = create();
      document.body.append(element);
      element.remove();
      await element.updateComplete;
      expect(listObserved()).to.deep.equal([]);
    });

    it(`is observed no more where it leaves later, and again where it comes back: ${tag}`, async () => {
      const element = create();
      const isReady = new Promise((resolve) => element.addEventListener('balcao-ready', resolve));
      document.body.append(element);
      await isReady;
      await waitUntil(async () => (await element.updateComplete) && !element.isUpdatePending, `${tag} at rest`);
      const before = listObserved().length;
      element.remove();
      await element.updateComplete;
      expect(listObserved()).to.deep.equal([]);
      document.body.append(element);
      element.requestUpdate();
      await element.updateComplete;
      expect(listObserved()).to.have.length(before);
      element.remove();
    });
  }
});
