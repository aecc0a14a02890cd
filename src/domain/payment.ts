import type { Brand } from './card/brands.js';

/** The payer of the transaction fee: the shop (deducted from what it receives) or the shopper (added to what is paid). */
export type FeePayer = 'merchant' | 'customer';

/** The method by which an order is paid. */
export type Method = 'card' | 'saved-card' | 'pix' | 'boleto';

/** The field of an `invalid` outcome that asks the shopper to confirm that no Pix was paid. */
export const PIX_DENIAL_FIELD = 'pixNotPaid';

/** The result of validating a text that may be incomplete: right, not yet wrong, or wrong. */
export type Verdict = 'valid' | 'possible' | 'invalid';

/** The place of the holder's name in a service's interface: each card has one, a card may have one, or no card has one. */
export type HolderNameRule = 'required' | 'optional' | 'none';

/** The card's fields as the service accepts them. The data exists only as long as the request that needs it. */
export interface CardData {
  /** The name printed on the card. Required, unless `profile.holderName` of the service is another than `required`. */
  holderName?: string;
  /** The card's expiry, as the shopper typed it or as `MM/YY`. The client writes it in the profile's format. */
  expirationDate: string;
  /** The card number, digits only. */
  number: string;
  /** The security code, 3 or 4 digits. */
  securityCode: string;
}

/** The body of `POST /card/processPayment`: a card or the identifier of a tokenized card, never both. */
export type CardPayment = {
  /** The amount in reais, at most two decimals: 149.9 is R$ 149,90. */
  amount: number;
  /** The number of installments: 1 is single-payment credit, 2 or more is installment credit. */
  installments: number;
  /** The payer of the fee; `customer` only with two installments or more. */
  whoPaysFee: FeePayer;
} & ({ card: CardData; cardId?: never } | { cardId: string; card?: never });

/** The body of `POST /card/tokenize`. */
export interface CardToTokenize extends CardData {
  /** The shopper's name for the card: "Visa final 1111" or a nickname. */
  name: string;
  /** The validity of the `cardId`, passed to the service as given. */
  tokenizeExpiration?: string | number;
}

/** A Pix charge to be created, before its fields have the names of the service. */
export type PixChargeRequest = {
  /** The amount in reais, at most two decimals. */
  amount: number;
  /** True if the service reports the payment by its webhook. Not in the request if absent. */
  paymentWebhook?: boolean;
} & (
  | { /** The instant after which the code is no longer valid, epoch ms. */ expiresAt: number; expiresInMs?: never }
  | {
      /** The validity of the code from its creation on, ms, by the service's clock if the token answer has the time. */ expiresInMs: number;
      expiresAt?: never;
    }
);

/** The card of a payment, as events and screens may show it. */
export interface CardLabel {
  brand: Brand;
  /** The last four digits: no more of a card number is ever stored. */
  last4: string;
}
