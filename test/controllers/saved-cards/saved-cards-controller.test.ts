import { expect } from '@open-wc/testing';
import type { PaymentsClient } from '../../../src/client/payments-client.js';
import { SavedCardsController } from '../../../src/controllers/saved-cards/saved-cards-controller.js';
import { readSettings } from '../../../src/controllers/settings/settings.js';
import type { CardStore } from '../../../src/domain/card/card-store.js';
import type { SavedCard } from '../../../src/domain/card/saved-card.js';
import { CheckoutError } from '../../../src/domain/errors.js';
import { memoryCardStore } from '../../../src/flow/card-stores/memory-card-store.js';
import { waitUntil } from '../../support/checkout-page.js';
import { createFakeHost, type FakeHost } from '../../support/controller-host.js';
import { FakeClock } from '../../support/fake-clock.js';

const VISA: SavedCard = { cardId: 'card-1', name: 'Visa final 1111', brand: 'visa', last4: '1111', expiration: '01/2031' };
const ELO: SavedCard = { cardId: 'card-2', name: 'Elo final 2222', brand: 'elo', last4: '2222', expiration: '02/2031' };

describe('SavedCardsController', () => {
  const clock = new FakeClock();
  let host: HTMLElement & FakeHost;
  let saved: SavedCardsController;
  let store: CardStore | undefined;
  let lists: number;
  let problems: string[];
  let deleted: string[];
  let refusal: CheckoutError | undefined;
  let acceptedBrands: string | undefined;

  const loadClient = async (): Promise<PaymentsClient> => {
    const client: Partial<PaymentsClient> = {
      deleteCard: async (cardId) => {
        if (refusal) throw refusal;
        deleted.push(cardId);
      },
    };
    return client as PaymentsClient;
  };

  /** Puts the controller's element into the page, and waits for the list. */
  const open = async (cards: CardStore | undefined = memoryCardStore([VISA, ELO])): Promise<void> => {
    store = cards;
    document.body.append(host);
    host.connect();
    if (cards) await waitUntil(() => lists, 'the list');
  };
  const ids = (): string[] => saved.cards.map(({ cardId }) => cardId);
  /** Lets the store end what it is at. */
  const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
  const readStored = async (id: string): Promise<SavedCard | undefined> => {
    await settle();
    return (await store?.list())?.find(({ cardId }) => cardId === id);
  };
  /** A store whose reading the test ends. */
  const createHeldStore = (): { store: CardStore; respond: (cards: SavedCard[]) => void } => {
    let respond: (cards: SavedCard[]) => void = () => undefined;
    const list = new Promise<SavedCard[]>((resolve) => (respond = resolve));
    return { store: { ...memoryCardStore(), list: () => list }, respond };
  };

  beforeEach(() => {
    [lists, problems, deleted, refusal, acceptedBrands] = [0, [], [], undefined, undefined];
    host = createFakeHost(document.createElement('test-cards'));
    saved = new SavedCardsController(host, {
      settings: () => ({ ...readSettings({ acceptedBrands }), cardStore: store }),
      clock,
      listed: () => lists++,
      problem: (operation, { code }) => problems.push(`${operation}: ${code}`),
    });
  });

  afterEach(() => {
    host.remove();
    host.disconnect();
  });

  it('lists the cards of the store, and chooses none by itself', async () => {
    await open();
    expect(ids()).to.deep.equal(['card-1', 'card-2']);
    expect(saved.chosen).to.equal(undefined);
    saved.choose('card-2');
    expect(saved.chosen).to.include(ELO);
    saved.choose(undefined);
    expect(saved.chosen).to.equal(undefined);
  });

  it('follows the store', async () => {
    await open();
    await store?.add({ ...VISA, cardId: 'card-3' });
    await waitUntil(() => ids().includes('card-3'), 'the new card');
  });

  it('says why a card cannot be paid with, and lets none of these be chosen', async () => {
    const expired = { ...VISA, cardId: 'expired', expiration: '01/2020' };
    const invalid = { ...VISA, cardId: 'invalid', validUntil: clock.now() - 1 };
    await open(memoryCardStore([expired, invalid]));
    expect(saved.cards.map((card) => saved.findProblem(card))).to.deep.equal(['expired', 'invalid']);
    saved.choose('expired');
    expect(saved.chosen).to.equal(undefined);
  });

  it('lets no card of a brand be chosen that the shop does not take, unless its brand is disputed with one that it takes', async () => {
    const discover = { ...VISA, cardId: 'card-3', brand: 'discover' as const };
    const unknown = { ...VISA, cardId: 'card-4', brand: 'unknown' as const };
    await open(memoryCardStore([VISA, ELO, discover, unknown]));
    saved.choose('card-1');
    acceptedBrands = 'elo mastercard';
    expect(saved.chosen).to.equal(undefined);
    expect(saved.cards.map((card) => saved.findProblem(card))).to.deep.equal(['brand-refused', undefined, undefined, undefined]);
  });

  it('leaves what is no saved card out of the list', async () => {
    const list = async (): Promise<SavedCard[]> => [VISA, { cardId: 7 } as unknown as SavedCard];
    await open({ ...memoryCardStore(), list });
    expect(ids()).to.deep.equal(['card-1']);
  });

  for (const [what, list] of [
    ['fails', () => Promise.reject(new TypeError('blocked'))],
    ['returns no list', async () => 'cards' as unknown as SavedCard[]],
  ] as const) {
    it(`reports a store that ${what}`, async () => {
      await open({ ...memoryCardStore(), list });
      expect(saved.hasFailed).to.equal(true);
      expect(ids()).to.deep.equal([]);
      expect(problems).to.deep.equal(['list-cards: store']);
    });
  }

  it("drops an earlier customer's cards at once, and what their store still returns", async () => {
    const held = createHeldStore();
    await open();
    store = held.store;
    saved.choose('card-1');
    await host.updateComplete;
    expect(ids()).to.deep.equal([]);
    store = memoryCardStore([ELO]);
    host.requestUpdate();
    await host.updateComplete;
    await waitUntil(() => ids().length, 'the cards of the last store');
    held.respond([VISA]);
    await settle();
    expect(ids()).to.deep.equal(['card-2']);
    expect(saved.chosen).to.equal(undefined);
  });

  it('stops following when its element leaves the page', async () => {
    let subscribers = 0;
    const subscribe = (): (() => void) => {
      subscribers++;
      return () => void subscribers--;
    };
    await open({ ...memoryCardStore([VISA]), subscribe });
    expect(subscribers).to.equal(1);
    host.remove();
    host.disconnect();
    expect(subscribers).to.equal(0);
  });

  describe('deleting', () => {
    beforeEach(() => open());

    it('deletes the card at the service and in the store', async () => {
      saved.choose('card-1');
      expect(await saved.delete(VISA, loadClient)).to.equal('deleted');
      expect(deleted).to.deep.equal(['card-1']);
      expect(ids()).to.deep.equal(['card-2']);
      expect(saved.chosen).to.equal(undefined);
      expect((await store?.list())?.map(({ cardId }) => cardId)).to.deep.equal(['card-2']);
    });

    it('keeps the card where the service refuses', async () => {
      refusal = new CheckoutError('server', 'HTTP 500.');
      expect(await saved.delete(VISA, loadClient)).to.equal('failed');
      expect(problems).to.deep.equal(['delete-card: server']);
      saved.choose('card-1');
      expect(saved.chosen).to.include(VISA);
    });

    it('lets nobody pay with a card that may be deleted or not, here and in the store', async () => {
      refusal = new CheckoutError('delete-unconfirmed', 'No answer.');
      saved.choose('card-1');
      expect(await saved.delete(VISA, loadClient)).to.equal('unconfirmed');
      expect(saved.cards.map((card) => saved.findProblem(card))).to.deep.equal(['delete-unconfirmed', undefined]);
      expect(saved.chosen).to.equal(undefined);
      expect(await readStored('card-1')).to.have.property('validUntil', clock.now());
    });

    it('reports a store that fails, and shows the card no more', async () => {
      if (store) store.remove = () => Promise.reject(new TypeError('blocked'));
      expect(await saved.delete(VISA, loadClient)).to.equal('deleted');
      expect(problems).to.deep.equal(['delete-card: store']);
      expect(ids()).to.deep.equal(['card-2']);
    });
  });

  it('marks a card that the service no longer accepts, in the store too', async () => {
    await open();
    saved.markInvalid('card-1');
    expect(saved.cards.map((card) => saved.findProblem(card))).to.deep.equal(['invalid', undefined]);
    expect(await readStored('card-1')).to.have.property('validUntil', clock.now());
  });
});
