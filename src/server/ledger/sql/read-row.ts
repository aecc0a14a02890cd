import type { SqlRow } from '../ledger.js';

/** Reads a text. Throws where there is none. */
export function readText(row: SqlRow, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new Error(`The column ${column} has no text.`);
  return value;
}

/** Reads a text that may be null. */
export function readOptionalText(row: SqlRow, column: string): string | undefined {
  return isMissing(row[column]) ? undefined : readText(row, column);
}

/** Reads an integer: drivers give a `bigint` column as text, as a number or as a `bigint`. Throws where it is none that a number can be. */
export function readInteger(row: SqlRow, column: string): number {
  const value = row[column];
  const integer = typeof value === 'string' && value !== '' ? Number(value) : typeof value === 'bigint' ? Number(value) : value;
  if (typeof integer !== 'number' || !Number.isSafeInteger(integer)) throw new Error(`The column ${column} has no safe integer.`);
  return integer;
}

/** Reads an integer that may be null. */
export function readOptionalInteger(row: SqlRow, column: string): number | undefined {
  return isMissing(row[column]) ? undefined : readInteger(row, column);
}

/**
 * Reads one of these words. Throws for any other: a newer version may have written it, and what it means for money an older one cannot know.
 */
export function readWord<Word extends string>(row: SqlRow, column: string, words: Readonly<Record<Word, true>>): Word {
  const text = readText(row, column);
  if (!isWord(text, words)) throw new Error(`This version does not know the word "${text}" of the column ${column}.`);
  return text;
}

/** Reads one of these words, or null. */
export function readOptionalWord<Word extends string>(row: SqlRow, column: string, words: Readonly<Record<Word, true>>): Word | undefined {
  return isMissing(row[column]) ? undefined : readWord(row, column, words);
}

/** Reads rows that came as one value of JSON; drivers may leave it as text. */
export function readJsonRows(row: SqlRow, column: string): readonly SqlRow[] {
  const value = row[column];
  if (isMissing(value)) return [];
  const parsed: unknown = typeof value === 'string' ? JSON.parse(value) : value;
  if (!Array.isArray(parsed) || !parsed.every(isRow)) throw new Error(`The column ${column} has no rows.`);
  return parsed;
}

function isRow(value: unknown): value is SqlRow {
  return typeof value === 'object' && value !== null;
}

function isMissing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function isWord<Word extends string>(text: string, words: Readonly<Record<Word, true>>): text is Word {
  return Object.hasOwn(words, text);
}
