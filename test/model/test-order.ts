import { defaultProfile } from '../../src/client/profile/default-profile.js';
import type { PaymentOutcome } from '../../src/domain/order/outcome.js';
import { openRoom, type Room } from '../support/sandbox-room.js';
import { TIME_LIMITS } from '../support/time-limits.js';
import { Tab, type TabOptions, type TypedCard } from './tab.js';

/** A card that the sandbox approves. */
export const CARD: TypedCard = { number: '4111111111111111', holderName: 'MARIA DA SILVA', expirationDate: '0131', securityCode: '737' };

/** What the shopper reads. */
export const SAYS = {
  approved: /Pagamento aprovado|Pix recebido/,
  unconfirmed: /Não conseguimos confirmar o pagamento Não pague de novo/,
  elsewhere: /Pagamento em andamento Já há um pagamento deste pedido em andamento/,
  notCharged: /não foi cobrado/,
  notified: /A loja já foi avisada/,
} as const;

/** What differs from a plain tab of the order. */
export interface TabChanges extends Omit<Partial<TabOptions>, 'attributes'> {
  attributes?: Record<string, string>;
}

/** An order of a shop that a test opens tabs for. */
export class TestOrder {
  readonly room: Room;
  readonly orderId: string;
  readonly #tabs: Tab[] = [];

  constructor(room: Room) {
    this.room = room;
    this.orderId = `order-${room.name}`;
  }

  static async create(): Promise<TestOrder> {
    return new TestOrder(await openRoom());
  }

  /** Opens a tab with an empty form, without `resolve-url` and `notify-url` unless they are given. */
  async open({ attributes = {}, ...more }: TabChanges = {}): Promise<Tab> {
    const { baseUrl, tokenUrl } = this.room;
    const tab = await Tab.open({
      ...more,
      attributes: { 'base-url': baseUrl, 'token-url': tokenUrl, amount: '149.90', 'order-id': this.orderId, ...attributes },
    });
    this.#tabs.push(tab);
    return tab;
  }

  /** Opens a tab with the card filled in. */
  async openFilledIn(changes: TabChanges = {}): Promise<Tab> {
    const tab = await this.open(changes);
    await tab.type(CARD);
    return tab;
  }

  /** Pays into a fault that keeps the answer back, until the time limit of the charge. */
  async payUnanswered(tab: Tab): Promise<PaymentOutcome> {
    const paying = tab.pay();
    await this.room.waitForPending();
    await tab.runOut(TIME_LIMITS.cardMs);
    return paying;
  }

  /** Has tabs make a code at once: no request for one leaves before each tab sends its own, so that none can find another's code. */
  async createAtOnce<T>(tabs: readonly Tab[], create: (tab: Tab) => Promise<T>): Promise<T[]> {
    const allAsk: Promise<unknown> = Promise.all(tabs.map((tab) => tab.hold(defaultProfile.paths.generatePixQrCode, () => allAsk)));
    return Promise.all(tabs.map(create));
  }

  /** How many charges our code made. */
  async countCharges(): Promise<number> {
    return (await this.room.charges()).filter(({ resent }) => !resent).length;
  }

  /** Closes the tabs. */
  async end(): Promise<void> {
    for (const tab of this.#tabs) tab.close();
    await this.room.release();
  }
}
