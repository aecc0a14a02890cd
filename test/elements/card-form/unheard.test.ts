import '../../../src/elements/card-form/define.js';
import { expect } from '@open-wc/testing';
import type { BalcaoEvents } from '../../../src/controllers/page/checkout-events.js';
import { getGuard } from '../../../src/controllers/order/page-guards.js';
import type { CardStore } from '../../../src/domain/card/card-store.js';
import type { PaymentOutcome } from '../../../src/domain/order/outcome.js';
import type { CardForm } from '../../../src/elements/card-form/card-form.js';
import { memoryCardStore } from '../../../src/flow/card-stores/memory-card-store.js';
import { createPaidPix } from '../../flow/support/guard-world.js';
import { APPROVED_CARD, CheckoutPage, waitUntil } from '../../support/checkout-page.js';
import { openRoom, type Room } from '../../support/sandbox-room.js';

/** WebKitGTK breaks off at every view transition, in an empty page too. */
const canTransition = /Firefox|Chrome/.test(navigator.userAgent);

/** What a page hears of payments on its document. */
const NAMES = [
  ...(['balcao-approved', 'balcao-declined', 'balcao-failed', 'balcao-unconfirmed'] as const),
  ...(['balcao-duplicate', 'balcao-card-saved', 'balcao-pix-paid'] as const),
] satisfies (keyof BalcaoEvents)[];

interface Heard {
  name: string;
  orderId: string | undefined;
  isLate: boolean;
  target: EventTarget | null;
}

/** Waits until nothing that was due in this page is still to come. */
const rest = async (): Promise<void> => {
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) => setTimeout(resolve));
  }
};

describe('balcao-card-form: an outcome that comes while no element of its order is in the page', () => {
  let room: Room;
  let page: CheckoutPage;
  let heard: Heard[];
  let place: HTMLElement;
  const listening = new AbortController();

  const settings = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
    'base-url': room.baseUrl,
    'token-url': room.tokenUrl,
    amount: '149.90',
    'order-id': 'order-7',
    ...more,
  });
  /** Another element, as a page makes it anew: not in the page yet. */
  const create = (more: Record<string, unknown> = {}): CardForm => {
    const element = document.createElement('balcao-card-form');
    for (const [name, value] of Object.entries(settings(more)))
      if (typeof value === 'string') element.setAttribute(name, value);
      else Object.assign(element, { [name]: value });
    return element;
  };
  const names = (): string[] => heard.map(({ name }) => name);
  const hear = (name: string): Promise<unknown> => waitUntil(() => names().includes(name), `${name} after ${names().join()}`);
  const isKept = (status: string): boolean => getGuard({}, room.baseUrl, 'order-7').state.status === status;

  /** Pays, and takes the element out while the service still thinks. */
  const payAndTakeOut = async (): Promise<PaymentOutcome> => {
    const paying = page.element.pay();
    await room.waitForPending();
    page.element.remove();
    return paying;
  };
  /** Lets the answer come, with nothing of the order in the page. */
  const answer = async (status = 'paid'): Promise<void> => {
    await room.release();
    await waitUntil(() => isKept(status), `an order that is ${status}`);
    await rest();
  };
  /** What was told by now and is told after all that is due. */
  const told = async (): Promise<string[]> => {
    await rest();
    return names();
  };
  const open = async (more: Record<string, unknown> = {}, card = APPROVED_CARD): Promise<void> => {
    page = await CheckoutPage.open('balcao-card-form', settings(more));
    place.append(page.element);
    await page.fill(card);
    await room.fault('processPayment', 'hang');
  };

  before(() => {
    for (const name of NAMES)
      document.addEventListener(
        name,
        ({ detail, target }) =>
          heard.push({
            name,
            orderId: Reflect.get(detail ?? {}, 'orderId') ?? Reflect.get(Reflect.get(detail ?? {}, 'attempt') ?? {}, 'orderId'),
            isLate: Reflect.get(detail ?? {}, 'late') === true,
            target,
          }),
        { signal: listening.signal },
      );
  });

  after(() => listening.abort());

  beforeEach(async () => {
    room = await openRoom();
    heard = [];
    place = document.createElement('main');
    document.body.append(place);
  });

  afterEach(() => place.remove());

  it('is told once the same element is back, once', async () => {
    await open();
    expect((await payAndTakeOut()).status, 'as the call that the element made').to.equal('unconfirmed');
    await answer();
    expect(names(), 'outside of the page nobody hears anything').to.deep.equal([]);
    place.append(page.element);
    await hear('balcao-approved');
    expect(heard).to.deep.equal([{ name: 'balcao-approved', orderId: 'order-7', isLate: true, target: page.element }]);
    await page.outcome(/Pagamento aprovado/);
    page.element.remove();
    place.append(page.element);
    expect(await told(), 'never a second time').to.deep.equal(['balcao-approved']);
    expect(
      page.eventNames.filter((name) => name === 'balcao-unconfirmed'),
      'what is over by then is no news',
    ).to.deep.equal([]);
  });

  it('is told by another element of the order, to listeners that are added after it was put in', async () => {
    await open();
    await payAndTakeOut();
    await answer();
    const other = create();
    place.append(other);
    const here: string[] = [];
    other.addEventListener('balcao-approved', () => here.push('balcao-approved'));
    await hear('balcao-approved');
    expect(heard.map(({ target }) => target)).to.deep.equal([other]);
    expect(here).to.deep.equal(['balcao-approved']);
    place.append(page.element);
    expect(await told()).to.deep.equal(['balcao-approved']);
  });

  it('is told once by two elements of the order that are put in together, the one that paid among them', async () => {
    await open();
    await payAndTakeOut();
    await answer();
    place.append(create(), page.element, create());
    await hear('balcao-approved');
    expect(await told()).to.deep.equal(['balcao-approved']);
  });

  const swaps: Record<string, () => Promise<void> | void> = {
    'the whole place is swapped (htmx, Turbo)': () => {
      const next = document.createElement('main');
      next.append(create());
      place.outerHTML = next.outerHTML;
      place = document.querySelector('main') ?? next;
    },
    'a body is swapped for another one': () => {
      const next = document.createElement('main');
      next.append(create());
      place.replaceWith(next);
      place = next;
    },
    'a view transition puts it in': async () => {
      const put = (): void => place.append(create());
      if (canTransition && 'startViewTransition' in document) await document.startViewTransition(put).updateCallbackDone;
      else put();
    },
    'it was kept in memory and is moved about as it comes back': () => {
      place.append(page.element);
      const box = document.createElement('div');
      place.append(box);
      box.append(page.element);
      if ('moveBefore' in place) (place as unknown as { moveBefore(node: Node, before: Node | null): void }).moveBefore(page.element, null);
    },
  };
  for (const [name, swap] of Object.entries(swaps))
    it(`is told once where ${name}`, async () => {
      await open();
      await payAndTakeOut();
      await answer();
      await swap();
      await hear('balcao-approved');
      expect(await told()).to.deep.equal(['balcao-approved']);
    });

  it('waits for an element of its own order, whatever is put in before', async () => {
    await open();
    await payAndTakeOut();
    await answer();
    const other = create({ 'order-id': 'order-8' });
    place.append(other);
    expect(await told()).to.deep.equal([]);
    other.remove();
    place.append(create());
    await hear('balcao-approved');
    expect(heard.map(({ orderId }) => orderId)).to.deep.equal(['order-7']);
  });

  it('is told by the element that paid where that has another order when it is back', async () => {
    await open();
    await payAndTakeOut();
    page.element.setAttribute('order-id', 'order-8');
    await answer();
    place.append(page.element);
    await hear('balcao-approved');
    expect(heard.map(({ orderId }) => orderId)).to.deep.equal(['order-7']);
    await page.element.updateComplete;
    expect(page.text).not.to.match(/aprovado/);
  });

  it('is still to be told where the element leaves at once', async () => {
    await open();
    await payAndTakeOut();
    await answer();
    place.append(page.element);
    page.element.remove();
    expect(await told()).to.deep.equal([]);
    place.append(page.element);
    await hear('balcao-approved');
    expect(await told()).to.deep.equal(['balcao-approved']);
  });

  it('is unconfirmed for an element that is back before the answer, and is then told', async () => {
    await open();
    await payAndTakeOut();
    place.append(page.element);
    await hear('balcao-unconfirmed');
    await room.release();
    await hear('balcao-approved');
    expect(await told()).to.deep.equal(['balcao-unconfirmed', 'balcao-approved']);
    expect(heard.map(({ isLate }) => isLate)).to.deep.equal([false, true]);
  });

  it('is told at once by another element of the order that is in the page', async () => {
    await open();
    const other = create();
    place.append(other);
    await rest();
    await payAndTakeOut();
    await room.release();
    await hear('balcao-approved');
    expect(await told()).to.deep.equal(['balcao-unconfirmed', 'balcao-approved']);
    expect(heard.map(({ target }) => target)).to.deep.equal([other, other]);
  });

  it('is that of a payment whose element is only moved', async () => {
    await open();
    const paying = page.element.pay();
    await room.waitForPending();
    const box = document.createElement('div');
    place.append(box);
    box.append(page.element);
    await room.release();
    expect((await paying).status).to.equal('approved');
    await hear('balcao-approved');
    expect(await told()).to.deep.equal(['balcao-approved']);
  });

  it('is declined', async () => {
    await open({}, { ...APPROVED_CARD, number: '4000000000000002' });
    await payAndTakeOut();
    await answer('open');
    const other = create();
    place.append(other);
    await hear('balcao-declined');
    expect(await told()).to.deep.equal(['balcao-declined']);
    await new CheckoutPage(other).outcome(/Pagamento não aprovado/);
  });

  it('is failed', async () => {
    await open({}, { ...APPROVED_CARD, number: '4100000000000019' });
    await payAndTakeOut();
    await answer('open');
    place.append(create());
    await hear('balcao-failed');
    expect(await told()).to.deep.equal(['balcao-failed']);
  });

  it('is one too many', async () => {
    await open();
    await payAndTakeOut();
    const pix = createPaidPix('pix-1');
    await getGuard({}, room.baseUrl, 'order-7').saveCharge([pix]);
    await answer('paid-twice');
    place.append(create(), page.element);
    await hear('balcao-duplicate');
    expect((await told()).sort()).to.deep.equal(['balcao-approved', 'balcao-duplicate', 'balcao-pix-paid']);
  });

  it('is a card that was kept', async () => {
    const cardStore = memoryCardStore();
    await open({ 'customer-id': 'maria', cardStore });
    await page.click(page.field('saveCard'));
    await payAndTakeOut();
    await answer();
    await waitUntil(async () => (await cardStore.list()).length === 1, 'a kept card');
    place.append(create());
    await hear('balcao-card-saved');
    place.append(page.element);
    expect((await told()).sort()).to.deep.equal(['balcao-approved', 'balcao-card-saved']);
  });

  it('is a card that a slow store kept after its form was taken out', async () => {
    const store = memoryCardStore();
    let keep = (): void => undefined;
    const kept = new Promise<void>((resolve) => (keep = resolve));
    const cardStore: CardStore = { ...store, add: (card) => kept.then(() => store.add(card)) };
    await open({ 'customer-id': 'maria', cardStore });
    await room.clearFaults();
    await page.click(page.field('saveCard'));
    expect((await page.element.pay()).status).to.equal('approved');
    await hear('balcao-approved');
    page.element.remove();
    await rest();
    keep();
    await waitUntil(async () => (await store.list()).length === 1, 'a kept card');
    await rest();
    expect(names()).to.deep.equal(['balcao-approved']);
    place.append(create());
    await hear('balcao-card-saved');
    expect(await told()).to.deep.equal(['balcao-approved', 'balcao-card-saved']);
  });
});
