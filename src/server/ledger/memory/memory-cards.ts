import { MOST_CARDS, sortCards, type ShelvedCard } from '../card-shelf.js';
import type { Ledger } from '../ledger.js';
import type { LedgerMemory } from './ledger-memory.js';

type CardMethods = 'listCards' | 'keepCard' | 'claimCard' | 'findCardOwner' | 'removeCard' | 'noteCardUse' | 'forgetCustomer';

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
      cards.set(card.cardId, { ...known, customer, card: { ...card } });
      return true;
    },
    async claimCard(customer, cardId) {
      const known = cards.get(cardId);
      if (!known) cards.set(cardId, { customer });
      return !known || known.customer === customer;
    },
    async findCardOwner(cardId) {
      return cards.get(cardId)?.customer;
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
