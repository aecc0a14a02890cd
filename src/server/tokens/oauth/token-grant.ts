import { isTokenText } from '../token-rules.js';

/** The tokens of a connection. */
export interface StoredTokens {
  /** The access token. */
  token: string;
  /** Its end, epoch ms; absent where the service did not say. */
  expiresAt?: number;
  refreshToken?: string;
}

/** What came of asking for tokens. `refused`: the grant is no good any more, and never will be. `failed`: not now. */
export type TokenGrant =
  | { status: 'granted'; tokens: StoredTokens }
  | { status: 'refused' }
  /** `message` in English is ours; `waitMs` is what the service asked to wait. */
  | { status: 'failed'; message: string; waitMs?: number };

/** Tokens as the text that is encrypted. */
export function formatTokens({ token, expiresAt, refreshToken }: StoredTokens): string {
  return JSON.stringify({ token, expiresAt, refreshToken });
}

/** Reads that text again; `undefined` where it is another. */
export function parseTokens(text: string | undefined): StoredTokens | undefined {
  const value: unknown = text === undefined ? undefined : JSON.parse(text);
  if (typeof value !== 'object' || value === null) return undefined;
  const { token, expiresAt, refreshToken }: { [Key in keyof StoredTokens]?: unknown } = value;
  if (!isTokenText(token)) return undefined;
  return {
    token,
    ...(typeof expiresAt === 'number' && { expiresAt }),
    ...(typeof refreshToken === 'string' && { refreshToken }),
  };
}
