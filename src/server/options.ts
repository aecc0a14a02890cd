import { isLoopback } from '../client/http/service-url.js';
import type { ServiceProfileInput } from '../client/profile/service-profile.js';
import type { Brand } from '../domain/card/brands.js';
import { CheckoutError } from '../domain/errors.js';
import type { FeeRow } from '../domain/installments/plans.js';
import type { PaymentTerms } from '../domain/installments/terms.js';
import type { Attempt } from '../domain/order/attempt.js';
import type { PixStatus } from '../domain/pix/status.js';
import type { ShopEvent } from './events.js';
import type { Ledger, SettlingTransaction } from './ledger/ledger.js';
import type { AttemptRecord, PaymentRecord } from './orders/order-record.js';
import type { TokenSource } from './tokens/token-provider.js';

/** An order of the shop. */
export interface ShopOrder {
  /**
   * The one name of the order, text of 1 to 200 characters, not of blanks alone: from its row, never the text of the request. A database takes `42`, `042`
   * and `+42` for one number; here they would be three orders, each of them charged. The order is locked, limited, written down and delivered under it.
   */
  id: string;
  /** The price: integer cents. */
  amountCents: number;
  /** The price by Pix, where that is less: integer cents. */
  pixAmountCents?: number;
  /**
   * The most installments in which the relay charges it, and who may pay their fee: `{ maxInstallments, feePayer, feeFreeUpTo }`. Default: one
   * installment. Any other request of a page is refused before anything is sent. Where pages get tokens, no server can enforce this.
   */
  terms?: PaymentTerms;
  /** True where it takes no payment any more, for a reason of the shop: cancelled, sold out. */
  isClosed?: boolean;
}

/** The shop's own orders. */
export interface ShopOrders {
  /**
   * Finds the order that a page calls so, if it belongs to the sender of this request; `undefined` both for somebody else's order and for none. Runs
   * before every endpoint of an order. The request's body is not in it.
   */
  find(orderId: string, request: Request): Promise<ShopOrder | undefined> | ShopOrder | undefined;
  /**
   * Runs when a payment arrived for an order, in the transaction that writes it down: writes through `tx` commit once. It may run again
   * after a crash, so it must have no other effect. Check `payment.kind`: only `paid` pays the order.
   */
  settled?(payment: PaymentRecord, tx: SettlingTransaction): Promise<void>;
  /**
   * Runs for effects outside of the database: mail, stock elsewhere, an order in another database. It is called until it resolves, so it may run more
   * than once: its key is `payment.paymentId`.
   */
  deliver?(payment: PaymentRecord): Promise<void>;
}

/** A saved card that the shop vouches for. */
export interface VouchedCard {
  cardId: string;
  brand?: Brand;
}

/** The shop's own data of saved cards. */
export interface ShopCards {
  /**
   * Finds the card, as `{ cardId }` of its row, if the sender of this request may pay with it; `undefined` both for somebody else's card and for none. Called
   * before the relay charges or deletes a saved card that this customer did not tokenize through it: in a provider's frame, by a page with a
   * token, or before this server existed. Answer by the data of the service or your own server: that a page has named a card is no proof. For a
   * card without a `brand` only those rows of `getFees` count that are for all brands.
   */
  find(cardId: string, request: Request): Promise<VouchedCard | undefined> | VouchedCard | undefined;
}

/** The result of a search for an attempt in the service's records. */
export type ChargeSearch =
  { status: 'charged'; identifier: string; amountCents?: number } | { status: 'not-charged' } | { status: 'unknown' };

/** The shop's access to the service's own records of charges: reports, a separate API. */
export interface ChargeRecords {
  /** `exact`: finds the charge of this very attempt, by a key that the charge carried. `guess`: by amount and time; it releases nothing and settles nothing. */
  certainty: 'exact' | 'guess';
  findCharge(attempt: AttemptRecord, options: { signal: AbortSignal }): Promise<ChargeSearch>;
}

/** A notice of a webhook, parsed by the shop. */
export interface WebhookNotice {
  chargeId: string;
  /** Believed only where `verifyWebhook` is given and no status can be asked. */
  status?: PixStatus;
  /** Integer cents; believed as `status` is. */
  amountCents?: number;
}

/** Limits of what may be done how often. Each number counts for all instances together. */
export interface Limits {
  /** Tokens for a charge, or charges by the relay, of one order within an hour. Default 10. */
  chargesPerOrder: number;
  /** Declined cards of one session within an hour. Default 10. */
  declinesPerSession: number;
  /** Declined cards of one address within an hour, where the address is known. Default 30. */
  declinesPerAddress: number;
  /** Pix codes of one order within an hour. Default 10. */
  pixPerOrder: number;
  /** Streams that are open in this process at the same time. Default 1000. */
  streams: number;
  /** Streams of one session in this process at the same time. Default 8. */
  streamsPerSession: number;
}

/** Settings of the shop's server. */
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
  /** Vouches for saved cards that the relay did not tokenize. Without it the relay charges only those that it did. */
  cards?: ShopCards;
  ledger: Ledger;
  /** The origin of this shop's pages: `https://loja.example`. */
  publicOrigin: string;
  /** Path in front of the endpoints, with both slashes. Default `/shop/`. */
  basePath?: string;
  /** Finds the customer who is logged in, by the shop's own session; by default nobody is. It is never taken from a body. */
  customerOf?: (request: Request) => Promise<string | undefined> | string | undefined;
  /** Finds the session of a request. Default: this server's own cookie, `__Host-balcao`. */
  sessionOf?: (request: Request) => Promise<string | undefined> | string | undefined;
  /** True where a proxy of the shop adds the visitor's address to `X-Forwarded-For`. Default `false`: forwarded headers are ignored. */
  trustProxy?: boolean;
  /** Finds the visitor's address, where neither `toNodeListener` nor a trusted proxy knows it. */
  addressOf?: (request: Request) => string | undefined;
  /** True gives pages tokens of the service. Default `true`; with `false` only the relay charges, which enforces the guard. */
  pageTokens?: boolean;
  /** True lets the relay accept card data (`card` objects, tokenization). Default `false`. With it this server is in scope of PCI DSS, SAQ D. */
  relayCards?: boolean;
  records?: ChargeRecords;
  /** The end of the webhook's address, which only the service knows: `openssl rand -hex 32`. Without one there is no webhook. */
  webhookSecret?: string;
  /** Parses a notice of another format; `undefined` for what is no notice. Default: `qrCodeId` or `id`. */
  readWebhook?: (body: unknown) => WebhookNotice | undefined;
  /** Verifies that a notice comes from the service, by its signature. `text` is the raw body. */
  verifyWebhook?: (request: Request, text: string) => Promise<boolean> | boolean;
  /** True where the service has a status of Pix charges to ask about. Default `true`; with `false` a notice settles, and `verifyWebhook` is required. */
  asksPixStatus?: boolean;
  /** Finds the amount of the charge in the body of a Pix status, cents. Default: its `paidAmount`, else its `amount`, in reais. */
  readPixAmount?: (body: unknown) => number | undefined;
  /** Returns the fee table of an amount and brand, for `fees`. */
  getFees?: (request: { orderId?: string; amountCents: number; brand?: Brand }) => Promise<FeeRow[]> | FeeRow[];
  limits?: Partial<Limits>;
  /** The interval of sweeps, which repair the state after a crash, ms. Default a minute; with 0 they do not run by themselves. */
  sweepEveryMs?: number;
  /** Called with every event, for logs and metrics. */
  onEvent?: (event: ShopEvent) => void;
  /** The time, epoch ms, for tests: it replaces the ledger's clock. Default: the ledger's, in SQL the database's. */
  now?: () => number;
}

/** The finding of a person about an attempt or a payment. */
export type PersonResolution =
  | { status: 'charged'; identifier?: string; amountCents?: number }
  | { status: 'not-charged' }
  /** The money of an extra, short or unclear payment was returned to the shopper. */
  | { status: 'returned' };

/** A payment that a restored copy of the database lacks. */
export interface LostPayment extends Pick<Attempt, 'method'> {
  orderId: string;
  /** The service's identifier of the charge, or of the Pix charge. */
  identifier: string;
  amountCents: number;
}

/** A shorter secret could be found by trying. */
const SHORTEST_SECRET = 16;

/** Checks the settings of a shop's server. Throws a `CheckoutError` `invalid-config` that names, in English, the wrong setting and its fix. */
export function checkOptions(options: ShopServerOptions): void {
  checkOrigin(options.publicOrigin);
  if (!/^\/(?:[\w.~-]+\/)*$/.test(options.basePath ?? '/')) refuse('basePath', 'Give a path with a slash at both ends, like "/shop/".');
  if (typeof options.orders?.find !== 'function') refuse('orders.find', 'Give a function that finds an order of whoever asks.');
  if (!options.orders.settled && !options.orders.deliver)
    refuse('orders', 'Give settled, deliver, or both: else nobody learns that an order was paid.');
  if (options.cards && typeof options.cards.find !== 'function')
    refuse('cards.find', 'Give a function that finds a saved card of whoever asks.');
  const { records, webhookSecret, verifyWebhook, asksPixStatus = true } = options;
  if (records && records.certainty !== 'exact' && records.certainty !== 'guess') refuse('records.certainty', 'Give "exact" or "guess".');
  if (webhookSecret !== undefined && !new RegExp(`^[\\w-]{${SHORTEST_SECRET},}$`).test(webhookSecret))
    refuse('webhookSecret', `Give ${SHORTEST_SECRET} or more letters and digits: openssl rand -hex 32.`);
  if (!asksPixStatus && webhookSecret !== undefined && !verifyWebhook)
    refuse('verifyWebhook', 'Where no status can be asked, a notice must be verified before it settles anything.');
}

function checkOrigin(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url !== undefined && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url)));
  if (!isSafe || url.origin !== text)
    refuse('publicOrigin', 'Give the origin of the shop’s pages, like "https://loja.example", without a slash at its end.');
}

function refuse(setting: string, fix: string): never {
  throw new CheckoutError('invalid-config', `${setting} cannot be used. ${fix}`);
}
