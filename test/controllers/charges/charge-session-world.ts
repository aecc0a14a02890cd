import type { PaymentsClient } from '../../../src/client/create-client.js';
import type { CreatedPixCharge } from '../../../src/client/pix/pix-charge.js';
import type { BalcaoEvents } from '../../../src/controllers/page/checkout-events.js';
import { ChargeSession } from '../../../src/controllers/charges/charge-session.js';
import { PIX, type VerifiedCharge } from '../../../src/controllers/pix/pix-kind.js';
import { SettingsController, type SettingsHost } from '../../../src/controllers/settings/settings-controller.js';
import type { CheckoutError } from '../../../src/domain/errors.js';
import { formatBrCode, type BrCodeFields } from '../../../src/domain/pix/format-br-code.js';
import { decideChange, type LedgerDecision } from '../../../src/domain/order/ledger-decision.js';
import { listTaken, type LedgerRecord } from '../../../src/domain/order/ledger-record.js';
import type { Charge } from '../../../src/domain/order/charge.js';
import type { PixStatus } from '../../../src/domain/pix/status.js';
import type { PixChargeRequest } from '../../../src/domain/payment.js';
import { MemoryLedger } from '../../../src/flow/ledger/memory-ledger.js';
import { OrderGuard } from '../../../src/flow/order/order-guard.js';
import { WatchedCharges } from '../../../src/flow/charges/watched-charges.js';
import { createCardRecord } from '../../support/ledger-records.js';
import { FakeActivity, ORDER_KEY } from '../../flow/support/guard-world.js';
import { createFakeHost, type FakeHost } from '../../support/controller-host.js';
import { FakeClock } from '../../support/fake-clock.js';

const EVENTS = ['balcao-pix-created', 'balcao-pix-paid', 'balcao-pix-expired', 'balcao-pix-ended', 'balcao-problem'] as const;

/** An element of an order, as a test moves and sets it. */
export interface TestElement {
  host: SettingsHost & FakeHost;
  settings: SettingsController;
  /** Sets properties of the element and renders it anew. */
  set(change: Record<string, unknown>): Promise<void>;
}

/** A session's order without any element of ours, any network or any passing time: the test plays the service, the guard and the clock. */
export class ChargeSessionWorld {
  readonly clock = new FakeClock();
  readonly requests: { charge: PixChargeRequest; orderId: string | undefined }[] = [];
  /** Events in the order in which they came, each with the element that sent it. */
  readonly events: { name: string; from: string; detail: unknown }[] = [];
  /** How often the service was asked for a status. */
  asked = 0;
  /** What the service says of every charge. */
  word: PixStatus | CheckoutError = 'pending';
  obstacle: CheckoutError | undefined;
  /** What the service responds with instead of a code. */
  refusal: CheckoutError | undefined;
  /** What the next codes say beside the receiver's name; a location of the charge by default. */
  code: Partial<BrCodeFields> | undefined;
  readonly store = new MemoryLedger();
  readonly guard = new OrderGuard({ clock: this.clock, activity: new FakeActivity(), store: this.store }, ORDER_KEY);
  readonly client = {
    generatePixQrCode: (charge: PixChargeRequest, { orderId }: { orderId?: string } = {}) => this.#generate(charge, orderId),
    getPixStatus: async () => {
      this.asked++;
      if (typeof this.word !== 'string') throw this.word;
      return { status: this.word };
    },
    now: () => this.clock.now(),
  } as unknown as PaymentsClient;
  readonly charges = new WatchedCharges({
    guard: this.guard,
    clock: this.clock,
    activity: new FakeActivity(),
    random: () => 0.5,
  });
  readonly #hosts: (SettingsHost & FakeHost)[] = [];

  constructor() {
    this.charges.start();
  }

  /** Puts an element with the order's settings into the page, or into another one. */
  async addElement(name: string, parent: HTMLElement = document.body): Promise<TestElement> {
    const element = document.createElement(name);
    for (const type of EVENTS)
      element.addEventListener(type, ({ detail, target }: CustomEvent<BalcaoEvents[typeof type]>) => {
        if (target === element) this.events.push({ name: type, from: name, detail });
      });
    const host = createFakeHost(Object.assign(element, { client: this.client, amount: '149.90', orderId: 'order-7' })) as SettingsHost &
      FakeHost;
    const settings = new SettingsController(host);
    parent.append(element);
    this.#hosts.push(host);
    host.connect();
    await host.updateComplete;
    const set = async (change: Record<string, unknown>): Promise<void> => {
      Object.assign(host, change);
      host.requestUpdate();
      await host.updateComplete;
    };
    return { host, settings, set };
  }

  open({ host, settings }: TestElement): ChargeSession<VerifiedCharge> {
    const readObstacle = (): CheckoutError | undefined => this.obstacle;
    const owner = {
      host,
      settings,
      loadClient: async () => this.client,
      get obstacle() {
        return readObstacle();
      },
    };
    return new ChargeSession(owner, this.guard, this.charges, PIX, this.clock);
  }

  get eventNames(): string[] {
    return this.events.map(({ name }) => name);
  }

  /** The Pix charges of which the order has news that they were paid. */
  get paidNews(): Charge[] {
    return [...this.guard.untold].flatMap(({ chargePaid }) => chargePaid?.charge ?? []);
  }

  /** Identifiers of the payments that took money, the one that paid the order first. */
  get paidIds(): string[] {
    return listTaken(this.guard.records).map(({ id }) => id);
  }

  /** Pays the order by a card, in another tab. */
  async payByCard(): Promise<void> {
    const attempt = { attemptId: 'attempt-1', method: 'card', amount: '149.90', startedAt: this.clock.now(), state: 'approved' } as const;
    const decide = (records: readonly LedgerRecord[]): LedgerDecision =>
      decideChange(records, { type: 'merge', records: [createCardRecord(attempt)] }, {});
    await this.store.change(ORDER_KEY, decide);
  }

  /** Lets the schedule ask, and what was asked be worked on. */
  async wait(ms: number): Promise<void> {
    await this.clock.advance(ms);
  }

  remove(): void {
    this.charges.stop();
    for (const host of this.#hosts) {
      host.remove();
      host.disconnect();
    }
  }

  async #generate(charge: PixChargeRequest, orderId: string | undefined): Promise<CreatedPixCharge> {
    this.requests.push({ charge, orderId });
    if (this.refusal) throw this.refusal;
    const chargeId = `pix-${this.requests.length}`;
    const shop = { merchantName: 'Loja', merchantCity: 'Recife', txid: chargeId.replace('-', '') };
    const brCode = formatBrCode({ ...shop, ...(this.code ?? { url: `pix.example.com/v2/${chargeId}` }) });
    return { chargeId, brCode, expiresAt: this.clock.now() + (charge.expiresInMs ?? 0) };
  }
}
