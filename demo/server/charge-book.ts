import type { AttemptRecord, ChargeSearch } from '../../src/server/index.js';
import type { Charge, Peer } from '../../src/sandbox/index.js';

/** What is known of attempts and their charges, as plain data. */
export interface ChargeMemory {
  /** The attempt that each token was given for. */
  attempts: Map<string, string>;
  /** The charge of each attempt that was charged. */
  charged: Map<string, { identifier: string; amountCents: number }>;
}

/**
 * The service's records of charges, as the shop may read them: each attempt had a token of its own, so the token of a charge says whose it
 * is. A real shop asks its service's reports, by whatever key a charge carries there.
 */
export class ChargeBook {
  readonly #memory: ChargeMemory;
  readonly #charges: readonly Charge[];
  /** Charges before this one are of an earlier process, whose connections had the same numbers. */
  readonly #first: number;
  readonly #requests = new Map<string, string>();
  readonly #underWay = new Set<string>();

  /** `memory` is changed in place; `charges` are those of the sandbox, to which it adds. */
  constructor(memory: ChargeMemory, charges: readonly Charge[]) {
    this.#memory = memory;
    this.#charges = charges;
    this.#first = charges.length;
  }

  /** Gives a token to an attempt. `false` where it is another one's. */
  assign(token: string, attemptId: string): boolean {
    const { attempts } = this.#memory;
    if (!attempts.has(token)) attempts.set(token, attemptId);
    return attempts.get(token) === attemptId;
  }

  /** Passes a request on to the service, and notes by its token which attempt it is of. */
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

  /** Writes down which charges are whose. */
  writeDown(): void {
    for (const charge of this.#charges.slice(this.#first)) {
      const attemptId = this.#requests.get(formatPeer(charge));
      if (attemptId === undefined || this.#memory.charged.has(attemptId)) continue;
      this.#memory.charged.set(attemptId, { identifier: charge.identifier, amountCents: Math.round(charge.amount * 100) });
    }
  }

  /** What became of an attempt: nobody knows while its request is still with the service, or where its token was not given here. */
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
