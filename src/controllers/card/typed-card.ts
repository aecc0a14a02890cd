import type { ChargeOptions } from '../../client/cards/charge.js';
import type { TokenizedCard } from '../../client/cards/card-token.js';
import type { PaymentsClient } from '../../client/create-client.js';
import type { CallOptions } from '../../client/service.js';
import { parseExpiration } from '../../domain/card/expiration.js';
import type { Brand } from '../../domain/card/brands.js';
import { amountFromCents } from '../../domain/money.js';
import type { ChargeResult } from '../../domain/order/charge-result.js';
import type { CardData, CardPayment, CardToTokenize } from '../../domain/payment.js';

/** The terms of a charge, for any card. */
export interface ChargeTerms extends Pick<CardPayment, 'installments' | 'whoPaysFee'> {
  readonly amountCents: number;
}

/** A card that can be charged: a typed card, or a card that the service has stored under a `cardId`. */
export interface ChargeableCard {
  /** The token of the card at the service; absent for a typed card. */
  readonly cardId?: string;
  /** Charges the card. Never rejects. */
  charge(client: PaymentsClient, terms: ChargeTerms, options: ChargeOptions): Promise<ChargeResult>;
}

/** A card that was just exchanged for a `cardId`. */
export interface ExchangedCard extends ChargeableCard, TokenizedCard {
  readonly cardId: string;
  /** The expiry as `MM/YYYY`, for the list of saved cards. */
  readonly expiration: string;
}

/**
 * A complete typed card, with its brand and last four digits for display. It is charged and exchanged where its fields are: if they are in
 * a frame, the page has only the last four digits.
 */
export interface TypedCard extends ChargeableCard {
  readonly cardId?: never;
  readonly brand: Brand;
  readonly last4: string;
  /** Exchanges the card for a `cardId`. Rejects with a `CheckoutError`. */
  exchange(
    client: PaymentsClient,
    terms: Pick<CardToTokenize, 'name' | 'tokenizeExpiration'>,
    options: CallOptions,
  ): Promise<ExchangedCard>;
}

/** Creates a card whose fields are in the page. */
export function createTypedCard(card: CardData, brand: Brand): TypedCard {
  return {
    brand,
    last4: card.number.slice(-4),
    charge: (client, terms, options) => client.processPayment({ ...toReais(terms), card }, options),
    async exchange(client, terms, options) {
      const tokenized = await client.tokenizeCard({ ...card, ...terms }, options);
      const { cardId } = tokenized;
      return {
        ...tokenized,
        expiration: formatExpirationDate(card),
        charge: (charging, due, call) => charging.processPayment({ ...toReais(due), cardId }, { ...call, exchanged: card }),
      };
    },
  };
}

/** Creates a card that the service has stored under a `cardId`. */
export function createTokenizedCard(cardId: string): ChargeableCard {
  return { cardId, charge: (client, terms, options) => client.processPayment({ ...toReais(terms), cardId }, options) };
}

/** Converts terms to those of a client, which takes amounts in reais. */
function toReais({ amountCents, ...terms }: ChargeTerms): Pick<CardPayment, 'amount' | 'installments' | 'whoPaysFee'> {
  return { amount: amountFromCents(amountCents), ...terms };
}

/** Formats the expiry of a card as `MM/YYYY`. */
export function formatExpirationDate({ expirationDate }: CardData): string {
  const { month = 0, year = 0 } = parseExpiration(expirationDate) ?? {};
  return `${String(month).padStart(2, '0')}/${year}`;
}
