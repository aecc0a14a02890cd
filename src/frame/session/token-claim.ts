import { CheckoutError } from '../../domain/errors.js';
import type { TokenClaim } from '../config.js';

/**
 * Throws `token-source` for a JSON Web Token of another merchant. Its signature is the service's to check. A token that can be read by the
 * service alone passes; none does not.
 */
export function assertClaim(token: string | null, wanted: TokenClaim | undefined): void {
  if (!wanted) return;
  const claims = token === null ? {} : readClaims(token);
  if (!claims) return;
  const said = Object.entries(claims).find(([name]) => name === wanted.claim)?.[1];
  const values: unknown[] = Array.isArray(said) ? said : [said];
  if (!values.includes(wanted.value)) {
    throw new CheckoutError(
      'token-source',
      `The token is not of the merchant that this frame is for: its claim "${wanted.claim}" differs.`,
    );
  }
}

/** The claims of a JSON Web Token (RFC 7519, three parts with points between); `undefined` where the text is none. */
function readClaims(token: string): object | undefined {
  const [, part, ...others] = token.split('.');
  if (part === undefined || others.length !== 1) return undefined;
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims === 'object' && claims !== null ? claims : undefined;
  } catch {
    return undefined;
  }
}
