import { deriveAttempt } from '../../src/domain/order/ledger-record.js';
import type { PaymentOutcome } from '../../src/domain/order/outcome.js';
import type { Pix } from '../../src/elements/pix/pix.js';
import { lookAtPix } from './form.js';
import { describeOutcome, readOutcome } from './matrix-row.js';
import { readPayments } from './storage.js';
import type { Tab } from './tab.js';
import { waitUntil } from '../support/wait-until.js';
import type { TabChanges, TestOrder } from './test-order.js';

const STATES = ['open', 'unconfirmed', 'declined', 'failed', 'approved'];

/** Where a scene is played: one order, what its calls came to, and what the shopper read meanwhile. */
export class Stage {
  readonly order: TestOrder;
  readonly outcomes: string[] = [];
  readonly reads: string[] = [];
  readonly #tabs: Tab[] = [];

  constructor(order: TestOrder) {
    this.order = order;
  }

  /** The order that the shop's page goes on with. */
  get nextOrderId(): string {
    return `next-${this.order.orderId}`;
  }

  /** A tab with the checkout of the order, its card filled in, after a look at Pix. */
  async open({ attributes, ...more }: TabChanges = {}): Promise<Tab> {
    const { notifyUrl } = this.order.room;
    const tab = await this.order.openFilledIn({
      tag: 'balcao-checkout',
      attributes: { methods: 'card pix', 'notify-url': notifyUrl, ...attributes },
      ...more,
    });
    await lookAtPix(tab);
    this.#tabs.push(tab);
    return tab;
  }

  /** Two of them. */
  async openTwo(changes?: TabChanges): Promise<[Tab, Tab]> {
    return [await this.open(changes), await this.open(changes)];
  }

  /** Notes what a call of `pay()` came to. */
  async note(paying: Promise<PaymentOutcome>): Promise<void> {
    this.outcomes.push(describe(await paying));
  }

  /** Calls the Pix's own `pay()`, and notes what it came to. */
  async notePix(tab: Tab): Promise<void> {
    await this.note((await findPix(tab)).pay());
  }

  /** Makes the order's code in a tab. Answers its identifier; none where none was made. */
  async create(tab: Tab): Promise<string | undefined> {
    return (await (await findPix(tab)).create())?.chargeId;
  }

  /** Makes a code in each of the tabs, at the same moment. */
  async createAtOnce(...tabs: readonly Tab[]): Promise<(string | undefined)[]> {
    return this.order.createAtOnce(tabs, (tab) => this.create(tab));
  }

  /** Pays codes. */
  async settle(...chargeIds: readonly (string | undefined)[]): Promise<void> {
    for (const chargeId of chargeIds) await this.order.room.pix('settle', chargeId ?? 'no code');
  }

  /** The shopper comes back to the tabs, and reads in each of them, in the end, a panel with this title. */
  async comesBackTo(title: RegExp, ...tabs: readonly Tab[]): Promise<void> {
    for (const tab of tabs) tab.comeBack();
    await this.read(title, ...tabs);
  }

  /** The shopper reads in each of the tabs, in the end, a panel with this title. */
  async read(title: RegExp, ...tabs: readonly Tab[]): Promise<void> {
    for (const tab of tabs) {
      await tab.says(title);
      const words = await readOutcome(tab);
      if (this.reads.at(-1) !== words) this.reads.push(words);
    }
  }

  /** The shopper reads another part. */
  async readPart(part: string, tab: Tab): Promise<void> {
    const found = await waitUntil(
      () => tab.find(`[part~="${part}"]`)?.innerText.trim(),
      () => `${part}, the tab says: ${tab.text}`,
    );
    this.reads.push(found.replace(/\s+/g, ' '));
  }

  /** What the service took. */
  async countMoney(): Promise<string> {
    const cards = await this.order.countCharges();
    const { length: codes } = (await this.order.room.state()).pix.filter(({ state }) => state === 'paid');
    const parts = [cards > 0 && `${cards} card`, codes > 0 && `${codes} Pix`].filter(Boolean);
    return parts.join(', ') || 'none';
  }

  /** What the shop was told of each payment, once it was told the end of all. */
  async readTold(): Promise<string> {
    let problem = '';
    const find = async (): Promise<string | undefined> => {
      const { requests } = await this.order.room.shop.state();
      const notices = requests.filter(({ endpoint }) => endpoint === 'notify').map(({ body }) => body);
      const payments = await Promise.all(
        [this.order.orderId, this.nextOrderId].map((orderId) => readPayments(this.order.room.baseUrl, orderId)),
      );
      const ends = payments
        .flat()
        .map(deriveAttempt)
        .filter(({ method, state }) => method !== 'pix' || state !== 'open');
      const isTold = ends.every(({ attemptId, state, duplicate }) =>
        notices.some((body) => body['attemptId'] === attemptId && body['state'] === state && body['duplicate'] === duplicate),
      );
      problem = `the shop was told ${JSON.stringify(notices)} of ${JSON.stringify(ends)}`;
      return isTold ? this.#formatTold(notices) : undefined;
    };
    return waitUntil(find, () => problem);
  }

  #formatTold(notices: readonly Record<string, unknown>[]): string {
    const ids = [...new Set(notices.map(({ attemptId }) => attemptId))];
    const lines = ids.map((id) => {
      const own = notices.filter(({ attemptId }) => attemptId === id);
      const states = STATES.filter((state) => own.some((notice) => notice['state'] === state));
      const duplicate = own.some((notice) => notice['duplicate'] === true) ? ', `duplicate`' : '';
      return `${own[0]?.['method'] === 'pix' ? 'Pix' : 'card'}: ${states.join(', ')}${duplicate}`;
    });
    const events = this.#tabs.some(({ payments }) => payments.some(({ event }) => event === 'balcao-duplicate'));
    return [...lines.toSorted(), ...(events ? ['event `balcao-duplicate`'] : [])].join('; ') || 'nothing';
  }
}

function findPix(tab: Tab): Promise<Pix> {
  return waitUntil(
    () => tab.element.shadowRoot?.querySelector<Pix>('balcao-pix:defined'),
    () => 'the Pix',
  );
}

function describe(outcome: PaymentOutcome): string {
  if (outcome.status === 'approved' && outcome.method === 'pix') return 'approved (Pix)';
  return outcome.status === 'invalid' ? `invalid \`${outcome.fields.join(' ')}\`` : describeOutcome(outcome);
}
