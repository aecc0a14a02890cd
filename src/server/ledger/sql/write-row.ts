import type { SqlQuery } from '../ledger.js';

/** What a row is written as: columns by name, so that columns of a newer version keep what they have. */
export type ColumnValues = Readonly<Record<string, string | number | null>>;

/** Adds a row. */
export async function insertRow(query: SqlQuery, table: string, values: ColumnValues): Promise<void> {
  const columns = Object.keys(values);
  const places = columns.map((_, index) => `$${index + 1}`);
  await query(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`, Object.values(values));
}

/** Changes the one row that has these keys. Throws where there is none. */
export async function updateRow(query: SqlQuery, table: string, keys: ColumnValues, values: ColumnValues): Promise<void> {
  const all = [...Object.keys(keys), ...Object.keys(values)];
  const parts = all.map((column, index) => `${column} = $${index + 1}`);
  const keyCount = Object.keys(keys).length;
  const where = parts.slice(0, keyCount).join(' AND ');
  const set = parts.slice(keyCount).join(', ');
  const rows = await query(`UPDATE ${table} SET ${set} WHERE ${where} RETURNING 1 AS one`, [
    ...Object.values(keys),
    ...Object.values(values),
  ]);
  if (rows.length !== 1) throw new Error(`A row of ${table} that was read is not there any more.`);
}
