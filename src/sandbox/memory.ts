import type { FaultName, FaultPlan } from './faults/faults.js';
import type { StoredResponse } from './idempotency.js';
import type { Grants } from './oauth/grant-store.js';
import type { Operation } from './operations.js';
import type { PixState } from './pix/pix-status-words.js';

/**
 * The memory of a sandbox, as plain data that can be cloned and stored. `ledger.requests` and `ledger.collected` hold bodies as received,
 * including card numbers: do not keep them longer than a test.
 */
export interface SandboxMemory {
  /** Everything that the service has recorded. */
  ledger: ServiceRecords;
  /** The expiry of each token, epoch ms, by token. */
  tokens: Map<string, number>;
  /** The responses to charges, by idempotency key. */
  answers: Map<string, StoredResponse>;
  /** The planned faults. */
  plans: FaultPlan[];
  /** The codes and refresh tokens of OAuth 2.0, and the plans of sign-ins; absent in a memory that an older version has created. */
  grants?: Grants;
  /** The time by which the sandbox's clock is ahead of the given one, ms. */
  aheadMs: number;
  /** The identifier of the first charge, a number. Default 700,000,001; with nine digits it is too short for a card number. */
  firstIdentifier?: number;
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

/** The connection of a request, as a server's adapter counts it; zeros if the handler is called as a function. */
export interface Peer {
  /** The number of the connection, from 1. */
  connection: number;
  /** The position of the request on its connection, from 1. A position above 1 means that the connection was reused. */
  ordinal: number;
}

/** A charge that was made. The card's number is not stored. */
export interface Charge extends Peer {
  identifier: string;
  /** The amount in reais, as received. */
  amount: number;
  installments: number;
  whoPaysFee: 'merchant' | 'customer';
  cardId?: string;
  last4: string;
  /** The key in the request, if the variant reads one. */
  idempotencyKey?: string;
  /** The time of the charge, epoch ms. */
  at: number;
  /**
   * True if the browser itself sent the request again: the sandbox had received the same body on a reused connection and broken that
   * connection before its response. A page neither causes nor sees this retry.
   */
  resent: boolean;
}

/** A tokenized card, without its number. */
export interface TokenizedCardRecord {
  cardId: string;
  name: string;
  last4: string;
  /** The expiry of the card, as received. */
  expirationDate: string;
  createdAt: number;
  /** The instant when the `cardId` expires, epoch ms; absent if the request had no `tokenizeExpiration`. */
  validUntil?: number;
  deletedAt?: number;
  /** The fault of the card's number in the table of magic cards. */
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

/** A request as received. Control requests and preflights are not recorded. */
export interface RequestRecord extends Peer {
  /** `undefined` for a path that the service does not have. */
  operation: Operation | undefined;
  method: string;
  path: string;
  headers: Record<string, string>;
  /** The parsed body if it is JSON, else its text. */
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
  /** The number of attempts that have ended, with or without success. */
  tries: number;
}

/** Everything that a sandbox records. */
export interface ServiceRecords {
  charges: Charge[];
  cards: TokenizedCardRecord[];
  pix: PixRecord[];
  requests: RequestRecord[];
  webhooks: WebhookRecord[];
  /** The bodies that were sent to the collecting address, where the fault `redirect` leads. Balcão must never send a body there. */
  collected: string[];
}
