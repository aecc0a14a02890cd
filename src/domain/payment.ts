import type { Brand } from './card/brands.js';

/** Who bears the transaction fee: the shop (deducted from what it receives) or the shopper (added to what is paid). */
export type FeePayer = 'merchant' | 'customer';

/** How an order is paid. */
export type Method = 'card' | 'saved-card' | 'pix';

/** The field of an `invalid` outcome that asks the shopper to say that no Pix was paid. */
export const PIX_DENIAL_FIELD = 'pixNotPaid';

/** The result of checking text that may not be fully typed yet: right, not yet wrong, wrong. */
export type Verdict = 'valid' | 'possible' | 'invalid';

/** The card as the service accepts it, field by field. Lives only as long as the request that needs it. */
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

/** A Pix charge to be created, before it has the wire's names. */
export type PixChargeRequest = {
  /** Reais, at most two decimals. */
  amount: number;
  /** True if the service reports the payment by its webhook; left out of the request when absent. */
  paymentWebhook?: boolean;
} & (
  | { /** The instant after which the code is no longer valid, epoch ms. */ expiresAt: number; expiresInMs?: never }
  | {
      /** For how long the code is valid, ms, by the service's clock where the token answer has it. */ expiresInMs: number;
      expiresAt?: never;
    }
);

/** The card of a payment, as events and screens may name it. */
export interface CardLabel {
  brand: Brand;
  /** The last four digits: all that is ever stored of a card number. */
  last4: string;
}
