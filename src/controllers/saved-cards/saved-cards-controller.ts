import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { PaymentsClient } from '../../client/create-client.js';
import { isBrandAccepted, listAcceptedBrands } from '../../domain/card/accepted-brands.js';
import type { Brand } from '../../domain/card/brands.js';
import {
  findSavedCardProblem,
  findUnusableRows,
  parseSavedCards,
  savedCardKey,
  type SavedCard,
  type SavedCardProblem,
} from '../../domain/card/saved-card.js';
import type { Clock } from '../../domain/clock.js';
import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import type { CardStore } from '../../domain/card/card-store.js';
import { findCardStore, useStore } from './card-stores.js';
import { holdPaint } from '../page/after-paint.js';
import type { ProblemOperation } from '../page/checkout-events.js';
import type { Settings } from '../settings/settings.js';

/** The reason why a card in the list cannot be used for a payment. */
export type CardProblem = SavedCardProblem | 'delete-unconfirmed' | 'brand-refused';

/** The result of a deletion. */
export type Deletion = 'deleted' | 'failed' | 'unconfirmed';

/** The settings and callbacks of the element. */
export interface SavedCardsOptions {
  settings: () => Settings;
  clock: Clock;
  /** Returns true if a card may be chosen in advance now. */
  mayChooseAhead: () => boolean;
  /** Called when the list has changed, and when the store could not be read. */
  listed: () => void;
  problem: (operation: ProblemOperation, error: CheckoutError) => void;
  /** Called for each card that the service has deleted. */
  deleted: (card: SavedCard) => void;
}

/**
 * A customer's saved cards and the chosen card. Only a payable card can be chosen. Once per list, the first payable card is chosen in
 * advance; in a store on the device, that is the card that was used last. The controller follows the store of the settings. Results of an
 * earlier store, which may be of another customer, are dropped.
 */
export class SavedCardsController implements ReactiveController {
  /** The cards, in the store's order. If a card was saved several times, the newest payable copy is listed. */
  cards: readonly SavedCard[] = [];
  /** True if the store could not be read. */
  hasFailed = false;
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #options: SavedCardsOptions;
  readonly #unconfirmed = new Set<string>();
  readonly #deleted = new Set<string>();
  #store: CardStore | undefined;
  #unsubscribe: (() => void) | undefined;
  #reading = 0;
  #chosenId: string | undefined;
  /** True while no card was chosen and no choice was cleared. */
  #isUntouched = true;
  #isAhead = false;
  /** All cards in the store, oldest first, by `savedCardKey`. */
  #saved: ReadonlyMap<string, readonly SavedCard[]> = new Map();
  /** The listed card for each `cardId` under which it was saved. */
  #rowOf: ReadonlyMap<string, SavedCard> = new Map();
  /** The unusable rows that were reported last. */
  #reportedRows = '';

  constructor(host: ReactiveControllerHost & HTMLElement, options: SavedCardsOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  /** The chosen card, as long as it is payable. */
  get chosen(): SavedCard | undefined {
    const card = this.#rowOf.get(this.#chosenId ?? '');
    return card && !this.findProblem(card) ? card : undefined;
  }

  /**
   * The card that a payment would use: the chosen card, else the card to choose in advance, as long as no card was chosen and no choice was
   * cleared.
   */
  get preferred(): SavedCard | undefined {
    return this.chosen ?? (this.#isUntouched ? this.payable : undefined);
  }

  /** The first payable card. */
  get payable(): SavedCard | undefined {
    return this.cards.find((card) => !this.findProblem(card));
  }

  /** True if the chosen card was chosen in advance, not by the shopper. */
  get isChosenAhead(): boolean {
    return this.#isAhead && this.chosen !== undefined;
  }

  /** Finds the reason why a card is not payable now. */
  findProblem(card: SavedCard): CardProblem | undefined {
    if (this.#findSame(card).some(({ cardId }) => this.#unconfirmed.has(cardId))) return 'delete-unconfirmed';
    return this.#findOwnProblem(card);
  }

  #findOwnProblem(card: SavedCard): CardProblem | undefined {
    const problem = findSavedCardProblem(card, this.#options.clock.now());
    return problem ?? (isBrandAccepted(card.brand, this.acceptedBrands) ? undefined : 'brand-refused');
  }

  /** The brands that the shop accepts; all if absent. */
  get acceptedBrands(): readonly Brand[] | undefined {
    return listAcceptedBrands(this.#options.settings().acceptedBrands);
  }

  /** Chooses a card, or clears the choice. */
  choose(cardId: string | undefined): void {
    this.#chosenId = cardId;
    this.#isUntouched = this.#isAhead = false;
    this.#host.requestUpdate();
  }

  /** Resets the choice, so that a card is chosen in advance again. */
  renewChoice(): void {
    this.choose(undefined);
    this.#isUntouched = true;
  }

  /** Deletes all copies of a card: first at the service, then in the store. A copy that the service did not delete stays in the store. */
  async delete(card: SavedCard, loadClient: () => Promise<PaymentsClient>): Promise<Deletion> {
    const store = this.#store;
    const deletions = await Promise.all(this.#findSame(card).map((each) => this.#deleteOne(each, loadClient)));
    this.#setCards(this.#list());
    const find = (wanted: Deletion): SavedCard[] => deletions.flatMap(([deletion, each]) => (deletion === wanted ? each : []));
    for (const { cardId } of find('unconfirmed')) this.markInvalid(cardId);
    const removals = find('deleted').map(({ cardId }) => useStore(async () => store?.remove(cardId)));
    await Promise.all(removals.map((removal) => removal.catch((error: unknown) => this.#report('delete-card', error))));
    for (const each of find('deleted')) this.#options.deleted(each);
    return (['unconfirmed', 'failed'] as const).find((each) => find(each).length) ?? 'deleted';
  }

  /** Marks a card as no longer accepted by the service, here and in the store. */
  markInvalid(cardId: string): void {
    const cards = this.#list();
    const card = cards.find((each) => each.cardId === cardId);
    if (!card || this.#findOwnProblem(card) === 'invalid') return;
    const marked = { ...card, validUntil: this.#options.clock.now() };
    const store = this.#store;
    this.#setCards(cards.map((each) => (each === card ? marked : each)));
    useStore(async () => store?.add(marked)).catch((error: unknown) => this.#report('save-card', error));
  }

  hostConnected(): void {
    this.#follow();
  }

  hostUpdate(): void {
    if (!this.#host.isConnected) return;
    this.#follow();
    this.#chooseAhead();
  }

  hostDisconnected(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = this.#store = undefined;
  }

  /** Follows the store that the current settings require. */
  #follow(): void {
    const store = findCardStore(this.#options.settings());
    if (store === this.#store) return;
    this.hostDisconnected();
    this.#store = store;
    this.#chosenId = undefined;
    this.#isUntouched = true;
    this.#reportedRows = '';
    this.#reading++;
    if (this.cards.length) this.#setCards([]);
    if (!store) return;
    try {
      this.#unsubscribe = store.subscribe?.(() => void this.#loadCards(store));
    } catch {
      // Without messages from other tabs, the list stays as it was read.
    }
    holdPaint(this.#loadCards(store).then(() => this.#host.updateComplete));
  }

  /** Chooses the preferred card in advance, if no card was chosen and no choice was cleared. */
  #chooseAhead(): void {
    if (!this.#isUntouched || !this.preferred || !this.#options.mayChooseAhead()) return;
    this.#chosenId = this.preferred.cardId;
    this.#isUntouched = false;
    this.#isAhead = true;
  }

  /** Reads the list. A result that arrives after the time limit still counts, unless a newer read has started. */
  async #loadCards(store: CardStore): Promise<void> {
    const reading = ++this.#reading;
    const list = async (): Promise<void> => {
      const cards: unknown = await store.list();
      if (reading !== this.#reading) return;
      if (!Array.isArray(cards)) throw new CheckoutError('store', 'The store of saved cards did not return a list.');
      const read = parseSavedCards(cards);
      this.#setCards(read);
      this.#reportUnusable([...findUnusableRows(cards), ...findUnusableRows(read)]);
    };
    try {
      await useStore(list);
    } catch (error) {
      if (reading !== this.#reading) return;
      this.hasFailed = true;
      this.#report('list-cards', error);
      this.#handleList();
    }
  }

  /** Sets the list: removes deleted cards, and groups the copies of the same card. */
  #setCards(cards: readonly SavedCard[]): void {
    const byId = new Map(cards.map((card) => [card.cardId, card]));
    for (const cardId of this.#deleted) byId.delete(cardId);
    const saved = new Map<string, readonly SavedCard[]>();
    for (const card of byId.values()) saved.set(savedCardKey(card), [...(saved.get(savedCardKey(card)) ?? []), card]);
    this.#saved = saved;
    const rowOf = new Map<string, SavedCard>();
    this.cards = [...saved.values()].flatMap((same) => {
      const row = this.#pickNewest(same);
      if (!row) return [];
      for (const { cardId } of same) rowOf.set(cardId, row);
      return row;
    });
    this.#rowOf = rowOf;
    this.hasFailed = false;
    if (!this.chosen) this.#chosenId = undefined;
    this.#handleList();
  }

  #pickNewest(same: readonly SavedCard[]): SavedCard | undefined {
    return same.filter((card) => !this.#findOwnProblem(card)).at(-1) ?? same.at(-1);
  }

  /** Returns all saved copies of a card, oldest first. */
  #findSame(card: SavedCard): readonly SavedCard[] {
    return this.#saved.get(savedCardKey(card)) ?? [card];
  }

  #list(): readonly SavedCard[] {
    return [...this.#saved.values()].flat();
  }

  #handleList(): void {
    this.#host.requestUpdate();
    this.#options.listed();
  }

  /** Deletes one copy of a card at the service. Never rejects. */
  async #deleteOne(card: SavedCard, loadClient: () => Promise<PaymentsClient>): Promise<readonly [Deletion, SavedCard]> {
    const { cardId } = card;
    try {
      await (await loadClient()).deleteCard(cardId);
      this.#deleted.add(cardId);
      return ['deleted', card];
    } catch (error) {
      this.#report('delete-card', error);
      if (!isCheckoutError(error) || error.code !== 'delete-unconfirmed') return ['failed', card];
      // A card with an unconfirmed deletion is no longer payable.
      this.#unconfirmed.add(cardId);
      return ['unconfirmed', card];
    }
  }

  /** Reports the unusable rows of the store, once for the same rows. */
  #reportUnusable(rows: readonly string[]): void {
    const named = rows.join(', ');
    if (named === this.#reportedRows) return;
    this.#reportedRows = named;
    if (!named) return;
    const error = new CheckoutError('store', `The store of saved cards has rows that cannot be used: ${named}.`);
    console.error(`Balcão: ${error.message}`);
    this.#report('list-cards', error);
  }

  #report(operation: ProblemOperation, error: unknown): void {
    this.#options.problem(operation, isCheckoutError(error) ? error : new CheckoutError('store', 'Saved cards: something failed.'));
  }
}
