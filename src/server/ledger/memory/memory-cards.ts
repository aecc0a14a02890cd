import { MOST_CARDS, sortCards, type ShelvedCard } from '../card-shelf.js';
import type { Ledger } from '../ledger.js';
import type { CardInMemory, LedgerMemory } from './ledger-memory.js';

type CardMethods = 'listCards' | 'keepCard' | 'claimCard' | 'findTokenizedCard' | 'removeCard' | 'noteCardUse' | 'forgetCustomer';

/** The part of a ledger in memory that has the saved cards. */
export function createMemoryCards({ cards }: LedgerMemory): Pick<Ledger, CardMethods> {
  const listKept = (customer: string): ShelvedCard[] =>
    [...cards.values()].flatMap(({ customer: owner, card, usedAt }) =>
      owner === customer && card ? [{ card: { ...card }, ...(usedAt !== undefined && { usedAt }) }] : [],
    );
  return {
    async listCards(customer) {
      return sortCards(listKept(customer));
    },
    async keepCard(customer, card) {
      const known = cards.get(card.cardId);
      if (known && known.customer !== customer) return false;
      if (!known?.card && listKept(customer).length >= MOST_CARDS) return false;
      // A card that was only claimed is kept behind the others.
      if (!known?.card) cards.delete(card.cardId);
      cards.set(card.cardId, { ...known, customer, card: { ...card }, isTokenized: isTokenized(known) });
      return true;
    },
    async claimCard(customer, cardId, brand) {
      const known = cards.get(cardId);
      const isOwn = known?.customer === customer;
      if (!isOwn && isTokenized(known)) return false;
      cards.set(cardId, { ...(isOwn && known), customer, isTokenized: true, ...(brand && { brand }) });
      return true;
    },
    async findTokenizedCard(cardId) {
      const known = cards.get(cardId);
      if (!known || !isTokenized(known)) return undefined;
      return { customer: known.customer, ...(known.brand && { brand: known.brand }) };
    },
    async removeCard(customer, cardId) {
      const known = cards.get(cardId);
      return known?.customer === customer && known.card !== undefined && cards.delete(cardId);
    },
    async noteCardUse(customer, cardId, now) {
      const known = cards.get(cardId);
      if (known?.customer === customer) cards.set(cardId, { ...known, usedAt: now });
    },
    async forgetCustomer(customer) {
      for (const [cardId, { customer: owner }] of cards) if (owner === customer) cards.delete(cardId);
    },
  };
}

function isTokenized(known: CardInMemory | undefined): boolean {
  return known !== undefined && (known.isTokenized === true || !known.card);
}
