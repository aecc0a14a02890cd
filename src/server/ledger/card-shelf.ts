import { savedCardKey, type SavedCard } from '../../domain/card/saved-card.js';

/** The most cards that a customer keeps. */
export const MOST_CARDS = 300;

/** A kept card, and when it was paid with last, epoch ms. */
export interface ShelvedCard {
  card: SavedCard;
  usedAt?: number;
}

/** Sorts a customer's cards, which are oldest first: the ones like the card that was paid with last before all others. */
export function sortCards(cards: readonly ShelvedCard[]): SavedCard[] {
  const used = cards.filter(({ usedAt }) => usedAt !== undefined);
  const last = used.reduce<ShelvedCard | undefined>((best, each) => ((each.usedAt ?? 0) >= (best?.usedAt ?? 0) ? each : best), undefined);
  const isLikeLast = (card: SavedCard): boolean => last !== undefined && savedCardKey(card) === savedCardKey(last.card);
  const all = cards.map(({ card }) => card);
  return [...all.filter(isLikeLast), ...all.filter((card) => !isLikeLast(card))];
}
