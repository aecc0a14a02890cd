// The public contract: names and meanings that pages rely on. A change here is a breaking change.
// Money: integer cents in types ending in Cents, decimal strings ("149.90") in attributes. Times: epoch ms in types ending in At.

export type Brand =
  | 'visa'
  | 'mastercard'
  | 'american-express'
  | 'diners-club'
  | 'discover'
  | 'jcb'
  | 'unionpay'
  | 'maestro'
  | 'elo'
  | 'hiper'
  | 'hipercard'
  | 'aura'
  | 'unknown';
export type FeePayer = 'merchant' | 'customer';
export type Method = 'card' | 'saved-card' | 'pix' | 'boleto';

// ---- domain -------------------------------------------------------------------------------------------------------
export type Verdict = 'valid' | 'possible' | 'invalid';
export interface CardNumberVerdict {
  status: Verdict;
  brand: Brand;
  digits: string;
  reason?: 'empty' | 'characters' | 'length' | 'checksum';
}
export interface FeeRow {
  installments: number;
  whoPaysFee?: FeePayer; // default: the element's fee-payer
  rate?: number; // 0.0499 = 4.99 %, of the amount ('add') or of the gross ('gross-up')
  total?: string; // "308.97"; rate or total, not both
  brands?: Brand[]; // only for these
  amount?: string; // the order's amount that `total` was worked out for; required with total
  cet?: number; // yearly, 0.2999: the shop's own figure, shown as it is
}
export interface BrandLimit {
  brands: Brand[];
  maxInstallments: number;
  installments?: never;
}
export interface InstallmentPlan {
  installments: number;
  whoPaysFee: FeePayer;
  totalCents?: number; // absent where the customer pays a fee that the shop gave no number for
  partsCents?: number[]; // adds up to totalCents; odd cents one each on the first parts
  feeCents?: number;
  monthlyRate?: number;
  yearlyRate?: number; // effective, solved from the plan
}
export interface PlanRequest {
  amountCents: number;
  maxInstallments: number;
  minInstallmentCents: number;
  feePayer: FeePayer;
  fees?: (FeeRow | BrandLimit)[];
  feeMode?: 'add' | 'gross-up';
  feeFreeUpTo?: number;
  brand?: Brand;
}
export interface BrCode {
  kind: 'static' | 'dynamic' | 'recurrence' | 'composite';
  key?: string;
  url?: string;
  recurrenceUrl?: string;
  description?: string;
  fss?: string;
  gui: string;
  mcc: string;
  currency: string;
  amount?: string;
  amountCents?: number;
  country: string;
  merchantName: string;
  merchantCity: string;
  postalCode?: string;
  txid?: string;
  crc: string;
}
export type BrCodeAnswer = { ok: true; brCode: BrCode } | { ok: false; reason: string; reasonClass: 'structure' | 'checksum' | 'content' };
export type PixStatus = 'pending' | 'paid' | 'expired' | 'cancelled' | 'refunded' | 'failed' | 'unknown';

// ---- client -------------------------------------------------------------------------------------------------------
export type TokenPurpose = 'card-payment' | 'card-token' | 'pix' | 'pix-status';
export interface TokenRequest {
  purpose: TokenPurpose;
  orderId?: string;
  attemptId?: string;
  amount?: string;
  signal: AbortSignal;
}
export type TokenAnswer =
  | string
  | { token: string; expiresIn?: number; now?: number; environment?: string; singleUse?: boolean }
  | { closed: 'paid' | 'closed' | 'busy'; retryAfter?: number };

export interface ServiceProfile {
  // every part optional; defaults in design.md 3.4
  environment?: 'sandbox' | 'live'; // which service it is of
  paths: { processPayment: string; tokenizeCard: string; deleteCard: string; generatePixQrCode: string; pixStatus: string };
  deleteCard: { method: 'POST' | 'DELETE'; id: 'body' | 'path' };
  holderName: 'required' | 'optional' | 'none'; // of a card; default 'required'
  cardExpiration: 'MM/YY' | 'MM/YYYY' | { processPayment: 'MM/YY' | 'MM/YYYY'; tokenizeCard: 'MM/YY' | 'MM/YYYY' };
  idempotency?: { header: string } | { field: string }; // carries the attemptId; only where the service knows a repeated one
  readPix?: (body: unknown) => { chargeId: string; brCode: string; number?: number } | undefined;
  pixRequestNames: 'described' | 'sample';
  pixExpiration: 'iso' | ((instant: Date) => string);
  pixAuthorization: 'bearer' | 'jwt';
  pixStatus: { query?: (chargeId: string, signal: AbortSignal) => Promise<unknown>; read?: (body: unknown) => PixStatus; system?: string };
  pixHosts?: string[];
  pixKeys?: string[]; // who may be paid, where the shop declares it
  readCharge?: (status: number, body: unknown) => 'approved' | 'declined' | 'failed' | 'unconfirmed' | undefined;
  validUntil?: (tokenizeExpiration: string | number, now: Date) => Date | undefined;
  timeLimits: { cardMs: number; otherMs: number };
}

export type ErrorCode =
  | 'invalid-config'
  | 'invalid-input'
  | 'invalid-request'
  | 'insecure-page'
  | 'offline'
  | 'blocked-by-page'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'rate-limited'
  | 'timeout'
  | 'network'
  | 'server'
  | 'bad-response'
  | 'token-source'
  | 'order-closed'
  | 'aborted'
  | 'pix-code-invalid'
  | 'pix-amount-mismatch'
  | 'pix-receiver-mismatch'
  | 'boleto-code-invalid'
  | 'boleto-mismatch'
  | 'store'
  | 'delete-unconfirmed';
export interface CheckoutError extends Error {
  code: ErrorCode;
  retryable: boolean;
  status?: number;
  retryAfterMs?: number;
}

// ---- one order ----------------------------------------------------------------------------------------------------
export interface Attempt {
  // what the ledger keeps: no card data but last4
  attemptId: string;
  orderId?: string;
  method: Method;
  amount: string;
  total?: string;
  installments?: number;
  whoPaysFee?: FeePayer;
  brand?: Brand;
  last4?: string;
  cardId?: string;
  chargeId?: string;
  identifier?: string;
  startedAt: number;
  settledAt?: number;
  expiresAt?: number;
  parts?: string[]; // of the total, as the shopper saw them
  duplicate?: boolean; // money of this order was taken before
  state: 'open' | 'approved' | 'declined' | 'failed' | 'unconfirmed';
}
export type Resolution = { status: 'charged'; identifier?: string; message?: string } | { status: 'not-charged' } | { status: 'unknown' };
export type PaymentOutcome =
  | {
      status: 'approved';
      attemptId: string;
      method: Method;
      chargeId?: string /* Pix or boleto */;
      duplicate?: boolean;
      identifier?: string;
      message?: string;
      orderId?: string;
      amount: string;
      total?: string /* what the button said */;
      installments: number;
      whoPaysFee: FeePayer;
      brand?: Brand;
      last4?: string;
      cardId?: string;
      late?: boolean;
    }
  | { status: 'declined'; attemptId: string; orderId?: string; message?: string }
  | { status: 'failed'; attemptId?: string; orderId?: string; error: CheckoutError } // certainly not charged
  | { status: 'unconfirmed'; attempt: Attempt } // may have been charged
  | { status: 'invalid'; fields: string[] } // nothing sent; no event
  | { status: 'cancelled'; reason: 'prevented' | 'busy' | 'short' | 'removed' }; // nothing sent, no event; busy: a payment of the order is under way
export interface PixCharge {
  chargeId: string;
  orderId?: string;
  number?: number;
  amount: string;
  missing?: string /* paid short */;
  brCode: string;
  createdAt: number;
  expiresAt: number;
  status: PixStatus;
  late?: boolean;
  duplicate?: boolean; // paid after expiry was said; paid though the order was already paid
}
export interface BoletoCharge {
  chargeId: string;
  orderId?: string;
  amount: string;
  missing?: string /* paid short */;
  line: string; // the 47 digits
  dueDate: string; // "2026-12-31"
  payableUntil: number; // the end of the due date, or of the next banking day
  brCode?: string; // of a hybrid boleto: pays the same charge
  pdfUrl?: string;
  payee?: string;
  createdAt: number;
  expiresAt: number; // three banking days after the due date
  status: PixStatus;
  late?: boolean;
  duplicate?: boolean; // as of a Pix
}
export interface BoletoRequest {
  orderId: string;
  amount: string;
  signal: AbortSignal; // the element has left the page
}
export interface ShopBoleto {
  // what getBoleto resolves with, and what boleto-url responds with
  chargeId: string;
  line?: string; // the line, the bar code or both
  barcode?: string;
  dueDate: string;
  amount: string;
  pixCode?: string;
  pdfUrl?: string;
  payee?: string;
}
export type GetBoleto = (request: BoletoRequest) => Promise<ShopBoleto>;
export interface SavedCard {
  cardId: string;
  name: string;
  brand: Brand;
  last4: string;
  expiration: string /* "MM/YYYY" */;
  validUntil?: number;
}
export interface CardStore {
  list(): Promise<SavedCard[]>;
  add(card: SavedCard): Promise<void>;
  remove(cardId: string): Promise<void>;
  subscribe?(changed: () => void): () => void;
}

// ---- events: all bubble and are composed --------------------------------------------------------------------------
export type FieldName =
  'number' | 'holderName' | 'expirationDate' | 'securityCode' | 'installments' | 'whoPaysFee' | 'saveCard' | 'cardName' | 'cardId';
export interface BalcaoEvents {
  'balcao-ready': null;
  'balcao-field-focus': { name: FieldName }; // moving between the options of one group is no other field
  'balcao-field-blur': { name: FieldName }; // once for each focus
  'balcao-card-changed': { complete: boolean; brand: Brand; last4?: string }; // last4 only when complete
  'balcao-method-changed': { method: Method };
  'balcao-before-pay': { method: Method; amount: string; installments: number; whoPaysFee: FeePayer }; // cancelable; event.waitUntil(Promise<{ orderId?, amount? } | void>)
  'balcao-approved': Extract<PaymentOutcome, { status: 'approved' }>;
  'balcao-declined': Extract<PaymentOutcome, { status: 'declined' }>;
  'balcao-failed': Extract<PaymentOutcome, { status: 'failed' }>;
  'balcao-unconfirmed': Extract<PaymentOutcome, { status: 'unconfirmed' }>;
  'balcao-card-saved': { cardId: string; brand: Brand; last4: string };
  'balcao-card-selected': { cardId: string; brand: Brand; last4: string };
  'balcao-card-deleted': { cardId: string; brand: Brand; last4: string };
  'balcao-pix-created': { charge: PixCharge };
  'balcao-pix-expired': { charge: PixCharge }; // at most once, after an answer that says not paid
  'balcao-pix-paid': { charge: PixCharge }; // at most once; may follow expired, then charge.late
  'balcao-pix-ended': { charge: PixCharge }; // cancelled, refunded or failed
  'balcao-boleto-created': { charge: BoletoCharge };
  'balcao-boleto-expired': { charge: BoletoCharge }; // at most once, three banking days after the due date at the earliest
  'balcao-boleto-paid': { charge: BoletoCharge }; // at most once, by its bar code or its Pix
  'balcao-boleto-ended': { charge: BoletoCharge }; // cancelled, or its money returned
  'balcao-duplicate': { orderId?: string; payments: { method: Method; identifier?: string; chargeId?: string; amount: string }[] }; // money was taken more than once
  'balcao-problem': {
    operation:
      'config' | 'token' | 'frame' | 'save-card' | 'delete-card' | 'list-cards' | 'pix' | 'pix-status' | 'boleto' | 'stream' | 'notify';
    error: CheckoutError;
  };
}
