import type { ServiceProfileInput } from '../client/profile/service-profile.js';
import type { ShopBoleto } from '../client/shop/check-boleto.js';
import type { Brand } from '../domain/card/brands.js';
import type { BrandLimit, FeeRow } from '../domain/installments/plans.js';
import type { PaymentTerms } from '../domain/installments/terms.js';
import type { Attempt } from '../domain/order/attempt.js';
import type { PixStatus } from '../domain/pix/status.js';
import type { ShopEvent } from './events.js';
import type { Ledger, SettlingTransaction } from './ledger/ledger.js';
import type { AttemptRecord, BoletoFacts, PaymentRecord, PixRecord } from './orders/order-record.js';
import type { TokenSource } from './tokens/token-provider.js';

/** An order of the shop. */
export interface ShopOrder {
  /**
   * The order's identifier from its row: text of 1 to 200 characters, not of blanks alone. It must not be the text of the request: a
   * database may read `42`, `042` and `+42` as one number, but here they would be three orders, each of them charged. The order is locked,
   * limited, stored and delivered under this identifier.
   */
  id: string;
  /** The price: integer cents. */
  amountCents: number;
  /** The price by Pix, if it is lower: integer cents. */
  pixAmountCents?: number;
  /**
   * The most installments of a charge by the relay, and who may pay their fee: `{ maxInstallments, feePayer, feeFreeUpTo }`. Default: one
   * installment. Any other request of a page is refused before anything is sent. `maxInstallmentsByBrand` is enforced for cards of a known
   * brand: a typed number, a card that was tokenized here, and a `brand` of `cards.find`. If pages get tokens, no server can enforce these
   * terms.
   */
  terms?: PaymentTerms;
  /** True if the order accepts no payment any more, for a reason of the shop: cancelled, sold out. */
  isClosed?: boolean;
}

/** A request to the shop's bank for a boleto. */
export interface BoletoOrder {
  /** The order's `id`, its price and a running number: the same again if the process ended before the boleto was recorded. */
  key: string;
  request: Request;
  signal: AbortSignal;
}

/** A boleto whose status is asked. `chargeId` is the bank's. */
export type AskedBoleto = BoletoFacts & Pick<PixRecord, 'chargeId' | 'orderId'>;

/** The bank's status of a boleto. */
export interface BoletoStatus {
  status: PixStatus;
  /** The amount of each payment, integer cents: two if a hybrid was paid by its Pix and by its bar code. Default: its own amount, once. */
  paidAmounts?: readonly number[];
}

/** The shop's own orders. */
export interface ShopOrders {
  /**
   * Finds the order that a page names, if it belongs to the sender of this request; `undefined` both for somebody else's order and for an
   * unknown one. Runs before every endpoint of an order. The body of the request has already been read.
   */
  find(orderId: string, request: Request): Promise<ShopOrder | undefined> | ShopOrder | undefined;
  /**
   * Runs when a payment arrived for an order, in the transaction that marks the payment as settled: writes through `tx` commit once. It may
   * run again after a crash, so it must have no other effect. Check `payment.kind`: only `paid` pays the order.
   */
  settled?(payment: PaymentRecord, tx: SettlingTransaction): Promise<void>;
  /**
   * Runs for effects outside of the database: mail, stock elsewhere, an order in another database. It is called until it resolves, so it
   * may run more than once for a payment. `payment.paymentId` identifies the payment.
   */
  deliver?(payment: PaymentRecord): Promise<void>;
  /**
   * Makes a boleto of `order.amountCents` at the shop's bank: one for each order and price, until it can no longer be paid in time. Requires
   * `boletoStatus`, unless verified notices settle (`asksPixStatus: false`).
   */
  boleto?(order: ShopOrder, options: BoletoOrder): Promise<ShopBoleto> | ShopBoleto;
  /** Asks the bank for the status of a boleto. Keep it while a boleto may be paid, even without `boleto`. */
  boletoStatus?(boleto: AskedBoleto, options: { signal: AbortSignal }): Promise<BoletoStatus> | BoletoStatus;
}

/** A saved card that the shop vouches for. */
export interface VouchedCard {
  cardId: string;
  brand?: Brand;
}

/** The shop's own data of saved cards. */
export interface ShopCards {
  /**
   * Finds a card if the sender of this request may pay with it, with the `cardId` of its row; `undefined` both for somebody else's card and
   * for an unknown one. Called before the relay charges or deletes a saved card that this customer did not tokenize through the relay: the
   * card was tokenized in a provider's frame, by a page with a token, or before this server existed. Decide by data of the service or of
   * your own server: a page that names a card proves nothing. For a card without a `brand`, no limit of a brand
   * applies, and only the rows of `getFees` for all brands.
   */
  find(cardId: string, request: Request): Promise<VouchedCard | undefined> | VouchedCard | undefined;
}

/** The result of a search for an attempt in the service's records. */
export type ChargeSearch =
  { status: 'charged'; identifier: string; amountCents?: number } | { status: 'not-charged' } | { status: 'unknown' };

/** The shop's access to the service's own records of charges: reports, a separate API. */
export interface ChargeRecords {
  /**
   * `exact`: the search finds the charge of this very attempt, by a key that the charge carried. `guess`: it searches by amount and time,
   * so its result releases nothing and settles nothing.
   */
  certainty: 'exact' | 'guess';
  findCharge(attempt: AttemptRecord, options: { signal: AbortSignal }): Promise<ChargeSearch>;
}

/** A notice of a webhook, parsed by the shop. */
export interface WebhookNotice {
  /** The identifier of a Pix charge, or of a boleto at the bank. `boleto:` before it means the boleto, if a Pix has the same one. */
  chargeId: string;
  /** Trusted only if no status can be queried (`asksPixStatus: false`), which requires `verifyWebhook`. */
  status?: PixStatus;
  /** Integer cents; trusted under the same condition as `status`. */
  amountCents?: number;
}

/** The limits of repeated actions. Each number counts for all instances together, except the limits of streams. */
export interface Limits {
  /** Tokens for a charge, or charges by the relay, of one order within an hour. Default 10. */
  chargesPerOrder: number;
  /** Declined cards of one session within an hour. Default 10. */
  declinesPerSession: number;
  /** Declined cards of one address within an hour, if the address is known. Default 30. */
  declinesPerAddress: number;
  /** Pix codes and boletos of one order within an hour. Default 10. */
  pixPerOrder: number;
  /** Streams that are open in this process at the same time. Default 1000. */
  streams: number;
  /** Streams of one session in this process at the same time. Default 8. */
  streamsPerSession: number;
  /** Streams of one address, or of one order if the address is unknown, in this process at the same time. Default 100. */
  streamsPerAddress: number;
}

/** The settings of a shop's server. */
export interface ShopServerOptions {
  service: {
    /** `https:`, or `http:` on loopback. */
    baseUrl: string;
    /** The same profile as the page's. */
    profile?: ServiceProfileInput;
    /** Sends the requests. Default: the global `fetch`. */
    fetch?: typeof globalThis.fetch;
  };
  /** The source of the service's tokens: one for all, or one for cards and one for Pix. */
  tokens: TokenSource | { card: TokenSource; pix: TokenSource };
  orders: ShopOrders;
  /** Vouches for saved cards that the relay did not tokenize. Without it, the relay charges only cards that it has tokenized. */
  cards?: ShopCards;
  ledger: Ledger;
  /** The origin of this shop's pages: `https://loja.example`. */
  publicOrigin: string;
  /** The path before the endpoints, with both slashes. Default `/shop/`. */
  basePath?: string;
  /**
   * Finds the customer who is logged in, by the shop's own session. Default: nobody is logged in. The customer is never taken from a body.
   */
  customerOf?: (request: Request) => Promise<string | undefined> | string | undefined;
  /** Finds the session of a request. Default: this server's own cookie, `__Host-balcao`. */
  sessionOf?: (request: Request) => Promise<string | undefined> | string | undefined;
  /**
   * The number of the shop's proxies that add the address that they were called from to `X-Forwarded-For`; `true` is one. Default `false`:
   * forwarded headers are ignored, and warned of once.
   */
  trustProxy?: boolean | number;
  /** Finds the visitor's address. Its result takes precedence over that of a trusted proxy and of `toNodeListener`. */
  addressOf?: (request: Request) => string | undefined;
  /** True if pages get tokens of the service. Default `true`. With `false` only the relay charges, which enforces the guard. */
  pageTokens?: boolean;
  /**
   * True if the relay accepts card data (`card` objects, tokenization). Default `false`. With `true` this server is in scope of PCI DSS,
   * SAQ D.
   */
  relayCards?: boolean;
  records?: ChargeRecords;
  /**
   * The webhook's secret, which only the service knows: `openssl rand -hex 32`. It comes in a header, or as the last segment of the URL.
   * Without it and without `verifyWebhook` there is no webhook.
   */
  webhookSecret?: string;
  /** The header with `webhookSecret`, with or without `Bearer`. Default `Authorization`. */
  webhookHeader?: string;
  /** Parses a notice of another format; `undefined` if the body is no notice. Default: the charge is in `qrCodeId` or `id`. */
  readWebhook?: (body: unknown) => WebhookNotice | undefined;
  /** Verifies that a notice comes from the service, by its signature. `text` is the raw body. No `webhookSecret` is needed then. */
  verifyWebhook?: (request: Request, text: string) => Promise<boolean> | boolean;
  /**
   * True if the service's status of a Pix charge can be queried. Default `true`. With `false` a notice settles, and a webhook requires
   * `verifyWebhook`.
   */
  asksPixStatus?: boolean;
  /** Finds the amount of the charge in the body of a Pix status, cents. Default: its `paidAmount`, else its `amount`, in reais. */
  readPixAmount?: (body: unknown) => number | undefined;
  /**
   * Returns the fee table of an amount and a brand. Its rows that limit brands are for pages: `terms` has the limits that the relay enforces.
   */
  getFees?: (request: {
    orderId?: string;
    amountCents: number;
    brand?: Brand;
  }) => Promise<(FeeRow | BrandLimit)[]> | (FeeRow | BrandLimit)[];
  limits?: Partial<Limits>;
  /** The interval of sweeps, which repair the state after a crash, ms. Default: one minute. With 0 they do not run by themselves. */
  sweepEveryMs?: number;
  /** Called with every event, for logs and metrics. */
  onEvent?: (event: ShopEvent) => void;
  /** Returns the time, epoch ms, for tests: it replaces the ledger's clock. Default: the ledger's clock, which in SQL is the database's. */
  now?: () => number;
}

/** A person's finding about an attempt or a payment. */
export type PersonResolution =
  | { status: 'charged'; identifier?: string; amountCents?: number }
  | { status: 'not-charged' }
  /** The money of an extra, short or unclear payment was returned to the shopper. */
  | { status: 'returned' };

/** A payment that a restored copy of the database lacks. */
export interface LostPayment extends Pick<Attempt, 'method'> {
  orderId: string;
  /** The service's identifier of the charge, or of the Pix charge; of a boleto, the bank's. */
  identifier: string;
  amountCents: number;
}
