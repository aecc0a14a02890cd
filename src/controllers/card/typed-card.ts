import type { ChargeOptions } from '../../client/cards/charge.js';
import type { TokenizedCard } from '../../client/cards/card-token.js';
import type { PaymentsClient } from '../../client/payments-client.js';
import type { CallOptions } from '../../client/service.js';
import { parseExpiration } from '../../domain/card/expiration.js';
import type { Brand } from '../../domain/card/brands.js';
import { amountFromCents } from '../../domain/money.js';
import type { ChargeResult } from '../../domain/order/charge-result.js';
import type { CardData, CardPayment, CardToTokenize } from '../../domain/payment.js';

/** The terms of a charge, whatever card it is made to. */
export interface ChargeTerms extends Pick<CardPayment, 'installments' | 'whoPaysFee'> {
  readonly amountCents: number;
}

/** A card that can be charged: a typed one, or one that the service knows. */
export interface ChargeableCard {
  /** Of one that the service knows. */
  readonly cardId?: string;
  /** Charges it. Never rejects. */
  charge(client: PaymentsClient, terms: ChargeTerms, options: ChargeOptions): Promise<ChargeResult>;
}

/** A card that was exchanged for a `cardId` just now. */
export interface ExchangedCard extends ChargeableCard, TokenizedCard {
  readonly cardId: string;
  /** `MM/YYYY`, for the list of saved cards. */
  readonly expiration: string;
}

/**
 * A whole card that was typed, with what may be shown of it. It is charged and exchanged where it is: with fields in a frame, the page has no
 * digit of it but the last four.
 */
export interface TypedCard extends ChargeableCard {
  readonly cardId?: never;
  readonly brand: Brand;
  readonly last4: string;
  /** Exchanges it for a `cardId`. Rejects with a `CheckoutError`. */
  exchange(
    client: PaymentsClient,
    terms: Pick<CardToTokenize, 'name' | 'tokenizeExpiration'>,
    options: CallOptions,
  ): Promise<ExchangedCard>;
}

/** A card whose fields are in the page. */
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

/** A card that the service knows by its `cardId`. */
export function createTokenizedCard(cardId: string): ChargeableCard {
  return { cardId, charge: (client, terms, options) => client.processPayment({ ...toReais(terms), cardId }, options) };
}

/** Converts terms to those of a client, which takes reais. */
function toReais({ amountCents, ...terms }: ChargeTerms): Pick<CardPayment, 'amount' | 'installments' | 'whoPaysFee'> {
  return { amount: amountFromCents(amountCents), ...terms };
}

/** Formats the expiry of a card as `MM/YYYY`. */
export function formatExpirationDate({ expirationDate }: CardData): string {
  const { month = 0, year = 0 } = parseExpiration(expirationDate) ?? {};
  return `${String(month).padStart(2, '0')}/${year}`;
}
