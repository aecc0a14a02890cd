/**
 * Empties the tables of a ledger, but for what its start wrote.
 *
 * @param {import('../../../src/server/index.ts').SqlQuery} query
 */
export async function emptyTables(query) {
  await query(`TRUNCATE balcao_orders, balcao_attempts, balcao_pix, balcao_payments, balcao_outbox, balcao_cards, balcao_connections,
balcao_sign_ins, balcao_counts, balcao_keys`);
}
