import { CheckoutError } from '../../domain/errors.js';
import type { TokenClaim, TokenRules } from '../config.js';

/** A JSON Web Token in its compact form (RFC 7515, 3.1): three parts in base64url, without padding, and points between. The first is an object, too. */
const COMPACT = /^([\w-]+)\.([\w-]+)\.[\w-]+$/;

/**
 * Throws `token-source` for what is no JSON Web Token of the merchant that this frame is for. Its signature is the service's to check. Where the
 * config allows opaque tokens, one that says nothing in any of its parts passes.
 */
export function assertClaim(token: string | null, wanted: TokenRules | undefined): void {
  if (wanted?.claim === undefined || hasClaim(COMPACT.exec(token ?? '') ?? [], wanted)) return;
  if (wanted.allowsOpaque && token && !token.split('.').some(readClaims)) return;
  throw new CheckoutError('token-source', `The token is not of the merchant that this frame is for: its claim "${wanted.claim}" differs.`);
}

function hasClaim([, header = '', part = '']: readonly string[], { claim, value }: TokenClaim): boolean {
  const said = Object.entries(readClaims(part) ?? {}).find(([name]) => name === claim)?.[1];
  const values: unknown[] = Array.isArray(said) ? said : [said];
  const about = readClaims(header);
  return about !== undefined && !Array.isArray(about) && values.includes(value);
}

/** What a part says in JSON, however carelessly it is written; `undefined` where it says nothing. */
function readClaims(part: string): object | undefined {
  try {
    const text = atob(
      part
        .replaceAll('-', '+')
        .replaceAll('_', '/')
        .replace(/[^\w+/]/g, ''),
    );
    const claims: unknown = JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (character) => character.charCodeAt(0))));
    return typeof claims === 'object' && claims !== null ? claims : undefined;
  } catch {
    return undefined;
  }
}
