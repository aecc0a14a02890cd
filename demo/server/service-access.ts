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
  /** How requests get there. Rejects where there is no answer. */
  send: (request: Request) => Promise<Response>;
  /** A token for one page. `expiresIn` in seconds, where the service lets the shop choose. */
  issueToken(expiresIn?: number): Promise<ServiceToken>;
  /** Where a Pix charge stands, in the service's own word. */
  readPix(chargeId: string): Promise<string>;
  /** The charges that were made; absent where the service has no such list. `isBusy` while some are still under way. */
  listCharges?: () => Promise<{ charges: ServiceCharge[]; isBusy: boolean }>;
}

/**
 * The sandbox as a service: its control endpoints stand for the shop's private access (login, reports). `send` reaches one that is not
 * behind a network.
 */
export function createSandboxAccess(baseUrl: string, send: ServiceAccess['send'] = (request) => fetch(request)): ServiceAccess {
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await send(new Request(`${baseUrl}__sandbox/${path}`, init));
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
    send,
    issueToken,
    readPix: async (chargeId) => askPix({ baseUrl, send }, chargeId, (await issueToken()).token),
    async listCharges() {
      const { charges, pending } = await ask('state');
      return {
        charges: asList(charges).flatMap(parseCharge),
        isBusy: asList(pending).some((held) => asObject(held)?.['operation'] === 'processPayment'),
      };
    },
  };
}

/** A real service with a token that the shop's server was given. It is for the relay alone and never reaches a page. */
export function createTokenAccess(address: string, token: string): ServiceAccess {
  const baseUrl = address.endsWith('/') ? address : `${address}/`;
  const send = (request: Request): Promise<Response> => fetch(request);
  return {
    baseUrl,
    send,
    readPix: (chargeId) => askPix({ baseUrl, send }, chargeId, token),
    issueToken: () => Promise.resolve({ token, expiresIn: Infinity, now: Date.now() }),
  };
}

/** Asks the service itself; its path is the one that Balcão guesses by default. */
async function askPix({ baseUrl, send }: Pick<ServiceAccess, 'baseUrl' | 'send'>, chargeId: string, token: string): Promise<string> {
  const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json' };
  const answer = await send(new Request(`${baseUrl}pix/qrCode/${encodeURIComponent(chargeId)}`, { headers }));
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
