import type { FaultName, FaultPlan } from './faults/faults.js';
import type { KeptAnswer } from './idempotency.js';
import type { Grants } from './oauth/grant-book.js';
import type { Operation } from './operations.js';
import type { PixState } from './pix/pix-status-words.js';

/**
 * The memory of a sandbox, as plain data that can be cloned and stored. `ledger.requests` and `ledger.collected` hold bodies as they came,
 * including card numbers: do not store them beyond a test.
 */
export interface SandboxMemory {
  ledger: ServiceRecords;
  /** Tokens, and when they expire, epoch ms. */
  tokens: Map<string, number>;
  /** The responses to charges with an idempotency key, by key. */
  answers: Map<string, KeptAnswer>;
  /** Planned faults. */
  plans: FaultPlan[];
  /** Codes and refresh tokens of OAuth 2.0; absent in a memory of before the sandbox had them. */
  grants?: Grants;
  /** How far the sandbox's clock is ahead of the given one. */
  aheadMs: number;
}

/**
 * Creates the memory of a new sandbox.
 *
 * @example
 * const memory = createMemory();
 * createSandbox({ memory }).issueToken();
 * // A later sandbox knows that token.
 * const later = createSandbox({ memory: structuredClone(memory) });
 * console.log(memory.tokens.size, later.state().charges); // 1 []
 */
export function createMemory(): SandboxMemory {
  return {
    ledger: { charges: [], cards: [], pix: [], requests: [], webhooks: [], collected: [] },
    tokens: new Map(),
    answers: new Map(),
    plans: [],
    aheadMs: 0,
  };
}

/** The connection that a request came on, where an adapter knows it; zeros where the handler is called as a function. */
export interface Peer {
  /** Number of the connection, from 1, counted by the adapter. */
  connection: number;
  /** Position of the request on that connection, from 1. Above 1 the connection was reused. */
  ordinal: number;
}

/** A charge that was made. The number of the card is not stored. */
export interface Charge extends Peer {
  identifier: string;
  /** Reais, as received. */
  amount: number;
  installments: number;
  whoPaysFee: 'merchant' | 'customer';
  cardId?: string;
  last4: string;
  /** The key that the request brought, where the variant reads one. */
  idempotencyKey?: string;
  /** Epoch ms. */
  at: number;
  /**
   * The browser's own retry: the same body had come on a reused connection that the sandbox broke before its response. A page neither
   * causes nor sees it.
   */
  resent: boolean;
}

/** A tokenized card, without its number. */
export interface TokenizedCardRecord {
  cardId: string;
  name: string;
  last4: string;
  /** As received. */
  expirationDate: string;
  createdAt: number;
  /** When the `cardId` stops being valid, epoch ms, where `tokenizeExpiration` was given. */
  validUntil?: number;
  deletedAt?: number;
  /** The fault that the number stands for in the table of magic cards. */
  magic?: FaultName;
}

/** A Pix charge. */
export interface PixRecord {
  id: string;
  number: number;
  text: string;
  amount: number;
  createdAt: number;
  expiresAt: number;
  webhook: boolean;
  state: PixState;
  paidAt?: number;
}

/** A request as it came, except control requests and preflights. */
export interface RequestRecord extends Peer {
  /** `undefined` for a path that the service does not have. */
  operation: Operation | undefined;
  method: string;
  path: string;
  headers: Record<string, string>;
  /** Parsed where it was JSON, else the text. */
  body: unknown;
  at: number;
  resent: boolean;
}

/** A notice that was sent to the webhook address. */
export interface WebhookRecord {
  url: string;
  body: unknown;
  at: number;
  delivered: boolean;
  /** How many tries have ended, well or not. */
  tries: number;
}

/** Everything that a sandbox records. */
export interface ServiceRecords {
  charges: Charge[];
  cards: TokenizedCardRecord[];
  pix: PixRecord[];
  requests: RequestRecord[];
  webhooks: WebhookRecord[];
  /** Bodies that followed a redirect to the collecting address. Balcão must never send one there. */
  collected: string[];
}
