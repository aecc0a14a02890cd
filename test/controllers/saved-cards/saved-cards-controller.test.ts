import { expect } from '@open-wc/testing';
import type { PaymentsClient } from '../../../src/client/create-client.js';
import { SavedCardsController } from '../../../src/controllers/saved-cards/saved-cards-controller.js';
import { parseSettings } from '../../../src/controllers/settings/settings.js';
import type { CardStore } from '../../../src/domain/card/card-store.js';
import type { SavedCard } from '../../../src/domain/card/saved-card.js';
import { CheckoutError } from '../../../src/domain/errors.js';
import { memoryCardStore } from '../../../src/flow/card-stores/memory-card-store.js';
import { waitUntil } from '../../support/checkout-page.js';
import { collectErrors } from '../../support/console-errors.js';
import { createFakeHost, type FakeHost } from '../../support/controller-host.js';
import { FakeClock } from '../../support/fake-clock.js';

const VISA: SavedCard = { cardId: 'card-1', name: 'Visa final 1111', brand: 'visa', last4: '1111', expiration: '01/2031' };
const ELO: SavedCard = { cardId: 'card-2', name: 'Elo final 2222', brand: 'elo', last4: '2222', expiration: '02/2031' };

describe('SavedCardsController', () => {
  const clock = new FakeClock();
  const said = collectErrors();
  let host: HTMLElement & FakeHost;
  let saved: SavedCardsController;
  let store: CardStore | undefined;
  let lists: number;
  let problems: string[];
  let messages: string[];
  let told: string[];
  let deleted: string[];
  let refusal: CheckoutError | undefined;
  /** By `cardId`. */
  let refusals: Record<string, CheckoutError>;
  let acceptedBrands: string | undefined;
  let mayChooseAhead: boolean;

  const loadClient = async (): Promise<PaymentsClient> => {
    const client: Partial<PaymentsClient> = {
      deleteCard: async (cardId) => {
        const reason = refusals[cardId] ?? refusal;
        if (reason) throw reason;
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
    [messages, told, refusals] = [[], [], {}];
    mayChooseAhead = true;
    [lists, problems, deleted, refusal, acceptedBrands] = [0, [], [], undefined, undefined];
    host = createFakeHost(document.createElement('test-cards'));
    saved = new SavedCardsController(host, {
      settings: () => ({ ...parseSettings({ acceptedBrands }), cardStore: store }),
      clock,
      mayChooseAhead: () => mayChooseAhead,
      listed: () => lists++,
      problem: (operation, { code, message }) => {
        problems.push(`${operation}: ${code}`);
        messages.push(message);
      },
      deleted: ({ cardId }) => told.push(cardId),
    });
  });

  afterEach(() => {
    host.remove();
    host.disconnect();
  });

  it('lists the cards of the store, and chooses the first that can be paid with in advance, once', async () => {
    const expired = { ...VISA, cardId: 'expired', expiration: '01/2020' };
    await open(memoryCardStore([expired, ELO, VISA]));
    await host.updateComplete;
    expect(ids()).to.deep.equal(['expired', 'card-2', 'card-1']);
    expect(saved.chosen).to.include(ELO);
    expect(saved.isChosenAhead).to.equal(true);
    saved.choose('card-1');
    expect([saved.chosen?.cardId, saved.isChosenAhead, saved.preferred?.cardId]).to.deep.equal(['card-1', false, 'card-1']);
    saved.choose(undefined);
    await host.updateComplete;
    expect([saved.chosen, saved.preferred, saved.payable?.cardId], 'none until one is chosen').to.deep.equal([
      undefined,
      undefined,
      'card-2',
    ]);
    saved.renewChoice();
    await host.updateComplete;
    expect(saved.chosen).to.include(ELO);
  });

  it('chooses none in advance before it may, nor another where that one is gone', async () => {
    mayChooseAhead = false;
    await open();
    await host.updateComplete;
    expect([saved.chosen, saved.preferred?.cardId]).to.deep.equal([undefined, 'card-1']);
    mayChooseAhead = true;
    host.requestUpdate();
    await host.updateComplete;
    expect(saved.chosen).to.include(VISA);
    await store?.remove('card-1');
    await waitUntil(() => ids().length === 1, 'the list without it');
    await host.updateComplete;
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

  it('leaves what is no saved card out of the list, and names its rows once', async () => {
    const rows = [VISA, { cardId: 7 }, ELO, { ...VISA, cardId: 'x', name: '4000 0000 0000 0002' }] as SavedCard[];
    const changes = memoryCardStore();
    await open({ ...changes, list: async () => rows });
    await settle();
    await changes.add(VISA);
    await waitUntil(() => lists > 1, 'the second list');
    expect(ids()).to.deep.equal(['card-1', 'card-2']);
    expect(problems).to.deep.equal(['list-cards: store']);
    expect(messages).to.deep.equal([
      'The store of saved cards has rows that cannot be used: row 2 (cardId must be text), row 4 (name must be text, and no card number).',
    ]);
    expect(said).to.deep.equal([`Balcão: ${messages[0]}`]);
  });

  describe('with a card that was saved several times', () => {
    const again = { ...VISA, cardId: 'card-3', name: 'Roxinho' };
    const once = { ...VISA, cardId: 'card-4', name: 'Velho' };

    it('is one row, and the newest pays', async () => {
      await open(memoryCardStore([once, VISA, ELO, again]));
      expect(ids()).to.deep.equal(['card-3', 'card-2']);
      saved.choose('card-3');
      expect(saved.chosen).to.include(again);
    });

    it('is another card with another brand, last four digits or expiry', async () => {
      const others = [
        { ...VISA, cardId: 'a', brand: 'elo' as const },
        { ...VISA, cardId: 'b', last4: '1112' },
        { ...VISA, cardId: 'c', expiration: '02/2031' },
      ];
      await open(memoryCardStore([VISA, ...others]));
      expect(ids()).to.have.length(4);
    });

    it('keeps the choice when it is saved once more', async () => {
      await open();
      saved.choose('card-1');
      await store?.add(again);
      await waitUntil(() => ids().includes('card-3'), 'the new card');
      expect(saved.chosen?.cardId).to.equal('card-3');
    });

    it('pays with an older one where the service takes the newest no more', async () => {
      await open(memoryCardStore([VISA, again]));
      saved.markInvalid('card-3');
      expect(ids()).to.deep.equal(['card-1']);
      expect(saved.findProblem(VISA)).to.equal(undefined);
    });

    it('is deleted as often as it was saved', async () => {
      await open(memoryCardStore([VISA, ELO, again]));
      expect(await saved.delete(again, loadClient)).to.equal('deleted');
      expect(deleted).to.have.members(['card-1', 'card-3']);
      expect(told).to.have.members(['card-1', 'card-3']);
      expect(ids()).to.deep.equal(['card-2']);
      expect((await store?.list())?.map(({ cardId }) => cardId)).to.deep.equal(['card-2']);
    });

    it('cannot be paid with where one of the deletions is not confirmed', async () => {
      refusals = { 'card-1': new CheckoutError('delete-unconfirmed', 'No answer.'), 'card-4': new CheckoutError('server', 'HTTP 500.') };
      await open(memoryCardStore([once, VISA, again]));
      expect(await saved.delete(again, loadClient)).to.equal('unconfirmed');
      expect(told).to.deep.equal(['card-3']);
      expect(ids()).to.deep.equal(['card-4']);
      expect(saved.cards.map((card) => saved.findProblem(card))).to.deep.equal(['delete-unconfirmed']);
      expect(await readStored('card-1')).to.have.property('validUntil', clock.now());
    });

    it('stays where one of them could not be deleted', async () => {
      refusals = { 'card-1': new CheckoutError('server', 'HTTP 500.') };
      await open(memoryCardStore([VISA, again]));
      expect(await saved.delete(again, loadClient)).to.equal('failed');
      expect(ids()).to.deep.equal(['card-1']);
      expect(saved.findProblem(VISA)).to.equal(undefined);
    });
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
    expect(saved.chosen).to.include(ELO);
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
