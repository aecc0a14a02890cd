import type { Brand } from './card/brands.js';

/** Who bears the transaction fee: the shop (deducted from what it receives) or the shopper (added to what is paid). */
export type FeePayer = 'merchant' | 'customer';

/** How an order is paid. */
export type Method = 'card' | 'saved-card' | 'pix';

/** The field of an `invalid` outcome that is not sent before the shopper says that no Pix was paid. */
export const PIX_DENIAL_FIELD = 'pixNotPaid';

/** A three-way answer about text that may still be growing: right, not yet wrong, wrong. */
export type Verdict = 'valid' | 'possible' | 'invalid';

/** The card as the service takes it, field by field. Lives only as long as the request that needs it. */
export interface CardData {
  /** Name printed on the card. */
  holderName: string;
  /** Card expiry as the shopper gave it or as `MM/YY`; the client writes it as the profile says. */
  expirationDate: string;
  /** Card number, digits only. */
  number: string;
  /** Security code, 3 or 4 digits. */
  securityCode: string;
}

/** Body of `POST /card/processPayment`: a card or the identifier of a tokenized one, never both. */
export type CardPayment = {
  /** Reais, at most two decimals; 149.9 is R$ 149,90. */
  amount: number;
  /** 1 is single-payment credit; 2 or more is installment credit. */
  installments: number;
  /** `customer` only with two installments or more. */
  whoPaysFee: FeePayer;
} & ({ card: CardData; cardId?: never } | { cardId: string; card?: never });

/** Body of `POST /card/tokenize`. */
export interface CardToTokenize extends CardData {
  /** Name by which the shopper knows the card: "Visa final 1111" or a nickname. */
  name: string;
  /** How long the `cardId` stays valid, passed to the service as given. */
  tokenizeExpiration?: string | number;
}

/** A Pix charge to be made, before it has the wire's names. */
export type PixChargeRequest = {
  /** Reais, at most two decimals. */
  amount: number;
  /** Whether payment is told through the service's webhook; left out of the request when absent. */
  paymentWebhook?: boolean;
} & (
  | { /** The instant after which the code is no longer good, epoch ms. */ expiresAt: number; expiresInMs?: never }
  | { /** For how long the code is good, by the service's clock where the token answer tells it. */ expiresInMs: number; expiresAt?: never }
);

/** What a payment was made with, as events and screens may name it. */
export interface CardLabel {
  brand: Brand;
  /** The last four digits: all that is ever kept of a number. */
  last4: string;
}
