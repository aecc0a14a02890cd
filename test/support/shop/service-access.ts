import { asObject, readNumber, readText } from './json-http.js';

/** A token with its life in seconds, the server's time and which service it is of, as Balcão's `TokenAnswer` has it. */
export interface ServiceToken {
  token: string;
  expiresIn: number;
  now: number;
  environment?: 'sandbox' | 'live';
}

/** A charge as the service's own records show it. */
export interface ServiceCharge {
  identifier: string;
  amountCents: number;
  installments: number;
  last4: string;
  cardId?: string;
  /** Epoch ms. */
  at: number;
}

/** What the shop's server may ask the service. */
export interface ServiceAccess {
  /** With the slash at the end. */
  baseUrl: string;
  /** A token for one page. `expiresIn` in seconds. */
  issueToken(expiresIn?: number): Promise<ServiceToken>;
  /** Where a Pix charge stands, in the service's own word. */
  readPix(chargeId: string): Promise<string>;
  /** The charges that were made. `isBusy` while some are still under way. */
  listCharges(): Promise<{ charges: ServiceCharge[]; isBusy: boolean }>;
}

/** The sandbox as a service: its control endpoints stand for the shop's private access (login, reports). */
export function createSandboxAccess(baseUrl: string): ServiceAccess {
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${baseUrl}__sandbox/${path}`, init);
    if (!answer.ok) throw new Error(`The sandbox answered ${answer.status} to ${path}.`);
    return asObject(await answer.json()) ?? {};
  };
  const issueToken = async (expiresIn?: number): Promise<ServiceToken> => {
    const answer = await ask('token', { method: 'POST', body: JSON.stringify({ expiresIn }) });
    const { environment } = answer;
    return {
      token: readText(answer, 'token') ?? '',
      expiresIn: readNumber(answer, 'expiresIn') ?? 0,
      now: readNumber(answer, 'now') ?? Date.now(),
      ...((environment === 'sandbox' || environment === 'live') && { environment }),
    };
  };
  return {
    baseUrl,
    issueToken,
    readPix: async (chargeId) => askPix(baseUrl, chargeId, (await issueToken()).token),
    async listCharges() {
      const { charges, pending } = await ask('state');
      return {
        charges: asList(charges).flatMap(parseCharge),
        isBusy: asList(pending).some((held) => asObject(held)?.['operation'] === 'processPayment'),
      };
    },
  };
}

/** Asks the service itself; its path is the one that Balcão guesses by default. */
async function askPix(baseUrl: string, chargeId: string, token: string): Promise<string> {
  const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json' };
  const answer = await fetch(`${baseUrl}pix/qrCode/${encodeURIComponent(chargeId)}`, { headers });
  const body = answer.ok ? (asObject(await answer.json()) ?? {}) : {};
  const word = ['status', 'situacao', 'state'].map((name) => body[name]).find((value) => value !== undefined);
  if (typeof word !== 'string' && typeof word !== 'number') throw new Error(`The service answered ${answer.status} about a Pix charge.`);
  return String(word);
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function parseCharge(value: unknown): ServiceCharge[] {
  const charge = asObject(value) ?? {};
  const [identifier, last4, cardId] = ['identifier', 'last4', 'cardId'].map((name) => readText(charge, name));
  const [amount, installments, at] = ['amount', 'installments', 'at'].map((name) => readNumber(charge, name));
  if (identifier === undefined || last4 === undefined || amount === undefined || installments === undefined || at === undefined) return [];
  return [{ identifier, last4, amountCents: Math.round(amount * 100), installments, at, ...(cardId !== undefined && { cardId }) }];
}
