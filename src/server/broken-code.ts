import { CheckoutError, isCheckoutError } from '../domain/errors.js';
import { findSqlState } from './ledger/sql-database.js';

/**
 * The classes of SQLSTATE after which a later try may succeed: the connection (08), a transaction that cannot be written here (25), one that
 * was rolled back for another (40), too few resources such as connections (53), an object in use (55), an operator or a time limit (57), the
 * system (58). Poolers report full pools as an internal error (XX), and MySQL many passing errors as HY000.
 */
const PASSING_CLASSES: readonly string[] = ['08', '25', '40', '53', '55', '57', '58', 'XX', 'HY'];

/** The errors of JavaScript itself that wrong code throws. */
const CODE_ERRORS = [TypeError, ReferenceError, RangeError, SyntaxError] as const;

/** The error of a function of the shop that failed, or returned what it must not. It was reported where it was thrown. */
export class ShopFunctionError extends CheckoutError {
  /** True if every further call fails until a person mends the function. */
  readonly isBroken: boolean;

  constructor(message: string, isBroken: boolean) {
    super(isBroken ? 'invalid-config' : 'network', message);
    this.isBroken = isBroken;
  }
}

/**
 * Returns whether an error comes again until a person mends the shop's code, its settings or its database: SQL with a syntax error, a missing
 * table or right, a value of a wrong type, an error of JavaScript. After any other error, such as a lost connection, a later try may succeed.
 */
export function isBroken(error: unknown): boolean {
  if (error instanceof ShopFunctionError) return error.isBroken;
  if (isCheckoutError(error)) return error.code === 'invalid-config';
  const state = findState(error);
  if (state !== undefined) return !PASSING_CLASSES.includes(state.slice(0, 2));
  // `fetch` throws a TypeError with a cause if the network fails.
  return error instanceof Error && error.cause === undefined && CODE_ERRORS.some((type) => error instanceof type);
}

/** Names the SQLSTATE of an error of the database that comes again, for a message: ` (SQLSTATE 42P01)`; otherwise an empty text. */
export function nameSqlState(error: unknown): string {
  const state = findState(error);
  return state === undefined || !isBroken(error) ? '' : ` (SQLSTATE ${state})`;
}

/** Finds the SQLSTATE of an error of PostgreSQL, or of another database of the shop, whose drivers call it `sqlState`. */
function findState(error: unknown): string | undefined {
  const { sqlState }: { sqlState?: unknown } = Object(error);
  return findSqlState(error) ?? (typeof sqlState === 'string' && /^[\dA-Z]{5}$/.test(sqlState) ? sqlState : undefined);
}
