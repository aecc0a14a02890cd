import * as z from 'zod/mini';
import { parseJson } from '../../../client/http/read-body.js';
import { waitAtMost } from '../../../client/http/wait-at-most.js';
import { rememberToken } from '../../../client/tokens/page-tokens.js';
import { CheckoutError, isCheckoutError } from '../../../domain/errors.js';
import { once } from '../../../domain/once.js';
import { presentFields, type PresentFields } from '../../../domain/present-fields.js';
import type { Connection } from '../../ledger/ledger.js';
import type { SealedBox } from '../sealed-box.js';
import {
  isGoodToken,
  isTokenText,
  type ProviderContext,
  type ProviderHealth,
  type ServiceToken,
  type TokenNeed,
} from '../token-provider.js';

/** The pause of this process after a refresh with a temporary failure, ms. */
const PAUSE_MS = 2000;

/** The tokens of a connection, as they are stored. */
const tokensSchema = once(() =>
  z.object({
    /** The access token. */
    token: z.string().check(z.refine(isTokenText)),
    /** The end of the access token, epoch ms; absent if the service did not provide it. */
    expiresAt: z.catch(z.optional(z.number()), undefined),
    refreshToken: z.catch(z.optional(z.string()), undefined),
  }),
);

type StoredTokens = PresentFields<z.infer<ReturnType<typeof tokensSchema>>>;

/** The result of a request for tokens. `refused`: the grant is not valid any more, and never will be. `failed`: a temporary failure. */
export type TokenGrant =
  | { status: 'granted'; tokens: StoredTokens }
  | { status: 'refused' }
  /** `message` is this package's own, in English. `waitMs` is the wait that the service requires. */
  | { status: 'failed'; message: string; waitMs?: number };

/** The dependencies of a keeper. */
interface KeeperOptions {
  /** The connection's name in the ledger. */
  name: string;
  box: SealedBox;
  /** Exchanges a refresh token. */
  refresh: (refreshToken: string) => Promise<TokenGrant>;
  limitMs: number;
  context: ProviderContext;
  /** The path on which somebody signs in, for messages: `/shop/connect`. */
  connectPath: string;
}

type Save = (next: Connection) => Promise<void>;

/**
 * The connection of the shop with the service. Its tokens are in the ledger, encrypted; this process has a copy. Only one instance
 * refreshes at a time, under the ledger's lock. The new refresh token is committed before the new access token is used: a service whose
 * refresh tokens work once (RFC 9700, 4.14.2) takes a second use for theft, and ends the connection.
 */
export class ConnectionKeeper {
  readonly #options: KeeperOptions;
  /** The last decrypted tokens, with their encrypted text as the key: two connections may have the same `changedAt`. */
  #opened: { sealed: string; tokens: StoredTokens | undefined } | undefined;
  #work: Promise<{ tokens: StoredTokens; isNew: boolean }> | undefined;
  /** Tokens that the service granted and the ledger could not store, with the encrypted text that they replace. */
  #unsaved: { after: string; next: Connection } | undefined;
  #isFailing = false;
  #pausedUntil = 0;

  constructor(options: KeeperOptions) {
    this.#options = options;
  }

  /**
   * Returns a token with enough life. Refreshes the token if it has too little life or was refused. Rejects with `token-source` or
   * `aborted`.
   */
  async getToken(need: TokenNeed): Promise<ServiceToken> {
    try {
      const { name, context } = this.#options;
      const known = await this.#requireTokens(await context.ledger.readConnection(name));
      const { token, expiresAt } = isGoodToken(known, need, context.now()) ? known : await this.#renewed(need);
      return presentFields({ token, expiresAt });
    } catch (error) {
      if (isCheckoutError(error) && (error.code === 'token-source' || error.code === 'aborted')) throw error;
      const isLate = isCheckoutError(error) && error.code === 'timeout';
      this.#options.context.report({ type: 'failure', operation: 'refresh', message: 'No token could be had.', error });
      throw new CheckoutError('token-source', isLate ? 'The refresh took too long.' : 'The connection could not be read or written.');
    }
  }

  /** Returns whether there is a connection that need not be replaced. */
  async isConnected(): Promise<boolean> {
    const connection = await this.#options.context.ledger.readConnection(this.#options.name);
    return connection !== undefined && connection.broken === undefined;
  }

  /**
   * Stores the tokens of a sign-in. Resolves with `false` if there is already a connection, and the sign-in was not meant to replace it.
   */
  async connect(tokens: StoredTokens, isReplacing: boolean): Promise<boolean> {
    const { name, context } = this.#options;
    const next = await this.#seal(tokens);
    return context.ledger.withConnection(name, async (connection, save) => {
      if (connection && connection.broken === undefined && !isReplacing) return false;
      await save(next);
      return true;
    });
  }

  async health(): Promise<ProviderHealth> {
    const { name, context } = this.#options;
    try {
      const connection = await context.ledger.readConnection(name);
      if (!connection || connection.broken !== undefined || !(await this.#open(connection))) return 'disconnected';
      return this.#isFailing ? 'failing' : 'ready';
    } catch {
      return 'failing';
    }
  }

  /**
   * Waits for a running refresh, since the service may have already changed the token, and stores tokens that the ledger could not store
   * before.
   */
  async close(): Promise<void> {
    await this.#work?.catch(() => undefined);
    if (!this.#unsaved) return;
    await this.#options.context.ledger.withConnection(this.#options.name, (connection, save) => this.#catchUp(connection, save));
  }

  /** Returns the tokens of a connection. Rejects with `token-source` if somebody must sign in first. */
  async #requireTokens(connection: Connection | undefined): Promise<StoredTokens> {
    const { connectPath } = this.#options;
    if (!connection) throw new CheckoutError('token-source', `The shop is not connected: somebody must sign in at ${connectPath}.`);
    if (connection.broken !== undefined) throw createBrokenError(connectPath);
    const tokens = await this.#open(connection);
    if (tokens) return tokens;
    throw new CheckoutError(
      'token-source',
      `No key opens the connection: give the key it was made with, or sign in anew at ${connectPath}.`,
    );
  }

  /** Decrypts the tokens of a connection; `undefined` if no key opens them. */
  async #open({ sealed }: Connection): Promise<StoredTokens | undefined> {
    if (this.#opened?.sealed === sealed) return this.#opened.tokens;
    const tokens = parseTokens(await this.#options.box.open(sealed, this.#boxName));
    if (tokens) rememberToken(tokens.token);
    this.#opened = { sealed, tokens };
    // Another instance renewed the connection, or somebody signed in: earlier failures do not concern it.
    this.#isFailing = false;
    this.#pausedUntil = 0;
    return tokens;
  }

  /** Returns refreshed tokens. Simultaneous callers share one refresh. */
  async #renewed(need: TokenNeed): Promise<StoredTokens> {
    const { context, limitMs } = this.#options;
    for (;;) {
      const isOwn = !this.#work;
      if (isOwn) this.#assertNotPaused();
      const work = (this.#work ??= this.#renew(need));
      const { tokens, isNew } = await waitAtMost(() => work, { signal: need.signal, limitMs: 2 * limitMs });
      // Work that another request began may have found the token of another instance, with too little life for this request.
      if (isOwn || isNew || isGoodToken(tokens, need, context.now())) return tokens;
    }
  }

  #assertNotPaused(): void {
    const waitMs = this.#pausedUntil - this.#options.context.now();
    if (waitMs > 0) throw new CheckoutError('token-source', 'The refresh failed a moment ago.', { retryAfterMs: waitMs });
  }

  #renew(need: TokenNeed): Promise<{ tokens: StoredTokens; isNew: boolean }> {
    const { name, context } = this.#options;
    // The refresh continues even if the caller gives up, since the service may have already invalidated the old token.
    const work = context.ledger.withConnection(name, (connection, save) => this.#renewLocked(connection, save, need));
    const forget = (): void => {
      this.#work = undefined;
    };
    work.then(forget, forget);
    return work;
  }

  /** Refreshes the tokens under the connection's lock, unless another instance has just done so. */
  async #renewLocked(stored: Connection | undefined, save: Save, need: TokenNeed): Promise<{ tokens: StoredTokens; isNew: boolean }> {
    const connection = await this.#catchUp(stored, save);
    const tokens = await this.#requireTokens(connection);
    const { context, refresh } = this.#options;
    if (!connection || isGoodToken(tokens, need, context.now())) return { tokens, isNew: false };
    if (tokens.refreshToken === undefined) return this.#endWithoutRefresh(connection, tokens, save, need);
    const grant = await refresh(tokens.refreshToken);
    switch (grant.status) {
      case 'granted': {
        const next = await this.#seal(grant.tokens);
        this.#unsaved = { after: connection.sealed, next };
        await save(next);
        this.#unsaved = undefined;
        await this.#open(next);
        return { tokens: grant.tokens, isNew: true };
      }
      case 'refused':
        return this.#break(connection, save, 'The service refused the refresh token.');
      case 'failed':
        this.#isFailing = true;
        this.#pausedUntil = context.now() + Math.max(PAUSE_MS, grant.waitMs ?? 0);
        context.report({ type: 'failure', operation: 'refresh', message: grant.message });
        throw new CheckoutError('token-source', grant.message);
    }
  }

  /** Stores tokens that the ledger could not store before, if the connection has not changed since. Returns the resulting connection. */
  async #catchUp(connection: Connection | undefined, save: Save): Promise<Connection | undefined> {
    const unsaved = this.#unsaved;
    if (!unsaved) return connection;
    const isNext = connection?.sealed === unsaved.after;
    if (isNext) await save(unsaved.next);
    this.#unsaved = undefined;
    return isNext ? unsaved.next : connection;
  }

  /** Rejects a request for a refresh without a refresh token: some services provide none. The connection then ends with its token. */
  #endWithoutRefresh(connection: Connection, { token, expiresAt }: StoredTokens, save: Save, { rejected }: TokenNeed): Promise<never> {
    const isOver = token === rejected || (expiresAt !== undefined && expiresAt <= this.#options.context.now());
    if (isOver) return this.#break(connection, save, 'Its token is over, and the service gave no refresh token.');
    throw new CheckoutError('token-source', 'The token has too little life left, and the service gave no refresh token.');
  }

  /** Marks the connection as broken, and rejects: somebody must sign in again. */
  async #break(connection: Connection, save: Save, reason: string): Promise<never> {
    const { name, context, connectPath } = this.#options;
    await save({ ...connection, changedAt: context.now(), broken: reason });
    context.report({ type: 'warning', message: `The connection "${name}" is over: ${reason} Somebody must sign in at ${connectPath}.` });
    throw createBrokenError(connectPath);
  }

  async #seal(tokens: StoredTokens): Promise<Connection> {
    return { sealed: await this.#options.box.seal(JSON.stringify(tokens), this.#boxName), changedAt: this.#options.context.now() };
  }

  get #boxName(): string {
    return `connection ${this.#options.name}`;
  }
}

function createBrokenError(connectPath: string): CheckoutError {
  return new CheckoutError('token-source', `The connection is over: somebody must sign in at ${connectPath}.`);
}

/** Parses the tokens of a connection; `undefined` for any other text. */
function parseTokens(text: string | undefined): StoredTokens | undefined {
  const { data } = tokensSchema().safeParse(parseJson(text));
  return data && presentFields(data);
}
