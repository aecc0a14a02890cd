import { CheckoutError } from '../domain/errors.js';

/** Throws an error that names the entry which has a function now. */
function refuse(name: string, entry: string): never {
  throw new CheckoutError('invalid-config', `${name} moved: import { ${name} } from '${entry}'.`);
}

/**
 * Moved to `balcao/server/postgres`.
 *
 * @throws {CheckoutError} `invalid-config`: always. The message names the entry.
 */
export function postgres(_moved: 'Import it from balcao/server/postgres', ..._rest: unknown[]): never {
  return refuse('postgres', 'balcao/server/postgres');
}

/**
 * Moved to `balcao/server/pglite`.
 *
 * @throws {CheckoutError} `invalid-config`: always. The message names the entry.
 */
export function pglite(_moved: 'Import it from balcao/server/pglite'): never {
  return refuse('pglite', 'balcao/server/pglite');
}

/**
 * Moved to `balcao/server/oauth`.
 *
 * @throws {CheckoutError} `invalid-config`: always. The message names the entry.
 */
export function oauthTokens(_moved: 'Import it from balcao/server/oauth'): never {
  return refuse('oauthTokens', 'balcao/server/oauth');
}
