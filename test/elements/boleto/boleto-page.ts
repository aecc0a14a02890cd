import type { ShopBoleto } from '../../../src/client/shop/check-boleto.js';
import type { BalcaoEvents } from '../../../src/controllers/page/checkout-events.js';
import type { BoletoCharge } from '../../../src/domain/order/charge.js';
import { decideChange } from '../../../src/domain/order/ledger-decision.js';
import { createOrderKey } from '../../../src/domain/order/order-key.js';
import { formatBrCode } from '../../../src/domain/pix/format-br-code.js';
import type { BoletoElement } from '../../../src/elements/boleto/boleto.js';
import { IndexedDbLedger } from '../../../src/flow/ledger/indexed-db-ledger.js';
import { FetchStub, json, type SeenRequest } from '../../client/support/fetch-stub.js';
import { BANKS, buildBoleto } from '../../domain/boleto/boleto-digits.js';
import { createBoletoRecord } from '../../flow/support/boleto-charge.js';
import { CheckoutPage } from '../../support/checkout-page.js';
import { ChargePage } from '../pix/charge-page.js';
import { FakeTime } from '../pix/fake-time.js';

export const DAY_MS = 86_400_000;

/** A Monday, on which the shop's boletos are due a week later, a Monday again. */
const TODAY = '2026-11-30T12:00-03:00';
export const DUE = '2026-12-07';

/** When its money must have arrived: three banking days after the due date. */
export const CLEARED = Date.parse('2026-12-11T00:00-03:00');

/** A moment after `CLEARED`: the shop tells whole seconds, and a question counts from when it was sent. */
export const AFTER_CLEARED = CLEARED + 60_000;

export const RECEIVER = { key: 'loja@example.com', merchantName: 'Casa Neblina', merchantCity: 'Recife' };
export const PIX_CODE = formatBrCode({ ...RECEIVER, amountCents: 149_90 });

const BASE_URL = '/payments/';

type BoletoEvent = Extract<keyof BalcaoEvents, `balcao-boleto-${string}`>;

let orderCount = 0;

/** The boleto of a bank, as a shop hands it out. */
export function createShopBoleto(change: Partial<ShopBoleto> = {}, amountCents = 149_90, dueDate = DUE): ShopBoleto {
  const [bank] = BANKS;
  if (!bank) throw new Error('There is no bank.');
  const { line } = buildBoleto({ ...bank, amountCents, dueDate });
  return { chargeId: 'boleto:b-1', line, dueDate: DUE, amount: '149.90', payee: 'Casa Neblina', ...change };
}

/** A shop whose boletos a test plays, and the time of its page. Ask for one in each test, and restore it. */
export class BoletoShop {
  readonly time = new FakeTime(Date.parse(TODAY) - Date.now());
  /** What `boleto-url` responds with. */
  boleto: unknown = createShopBoleto();
  /** What `status-url` responds with beside the identifier. */
  status: Record<string, unknown> = { status: 'pending' };
  readonly #fetches = new FetchStub();
  readonly #pages: CheckoutPage[] = [];
  readonly #orderId = `boleto-order-${Date.now()}-${(orderCount += 1)}`;

  constructor() {
    this.#fetches.reply((request) => this.#respond(request));
  }

  /** Puts the element into the page; its service is of the page's origin, so it needs no token. */
  async open(more: Record<string, unknown> = {}, tag: 'balcao-boleto' | 'balcao-checkout' = 'balcao-boleto'): Promise<BoletoPage> {
    const settings = {
      ...{ 'base-url': BASE_URL, amount: '149.90', 'order-id': this.#orderId },
      ...{ 'boleto-url': '/shop/boleto', 'status-url': '/shop/status/{charge}', ...more },
    };
    const page = new BoletoPage(await CheckoutPage.open(tag, settings));
    this.#pages.push(page.page);
    return page;
  }

  /** Leaves the record of a boleto that expired two days ago, as an earlier visit of the shopper does. */
  async rememberExpired(): Promise<void> {
    const [now, dueDate] = [this.time.now(), '2026-11-23'];
    const charge: BoletoCharge = {
      ...{ chargeId: 'boleto:b-0', orderId: this.#orderId, amount: '149.90', dueDate, status: 'expired' },
      line: createShopBoleto({}, 149_90, dueDate).line ?? '',
      createdAt: now - 14 * DAY_MS,
      payableUntil: now - 6 * DAY_MS,
      expiresAt: now - 2 * DAY_MS,
    };
    await new IndexedDbLedger().change(createOrderKey(new URL(BASE_URL, location.href).href, this.#orderId), (records) =>
      decideChange(records, { type: 'merge', records: [createBoletoRecord(charge)] }, {}),
    );
  }

  /** The requests of an endpoint. */
  requests(endpoint: 'boleto' | 'status'): SeenRequest[] {
    return this.#fetches.requests.filter(({ url }) => new URL(url).pathname.startsWith(`/shop/${endpoint}`));
  }

  /** The shopper comes back to the page, after a while. */
  comeBack(afterMs = 2000): void {
    this.time.jump(afterMs);
    dispatchEvent(new PageTransitionEvent('pageshow'));
  }

  restore(): void {
    for (const page of this.#pages) page.remove();
    this.#fetches.restore();
    this.time.restore();
  }

  #respond(request: SeenRequest): Response | Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === '/shop/boleto') return json(200, this.boleto)(request);
    const [, chargeId = ''] = /^\/shop\/status\/(.+)$/.exec(pathname) ?? [];
    // As every server does, the shop's tells the time: a page that has slept for days knows by it that its clock was not set.
    const headers = { Date: new Date(this.time.now()).toUTCString() };
    return json(chargeId ? 200 : 404, { ...this.status, chargeId: decodeURIComponent(chargeId) }, headers)(request);
  }
}

/** A `<balcao-boleto>`, alone or in a checkout, as a person uses it. */
export class BoletoPage extends ChargePage<BoletoCharge, BoletoEvent> {
  get element(): BoletoElement {
    return this.page.element as unknown as BoletoElement;
  }

  /** Presses the button that makes a boleto, and waits for the line. */
  async create(): Promise<string> {
    await this.page.clickPay();
    return this.line();
  }

  /** The line as it is shown. */
  async line(): Promise<string> {
    return this.readField('boleto-line');
  }

  /** True if anything is to be seen that can be paid. */
  get hasCode(): boolean {
    return ['boleto-line', 'barcode', 'pix-code', 'qr', 'copy-line-button'].some((name) => this.find(name));
  }
}
