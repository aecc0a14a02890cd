/** What is known of a sign-in between its beginning and its end. */
export interface SignInFacts {
  /** The secret of PKCE. */
  verifier: string;
  /** A hash of the secret in the browser's cookie. */
  cookieHash: string;
  /** Where the browser goes at the end. */
  returnPath: string;
  /** Whether the person agreed to replace the account that is connected. */
  isReplacing: boolean;
}

/** The facts as the text that is encrypted. */
export function formatSignIn({ verifier, cookieHash, returnPath, isReplacing }: SignInFacts): string {
  return JSON.stringify({ verifier, cookieHash, returnPath, isReplacing });
}

/** Reads that text again; `undefined` where it is another. */
export function parseSignIn(text: string | undefined): SignInFacts | undefined {
  const value: unknown = text === undefined ? undefined : JSON.parse(text);
  if (typeof value !== 'object' || value === null) return undefined;
  const fields: { [Key in keyof SignInFacts]?: unknown } = value;
  const { verifier, cookieHash, returnPath, isReplacing } = fields;
  const isWhole = typeof verifier === 'string' && typeof cookieHash === 'string' && typeof returnPath === 'string';
  return isWhole ? { verifier, cookieHash, returnPath, isReplacing: isReplacing === true } : undefined;
}
