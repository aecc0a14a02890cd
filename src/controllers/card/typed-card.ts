import type { Brand } from '../../domain/card/brands.js';
import type { CardData } from '../../domain/payment.js';

/** A whole card that was typed, with what may be shown of it. */
export interface TypedCard {
  card: CardData;
  brand: Brand;
  last4: string;
}
