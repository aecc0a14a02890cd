import type { AttemptRecord, ChargeSearch } from '../../src/server/index.js';
import type { Charge, Peer } from '../../src/sandbox/index.js';

/** The attempts and their charges, as plain data. */
export interface ChargeMemory {
  /** The attempt of each token. */
  attempts: Map<string, string>;
  /** The charge of each attempt that was charged. */
  charged: Map<string, { identifier: string; amountCents: number }>;
}

/**
 * The service's records of charges, for the shop. Each attempt has its own token, so the token of a charge identifies its attempt. A real
 * shop reads its service's reports, by the key that a charge has there.
 */
export class ChargeBook {
  readonly #memory: ChargeMemory;
  readonly #charges: readonly Charge[];
  /** The index of the first charge of this process. Earlier processes numbered their connections in the same way. */
  readonly #first: number;
  readonly #requests = new Map<string, string>();
  readonly #underWay = new Set<string>();

  /** `memory` is changed in place. `charges` is the sandbox's list, to which the sandbox adds. */
  constructor(memory: ChargeMemory, charges: readonly Charge[]) {
    this.#memory = memory;
    this.#charges = charges;
    this.#first = charges.length;
  }

  /** Assigns a token to an attempt. Returns `false` if the token belongs to another attempt. */
  assign(token: string, attemptId: string): boolean {
    const { attempts } = this.#memory;
    if (!attempts.has(token)) attempts.set(token, attemptId);
    return attempts.get(token) === attemptId;
  }

  /** Passes a request on to the service, and records the attempt of the request, which its token identifies. */
  async watch(request: Request, peer: Peer, service: () => Promise<Response>): Promise<Response> {
    const [, token = ''] = /^Bearer (\S+)$/.exec(request.headers.get('Authorization') ?? '') ?? [];
    const attemptId = this.#memory.attempts.get(token);
    if (attemptId === undefined) return service();
    const key = formatPeer(peer);
    this.#requests.set(key, attemptId);
    this.#underWay.add(key);
    try {
      return await service();
    } finally {
      this.#underWay.delete(key);
      this.writeDown();
    }
  }

  /** Records the attempt of each new charge. */
  writeDown(): void {
    for (const charge of this.#charges.slice(this.#first)) {
      const attemptId = this.#requests.get(formatPeer(charge));
      if (attemptId === undefined || this.#memory.charged.has(attemptId)) continue;
      this.#memory.charged.set(attemptId, { identifier: charge.identifier, amountCents: Math.round(charge.amount * 100) });
    }
  }

  /**
   * Finds the charge of an attempt. The result is unknown while the service still handles its request, and if its token was not assigned
   * here.
   */
  find({ attemptId }: Pick<AttemptRecord, 'attemptId'>): ChargeSearch {
    this.writeDown();
    const { attempts, charged } = this.#memory;
    const charge = charged.get(attemptId);
    if (charge) return { status: 'charged', ...charge };
    const isUnderWay = [...this.#underWay].some((key) => this.#requests.get(key) === attemptId);
    const isKnown = [...attempts.values()].includes(attemptId);
    return { status: isKnown && !isUnderWay ? 'not-charged' : 'unknown' };
  }
}

function formatPeer({ connection, ordinal }: Peer): string {
  return `${connection}/${ordinal}`;
}
