import type { Sandbox } from '../../src/sandbox/index.js';

/** A card that the sandbox approves, in the wire's names. */
export const goodCard = { holderName: 'ANA SOUZA', expirationDate: '12/30', number: '4111111111111111', securityCode: '123' };

/** A payment that the sandbox approves. */
export const goodPayment = { amount: 149.9, installments: 3, whoPaysFee: 'customer', card: goodCard };

/** An answer with its JSON read. */
export interface ReadAnswer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** What differs from an authorized `POST` of JSON. */
export interface CallOptions {
  method?: string;
  authorization?: string | null;
  signal?: AbortSignal;
  contentType?: string;
}

/** Calls a sandbox as a function, with a fresh token unless told otherwise. */
export async function callSandbox(sandbox: Sandbox, path: string, body?: unknown, options: CallOptions = {}): Promise<ReadAnswer> {
  const answer = await sandbox(createCall(sandbox, path, body, options));
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

function createCall(sandbox: Sandbox, path: string, body: unknown, options: CallOptions): Request {
  const authorization = options.authorization === undefined ? `Bearer ${sandbox.issueToken().token}` : options.authorization;
  return new Request(`https://pagamentos.example/${path}`, {
    method: options.method ?? 'POST',
    headers: { 'Content-Type': options.contentType ?? 'application/json', ...(authorization !== null && { Authorization: authorization }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(options.signal && { signal: options.signal }),
  });
}
