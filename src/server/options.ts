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

/** An order as the shop has it. */
export interface ShopOrder {
  /**
   * The one name of the order, text of 1 to 200 characters, not of blanks alone: what its row says, never the text that came. A database takes `42`, `042` and `+42`
   * for one number; here they would be orders of their own, each of them charged. The order is locked, limited, written down and delivered under it.
   */
  id: string;
  /** What it costs: integer cents. */
  amountCents: number;
  /** What it costs by Pix, where that is less: integer cents. */
  pixAmountCents?: number;
  /**
   * In how many installments the relay charges it, and who may pay their fee: `{ maxInstallments, feePayer, feeFreeUpTo }`. Default: one
   * installment. What else a page asks for is refused before anything is sent. Where pages get tokens, no server can hold them to it.
   */
  terms?: PaymentTerms;
  /** Whether it takes no payment any more, for a reason of the shop's: cancelled, sold out. */
  isClosed?: boolean;
}

/** The shop's own orders. */
export interface ShopOrders {
  /**
   * The order that a page calls so, if it is one of whoever sent this request; `undefined` for somebody else's and for none alike. Runs before
   * every endpoint that speaks of an order. The request's body is not in it.
   */
  find(orderId: string, request: Request): Promise<ShopOrder | undefined> | ShopOrder | undefined;
  /**
   * What happens when money came for an order, in the transaction that writes so: what it writes through `tx` commits once. It may run again
   * after a crash, so nothing else may happen here. Look at `payment.kind`: only `paid` pays the order.
   */
  settled?(payment: PaymentRecord, tx: SettlingTransaction): Promise<void>;
  /**
   * What happens outside of the database: mail, stock elsewhere, an order in another database. Called until it resolves, so it may run more
   * than once: its key is `payment.paymentId`.
   */
  deliver?(payment: PaymentRecord): Promise<void>;
}

/** A saved card that the shop vouches for. */
export interface VouchedCard {
  cardId: string;
  brand?: Brand;
}

/** The shop's own knowledge of saved cards. */
export interface ShopCards {
  /**
   * The card, as `{ cardId }` of its row, if whoever sent this request may pay with it; `undefined` for somebody else's and for none alike. Asked
   * before the relay charges or deletes a saved card that this customer did not tokenize through it: in a provider's frame, by a page with a
   * token, or before this server was there. Answer by what the service or your own server knows: that a page has named a card is no proof. Of a
   * card without a `brand` only those rows of `getFees` count that are for all brands.
   */
  find(cardId: string, request: Request): Promise<VouchedCard | undefined> | VouchedCard | undefined;
}

/** What the shop's access to the service's records says of an attempt. */
export type ChargeSearch =
  { status: 'charged'; identifier: string; amountCents?: number } | { status: 'not-charged' } | { status: 'unknown' };

/** The shop's way into the service's own records of charges: reports, an API of its own. */
export interface ChargeRecords {
  /** `exact`: finds the charge of this very attempt, by a key that the charge carried. `guess`: by amount and time; it frees nothing and settles nothing. */
  certainty: 'exact' | 'guess';
  findCharge(attempt: AttemptRecord, options: { signal: AbortSignal }): Promise<ChargeSearch>;
}

/** A notice of a webhook, read by the shop. */
export interface WebhookNotice {
  chargeId: string;
  /** Believed only where `verifyWebhook` is given and no status can be asked. */
  status?: PixStatus;
  /** Integer cents; believed as `status` is. */
  amountCents?: number;
}

/** Who may pay what, by what count. Each number is one for all instances. */
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
    /** The same as the page's. */
    profile?: ServiceProfileInput;
    /** How requests get there, where not by the global `fetch`. */
    fetch?: typeof globalThis.fetch;
  };
  /** Where tokens of the service come from: one for all, or one for cards and one for Pix. */
  tokens: TokenSource | { card: TokenSource; pix: TokenSource };
  orders: ShopOrders;
  /** Vouches for saved cards that the relay did not tokenize. Without it the relay charges those alone that it did. */
  cards?: ShopCards;
  ledger: Ledger;
  /** Where pages of this shop come from: `https://loja.example`. */
  publicOrigin: string;
  /** Path in front of the endpoints, with both slashes. Default `/shop/`. */
  basePath?: string;
  /** The customer who is logged in, by the shop's own session; by default nobody is. Never taken from a body. */
  customerOf?: (request: Request) => Promise<string | undefined> | string | undefined;
  /** Whose session a request is of. Default: a cookie of this server's own, `__Host-balcao`. */
  sessionOf?: (request: Request) => Promise<string | undefined> | string | undefined;
  /** Whether a proxy of the shop's stands in front, whose `X-Forwarded-For` says the visitor's address. Default `false`: no forwarded header counts. */
  trustProxy?: boolean;
  /** The visitor's address, where neither `toNodeListener` nor a trusted proxy knows it. */
  addressOf?: (request: Request) => string | undefined;
  /** Whether pages get tokens of the service. Default `true`; `false` leaves the relay alone, which is what enforces the guard. */
  pageTokens?: boolean;
  /** Whether the relay takes card data (`card` objects, tokenization). Default `false`. With it this server is in scope of PCI DSS, SAQ D. */
  relayCards?: boolean;
  records?: ChargeRecords;
  /** The end of the webhook's address, known to the service alone: `openssl rand -hex 32`. Without one there is no webhook. */
  webhookSecret?: string;
  /** Reads a notice of another shape; `undefined` for what is none. Default: `qrCodeId` or `id`. */
  readWebhook?: (body: unknown) => WebhookNotice | undefined;
  /** Whether a notice comes from the service, by its signature. `text` is the raw body. */
  verifyWebhook?: (request: Request, text: string) => Promise<boolean> | boolean;
  /** Whether the service has a status of Pix charges that can be asked. Default `true`; with `false` a notice settles, and `verifyWebhook` is required. */
  asksPixStatus?: boolean;
  /** What the body of a Pix status says that the charge is of, cents. Default: its `paidAmount`, else its `amount`, in reais. */
  readPixAmount?: (body: unknown) => number | undefined;
  /** The fee table of an amount and brand, at `fees`. */
  getFees?: (request: { orderId?: string; amountCents: number; brand?: Brand }) => Promise<FeeRow[]> | FeeRow[];
  limits?: Partial<Limits>;
  /** How often what a crash left behind is repaired, ms. Default a minute; 0 never does it by itself. */
  sweepEveryMs?: number;
  /** Told of everything, for logs and metrics. */
  onEvent?: (event: ShopEvent) => void;
  /** The time, epoch ms, for tests: it takes the place of the ledger's clock. Default: the ledger's, in SQL the database's. */
  now?: () => number;
}

/** What a person found out about an attempt or a payment. */
export type PersonResolution =
  | { status: 'charged'; identifier?: string; amountCents?: number }
  | { status: 'not-charged' }
  /** The money of an extra, short or unclear payment went back to the shopper. */
  | { status: 'returned' };

/** A payment that a restored copy of the database knows nothing of. */
export interface LostPayment extends Pick<Attempt, 'method'> {
  orderId: string;
  /** The service's identifier of the charge, or of the Pix charge. */
  identifier: string;
  amountCents: number;
}

/** A shorter secret could be guessed by trying. */
const SHORTEST_SECRET = 16;

/** Throws a `CheckoutError` `invalid-config` that says in English what is wrong with the settings of a shop's server, and how to mend it. */
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
