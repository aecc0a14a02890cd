import { isBrand } from '../../../domain/card/brands.js';
import type { SavedCard } from '../../../domain/card/saved-card.js';
import { MOST_CARDS, sortCards } from '../ledger-rules.js';
import type { Ledger, SqlRow } from '../ledger.js';
import type { SqlDatabase } from '../sql-database.js';
import { readInteger, readOptionalInteger, readOptionalText, readText } from './rows.js';

type CardMethods = 'listCards' | 'keepCard' | 'claimCard' | 'findTokenizedCard' | 'removeCard' | 'noteCardUse' | 'forgetCustomer';

/** Whether whose it is tokenized a card here. A row without a place was written by `claimCard` alone, of earlier versions too. */
const IS_TOKENIZED = '(balcao_cards.tokenized OR balcao_cards.place IS NULL)';

/** Adds a card, or keeps a claimed or known one of the same customer; a known one keeps its place. No row where it is another customer's. */
const KEEP = `INSERT INTO balcao_cards (card_id, customer, place, name, brand, last4, expiration, valid_until)
VALUES ($1, $2, nextval('balcao_card_places'), $3, $4, $5, $6, $7)
ON CONFLICT (card_id) DO UPDATE SET tokenized = ${IS_TOKENIZED}, place = coalesce(balcao_cards.place, excluded.place), name = excluded.name,
  brand = excluded.brand, last4 = excluded.last4, expiration = excluded.expiration, valid_until = excluded.valid_until
WHERE balcao_cards.customer = excluded.customer
RETURNING card_id`;

/** Writes down who tokenized a card. What somebody else kept under its name goes. No row where another customer tokenized it. */
const CLAIM = `INSERT INTO balcao_cards (card_id, customer, tokenized, tokenized_brand) VALUES ($1, $2, true, $3)
ON CONFLICT (card_id) DO UPDATE SET tokenized = true, customer = excluded.customer, tokenized_brand = excluded.tokenized_brand,
  place = CASE WHEN balcao_cards.customer = excluded.customer THEN balcao_cards.place END,
  used_at = CASE WHEN balcao_cards.customer = excluded.customer THEN balcao_cards.used_at END
WHERE balcao_cards.customer = excluded.customer OR NOT ${IS_TOKENIZED}
RETURNING card_id`;

/** The part of a ledger in SQL that has the saved cards. */
export function createSqlCards(database: SqlDatabase): Pick<Ledger, CardMethods> {
  return {
    async listCards(customer) {
      const rows = await database.query('SELECT * FROM balcao_cards WHERE customer = $1 AND place IS NOT NULL ORDER BY place', [customer]);
      return sortCards(rows.map(readShelvedCard));
    },
    keepCard: (customer, card) =>
      database.transaction(async (query) => {
        // One at a time for a customer, so that no two see room for one more.
        await query(`SELECT pg_advisory_xact_lock(hashtext('balcao_cards'), hashtext($1))`, [customer]);
        const [row] = await query(
          'SELECT count(*) AS count FROM balcao_cards WHERE customer = $1 AND place IS NOT NULL AND card_id <> $2',
          [customer, card.cardId],
        );
        if (!row || readInteger(row, 'count') >= MOST_CARDS) return false;
        const { cardId, name, brand, last4, expiration, validUntil } = card;
        return (await query(KEEP, [cardId, customer, name, brand, last4, expiration, validUntil ?? null])).length > 0;
      }),
    async claimCard(customer, cardId, brand) {
      return (await database.query(CLAIM, [cardId, customer, brand ?? null])).length > 0;
    },
    async findTokenizedCard(cardId) {
      const [row] = await database.query(`SELECT customer, tokenized_brand FROM balcao_cards WHERE card_id = $1 AND ${IS_TOKENIZED}`, [
        cardId,
      ]);
      if (!row) return undefined;
      const brand = readOptionalText(row, 'tokenized_brand');
      return { customer: readText(row, 'customer'), ...(isBrand(brand) && { brand }) };
    },
    async removeCard(customer, cardId) {
      const rows = await database.query(
        'DELETE FROM balcao_cards WHERE card_id = $1 AND customer = $2 AND place IS NOT NULL RETURNING card_id',
        [cardId, customer],
      );
      return rows.length > 0;
    },
    async noteCardUse(customer, cardId, now) {
      await database.query('UPDATE balcao_cards SET used_at = $3 WHERE card_id = $1 AND customer = $2', [cardId, customer, now]);
    },
    async forgetCustomer(customer) {
      await database.query('DELETE FROM balcao_cards WHERE customer = $1', [customer]);
    },
  };
}

function readShelvedCard(row: SqlRow): { card: SavedCard; usedAt?: number } {
  const validUntil = readOptionalInteger(row, 'valid_until');
  const usedAt = readOptionalInteger(row, 'used_at');
  const brand = readOptionalText(row, 'brand');
  return {
    card: {
      cardId: readText(row, 'card_id'),
      name: readText(row, 'name'),
      brand: isBrand(brand) ? brand : 'unknown',
      last4: readText(row, 'last4'),
      expiration: readText(row, 'expiration'),
      ...(validUntil !== undefined && { validUntil }),
    },
    ...(usedAt !== undefined && { usedAt }),
  };
}
