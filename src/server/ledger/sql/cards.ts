import { isBrand } from '../../../domain/card/brands.js';
import { presentFields } from '../../../domain/present-fields.js';
import { MOST_CARDS, sortCards, type KeptCard } from '../ledger-rules.js';
import type { Ledger, SqlRow } from '../ledger.js';
import type { SqlDatabase } from '../sql-database.js';
import { getInteger, findInteger, findText, getText } from './rows.js';

type CardMethods = 'listCards' | 'keepCard' | 'claimCard' | 'findTokenizedCard' | 'removeCard' | 'noteCardUse' | 'forgetCustomer';

/**
 * The condition that the card's customer tokenized it here. A row without a place was written by `claimCard` alone, also by earlier
 * versions.
 */
const IS_TOKENIZED = '(balcao_cards.tokenized OR balcao_cards.place IS NULL)';

/**
 * Adds a card, or updates a claimed or known card of the same customer; a known card keeps its place. Returns no row if the card belongs to
 * another customer.
 */
const KEEP = `INSERT INTO balcao_cards (card_id, customer, place, name, brand, last4, expiration, valid_until)
VALUES ($1, $2, nextval('balcao_card_places'), $3, $4, $5, $6, $7)
ON CONFLICT (card_id) DO UPDATE SET tokenized = ${IS_TOKENIZED}, place = coalesce(balcao_cards.place, excluded.place), name = excluded.name,
  brand = excluded.brand, last4 = excluded.last4, expiration = excluded.expiration, valid_until = excluded.valid_until
WHERE balcao_cards.customer = excluded.customer
RETURNING card_id`;

/**
 * Records the customer who tokenized a card. A card that another customer kept under the same `card_id` is dropped. Returns no row if
 * another customer tokenized the card.
 */
const CLAIM = `INSERT INTO balcao_cards (card_id, customer, tokenized, tokenized_brand) VALUES ($1, $2, true, $3)
ON CONFLICT (card_id) DO UPDATE SET tokenized = true, customer = excluded.customer, tokenized_brand = excluded.tokenized_brand,
  place = CASE WHEN balcao_cards.customer = excluded.customer THEN balcao_cards.place END,
  used_at = CASE WHEN balcao_cards.customer = excluded.customer THEN balcao_cards.used_at END
WHERE balcao_cards.customer = excluded.customer OR NOT ${IS_TOKENIZED}
RETURNING card_id`;

/** Creates the part of a ledger in SQL that stores the saved cards. */
export function createSqlCards(database: SqlDatabase): Pick<Ledger, CardMethods> {
  return {
    async listCards(customer) {
      const rows = await database.query('SELECT * FROM balcao_cards WHERE customer = $1 AND place IS NOT NULL ORDER BY place', [customer]);
      return sortCards(rows.map(convertCard));
    },
    keepCard: (customer, card) =>
      database.transaction(async (query) => {
        // The lock admits one call at a time for a customer, so that no two calls both find room for the last card.
        await query(`SELECT pg_advisory_xact_lock(hashtext('balcao_cards'), hashtext($1))`, [customer]);
        const others = 'SELECT count(*) AS count FROM balcao_cards WHERE customer = $1 AND place IS NOT NULL AND card_id <> $2';
        const [row] = await query(others, [customer, card.cardId]);
        if (!row || getInteger(row, 'count') >= MOST_CARDS) return false;
        const { cardId, name, brand, last4, expiration, validUntil } = card;
        return (await query(KEEP, [cardId, customer, name, brand, last4, expiration, validUntil ?? null])).length > 0;
      }),
    async claimCard(customer, cardId, brand) {
      return (await database.query(CLAIM, [cardId, customer, brand ?? null])).length > 0;
    },
    async findTokenizedCard(cardId) {
      const sql = `SELECT customer, tokenized_brand FROM balcao_cards WHERE card_id = $1 AND ${IS_TOKENIZED}`;
      const [row] = await database.query(sql, [cardId]);
      if (!row) return undefined;
      const brand = findText(row, 'tokenized_brand');
      return { customer: getText(row, 'customer'), ...(isBrand(brand) && { brand }) };
    },
    async removeCard(customer, cardId) {
      const sql = 'DELETE FROM balcao_cards WHERE card_id = $1 AND customer = $2 AND place IS NOT NULL RETURNING card_id';
      return (await database.query(sql, [cardId, customer])).length > 0;
    },
    async noteCardUse(customer, cardId, now) {
      await database.query('UPDATE balcao_cards SET used_at = $3 WHERE card_id = $1 AND customer = $2', [cardId, customer, now]);
    },
    async forgetCustomer(customer) {
      await database.query('DELETE FROM balcao_cards WHERE customer = $1', [customer]);
    },
  };
}

function convertCard(row: SqlRow): KeptCard {
  const brand = findText(row, 'brand');
  return presentFields({
    card: presentFields({
      cardId: getText(row, 'card_id'),
      name: getText(row, 'name'),
      brand: isBrand(brand) ? brand : ('unknown' as const),
      last4: getText(row, 'last4'),
      expiration: getText(row, 'expiration'),
      validUntil: findInteger(row, 'valid_until'),
    }),
    usedAt: findInteger(row, 'used_at'),
  });
}
