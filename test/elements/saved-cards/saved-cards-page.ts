import '../../../src/elements/checkout/define.js';
import '../../../src/elements/saved-cards/define.js';
import { sendKeys } from '@web/test-runner-commands';
import type { SavedCard } from '../../../src/domain/card/saved-card.js';
import type { CardStore } from '../../../src/domain/card/card-store.js';
import { findFocus } from '../../../src/controllers/page/find-focus.js';
import { memoryCardStore } from '../../../src/flow/card-stores/memory-card-store.js';
import { APPROVED_CARD, CheckoutPage, waitUntil } from '../../support/checkout-page.js';
import { orderOf, type Room } from '../../support/sandbox-room.js';

/** A page with saved cards as a shopper uses it. */
export class SavedCardsPage extends CheckoutPage {
  static async show(
    tag: 'balcao-checkout' | 'balcao-card-form' | 'balcao-saved-cards',
    settings: Readonly<Record<string, unknown>>,
  ): Promise<SavedCardsPage> {
    const { element, events } = await CheckoutPage.open(tag, settings);
    const page = new SavedCardsPage(element);
    page.events.push(...events);
    return page;
  }

  /** All elements with a part or another selector, in document order. */
  all<T extends HTMLElement>(selector: string): T[] {
    return collectDeep(this.element, selector).filter((found): found is T => found instanceof HTMLElement);
  }

  get radios(): HTMLInputElement[] {
    return this.all<HTMLInputElement>('input[name="cardId"]');
  }

  /** The `cardId`s that are chosen: one at most. */
  get chosen(): string[] {
    return this.radios.filter(({ checked }) => checked).map(({ value }) => value);
  }

  /** What is read of a card beside its name: expiry, or why it cannot be paid with. */
  about(cardId: string): string {
    const radio = this.radio(cardId);
    const root = radio.getRootNode() as ShadowRoot;
    return root.getElementById(radio.getAttribute('aria-describedby') ?? '')?.textContent?.trim() ?? '';
  }

  radio(cardId: string): HTMLInputElement {
    const found = this.radios.find(({ value }) => value === cardId);
    if (!found) throw new Error(`There is no card ${cardId}`);
    return found;
  }

  row(cardId: string): HTMLElement {
    return this.radio(cardId).closest<HTMLElement>('[part~="card-option"]') ?? this.radio(cardId);
  }

  /** Clicks on a card with a real pointer, once all cards are shown. */
  async pick(cardId: string): Promise<void> {
    await this.showAll();
    const label = this.row(cardId).querySelector('label');
    if (label) await this.click(label);
  }

  async clickDelete(cardId: string): Promise<void> {
    await this.showAll();
    if (this.all('[part="manage-cards-button"][aria-expanded="false"]').length) await this.clickPart('manage-cards-button');
    await this.pressOn(this.row(cardId).querySelector('[part~="delete-button"]'));
  }

  /** Clicks on a part, once it is shown: what a key before it does may take a moment. */
  async clickPart(part: string): Promise<void> {
    const find = (): HTMLElement | undefined => this.all(`[part~="${part}"]`).find((each) => each.offsetParent !== null);
    await this.pressOn(await waitUntil(find, () => `${part} to click; the page says: ${this.text}`));
  }

  /** The value of the control that has the focus. */
  get focusedValue(): string | undefined {
    const active = findFocus();
    return active instanceof HTMLInputElement ? active.value : undefined;
  }

  /** Shows all cards of the list, the expired ones too. */
  async showAll(): Promise<void> {
    await waitUntil(() => !this.#unfold(), 'all cards');
  }

  /** Waits for the list, and shows all of it. */
  async cards(count: number): Promise<void> {
    await waitUntil(
      () => !this.#unfold() && this.radios.length === count,
      () => `${count} cards; there are ${this.radios.length}`,
    );
    // What comes late has its room, but clicks are aimed before they are made.
    await customElements.whenDefined('balcao-installments');
    await this.element.updateComplete;
  }

  async says(pattern: RegExp): Promise<void> {
    await waitUntil(
      () => pattern.test(this.text),
      () => `${String(pattern)}; the page says: ${this.text}`,
    );
  }

  async event(name: string): Promise<unknown> {
    const found = await waitUntil(
      () => this.events.find((event) => event.name === name),
      () => `the event ${name}; there were ${this.eventNames.join(', ')}`,
    );
    return found.detail;
  }

  /** Presses what shows more cards, and says whether anything does. */
  #unfold(): boolean {
    const folded = this.all(':is([part="all-cards-button"], [part="expired-cards-button"])[aria-expanded="false"]');
    for (const button of folded) button.click();
    return folded.length > 0;
  }

  private async pressOn(target: HTMLElement | null | undefined): Promise<void> {
    if (!target) throw new Error('There is nothing to click');
    await this.click(target);
    await this.element.updateComplete;
  }
}

/** A tokenized card of the room, as a store keeps it. */
export async function tokenize(
  room: Room,
  card: { number?: string; name?: string; expirationDate?: string; tokenizeExpiration?: number } = {},
): Promise<SavedCard> {
  const { number = APPROVED_CARD.number, name = 'Visa final 1111', expirationDate = '01/31', tokenizeExpiration } = card;
  const { token } = await room.issueToken();
  const answer = await fetch(`${room.baseUrl}card/tokenize`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...APPROVED_CARD, expirationDate, number, name, ...(tokenizeExpiration && { tokenizeExpiration }) }),
  });
  const { cardId } = await answer.json();
  return { cardId, name, brand: 'visa', last4: number.slice(-4), expiration: expirationDate.replace('/', '/20') };
}

/** A card whose own expiry has passed; the service does not know it. */
export const EXPIRED_CARD: SavedCard = {
  cardId: 'expired-card',
  name: 'Antigo',
  brand: 'mastercard',
  last4: '4444',
  expiration: '06/2021',
};

/** Settings of an element with these cards. */
export function settingsOf(room: Room, cards: readonly SavedCard[] | CardStore): Record<string, unknown> {
  return {
    ...orderOf(room),
    'order-id': `order-${room.name}`,
    'customer-id': `customer-${room.name}`,
    cardStore: 'list' in cards ? cards : memoryCardStore(cards),
  };
}

/** What was asked of the service, operation by operation. */
export async function operations(room: Room): Promise<(string | undefined)[]> {
  return (await room.state()).requests.map(({ operation }) => operation);
}

export async function press(key: string): Promise<void> {
  await sendKeys({ press: key });
}

function collectDeep(root: Element | ShadowRoot, selector: string): Element[] {
  const inside = root instanceof Element && root.shadowRoot ? collectDeep(root.shadowRoot, selector) : [];
  return [
    ...inside,
    ...[...root.querySelectorAll('*')].flatMap((element) => [
      ...(element.matches(selector) ? [element] : []),
      ...(element.shadowRoot ? collectDeep(element.shadowRoot, selector) : []),
    ]),
  ];
}
