import { createJsonResponse, createMessageResponse, createRefusal, createTextResponse } from '../responses.js';
import { CONTROL_SEGMENT, type Operation } from '../operations.js';
import { getFaultKind, type Fault, type FaultName } from './faults.js';
import { ConnectionReset, type HoldEnd } from './holds.js';
import type { SandboxCore } from '../core.js';

/** The input for the response of a fault. */
interface FaultCall {
  fault: Fault;
  /** The body of the good response; empty if the operation was not carried out. */
  good: Record<string, unknown>;
  /** The address to which a redirect leads by default. */
  collectUrl: string;
  /** Waits for `delayMs`, or without it until released. */
  hold: (delayMs?: number) => Promise<HoldEnd>;
}

const MESSAGES: Readonly<Record<number, string>> = {
  400: 'Requisição inválida.',
  401: 'Não autorizado.',
  402: 'Pagamento recusado pelo emissor do cartão.',
  403: 'Acesso negado.',
  404: 'Recurso não encontrado.',
  405: 'Método não permitido.',
  408: 'Tempo de espera esgotado.',
  409: 'Operação em conflito com outra em andamento.',
  413: 'Requisição grande demais.',
  415: 'Tipo de conteúdo não aceito.',
  422: 'Dados não aceitos.',
  429: 'Muitas requisições. Aguarde para tentar de novo.',
  500: 'Erro interno.',
  503: 'Serviço indisponível no momento.',
};

const DECLINED = 'Transação recusada pelo emissor do cartão.';
const ACCENTED = 'Transação concluída: não há pendências.';
const HTML = '<!doctype html><html lang="pt-BR"><title>Manutenção</title><h1>Voltamos já</h1></html>';
const JSON_TYPE = { 'Content-Type': 'application/json' };
const NEST_DEPTH = 200_000;

/** Creates the response of one fault; `undefined` if the request continues as usual. */
type FaultResponder = (call: FaultCall) => Response | undefined | Promise<Response | undefined>;

const respondGood: FaultResponder = (call) => createJsonResponse(200, call.good);
const respondDecline: FaultResponder = ({ fault: { params } }) => createRefusal(params.status ?? 200, params.message ?? DECLINED);
const respondWrongShape: FaultResponder = ({ fault }) => createJsonResponse(200, fault.params.body ?? { success: true, resultado: 'ok' });
const respondHtml: FaultResponder = () => createTextResponse(200, HTML, { 'Content-Type': 'text/html; charset=utf-8' });
const breakConnection: FaultResponder = () => {
  throw new ConnectionReset();
};

/** The responses of faults. Two kinds of fault are missing: those with a status in their name, and those with the good response. */
const RESPONDERS: Readonly<Partial<Record<FaultName, FaultResponder>>> = {
  decline: respondDecline,
  'success-false': respondDecline,
  slow: async (call) => {
    await call.hold(call.fault.params.ms ?? 3000);
    return respondGood(call);
  },
  hang: async (call) => {
    await call.hold();
    return undefined;
  },
  'hang-after-charge': async (call) => {
    await call.hold();
    return respondGood(call);
  },
  reset: breakConnection,
  'reset-after-charge': breakConnection,
  'cut-after-charge': (call) => createCut(JSON.stringify(call.good)),
  '402': (call) => createStatus(call, 402, { success: false, message: call.fault.params.message ?? MESSAGES[402] }),
  '429': ({ fault: { params } }) =>
    createMessageResponse(429, params.message ?? MESSAGES[429] ?? '', { 'Retry-After': String(params.retryAfter ?? 2) }),
  'no-cors-on-error': (call) => createStatus(call, call.fault.params.status ?? 500),
  redirect: ({ fault: { params }, collectUrl }) => createTextResponse(params.status ?? 307, null, { Location: params.to ?? collectUrl }),
  'wrong-shape': respondWrongShape,
  'wrong-shape-after-charge': respondWrongShape,
  html: respondHtml,
  'html-after-charge': respondHtml,
  'empty-after-charge': () => createTextResponse(200, '', JSON_TYPE),
  '4xx-success-true': (call) => createJsonResponse(call.fault.params.status ?? 422, call.good),
  'no-message-after-charge': (call) => createJsonResponse(200, { ...call.good, message: undefined }),
  'identifier-number': (call) =>
    createJsonResponse(200, { ...call.good, ...('identifier' in call.good && { identifier: Number(call.good['identifier']) }) }),
  huge: (call) => createHugeResponse(call.good, call.fault.params.bytes ?? 50_000_000),
  'deep-json': () =>
    createTextResponse(200, `{"success":true,"message":"ok","identifier":${'['.repeat(NEST_DEPTH)}${']'.repeat(NEST_DEPTH)}}`, JSON_TYPE),
  drip: (call) => createDrip(JSON.stringify(call.good), () => call.hold(call.fault.params.ms ?? 1000)),
  'wrong-charset': (call) => {
    const charset = call.fault.params.charset ?? 'iso-8859-1';
    const text = JSON.stringify({ ...call.good, message: ACCENTED });
    return createTextResponse(200, encodeText(text, charset), { 'Content-Type': `application/json; charset=${charset}` });
  },
  'status-word': (call) => createJsonResponse(200, replaceWord(call.good, call.fault.params.word ?? 'DESCONHECIDO')),
};

/**
 * Creates the response of a fault; returns `undefined` if the request continues as if there were no fault. Rejects with `ConnectionReset`
 * if the fault breaks the connection.
 */
async function createFaultResponse(call: FaultCall): Promise<Response | undefined> {
  const { name } = call.fault;
  const status = Number.parseInt(name, 10);
  const respond = RESPONDERS[name] ?? (Number.isNaN(status) ? respondGood : () => createStatus(call, status));
  return respond(call);
}

/** Creates a JSON response with a status. A body in the fault's parameters comes first, then `body`, then a message. */
function createStatus({ fault }: FaultCall, status: number, body?: unknown): Response {
  const message = fault.params.message ?? MESSAGES[status] ?? 'Erro.';
  return createJsonResponse(status, fault.params.body ?? body ?? { message });
}

/** Replaces the status word. The field of the word depends on the variant. */
function replaceWord(good: Record<string, unknown>, word: string | number): Record<string, unknown> {
  const field = ['status', 'situacao', 'state'].find((name) => name in good) ?? 'status';
  return { ...good, [field]: word };
}

const JSON_HEADERS = { 'Content-Type': 'application/json; charset=utf-8' };
const CHUNK_BYTES = 65_536;

/** Creates the good response with a message of `byteCount` bytes. The message is created in chunks while the client reads it. */
function createHugeResponse(good: Record<string, unknown>, byteCount: number): Response {
  const encoder = new TextEncoder();
  const chunk = new Uint8Array(CHUNK_BYTES).fill(0x61);
  const [head = '', tail = ''] = JSON.stringify({ ...good, message: '\u0001' }).split('\\u0001');
  let rest = byteCount;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(head)),
    pull: (controller) => {
      controller.enqueue(chunk.subarray(0, Math.max(0, Math.min(rest, CHUNK_BYTES))));
      rest -= CHUNK_BYTES;
      if (rest > 0) return;
      controller.enqueue(encoder.encode(tail));
      controller.close();
    },
  });
  return createTextResponse(200, body, JSON_HEADERS);
}

/**
 * Creates a response that sends one byte at a time. It waits for `pause` before each byte, and sends the rest at once if released. It ends
 * if the client disconnects.
 */
function createDrip(text: string, pause: () => Promise<HoldEnd>): Response {
  const bytes = new TextEncoder().encode(text);
  let next = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const end = (await pause()) === 'released' ? bytes.length : next + 1;
      controller.enqueue(bytes.subarray(next, end));
      next = end;
      if (next >= bytes.length) controller.close();
    },
  });
  return createTextResponse(200, body, JSON_HEADERS);
}

/** Creates a response whose connection breaks in the middle of the body. */
function createCut(text: string): Response {
  const bytes = new TextEncoder().encode(text);
  const half = bytes.subarray(0, bytes.length >> 1);
  let isSent = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (isSent) controller.error(new ConnectionReset());
      else controller.enqueue(half);
      isSent = true;
    },
  });
  return createTextResponse(200, body, { ...JSON_HEADERS, 'Content-Length': String(bytes.length) });
}

/** Encodes text in Latin-1 (one byte per character) or little-endian UTF-16. */
function encodeText(text: string, charset: string): Uint8Array<ArrayBuffer> {
  const isWide = /^utf-?16/i.test(charset);
  return Uint8Array.from({ length: isWide ? text.length * 2 : text.length }, (_, place) => {
    if (!isWide) return text.charCodeAt(place) & 0xff;
    const unit = text.charCodeAt(place >> 1);
    return place % 2 === 0 ? unit & 0xff : unit >> 8;
  });
}

/** A response of the service, and its visibility to pages of other origins. */
export interface ServiceAnswer {
  response: Response;
  /** True if the response gets no CORS headers, so that a page of another origin cannot read it. */
  isOpaque: boolean;
}

/** The request that a fault applies to. */
interface SpoiledCall {
  request: Request;
  operation: Operation;
  core: SandboxCore;
}

/**
 * Applies a fault to a request. `good` is the body of the good response. Returns `undefined` if the request continues as if there were no
 * fault. Rejects with `ConnectionReset` if the fault breaks the connection.
 */
export async function applyFault(
  fault: Fault,
  { core, operation, request }: SpoiledCall,
  good: Record<string, unknown>,
): Promise<ServiceAnswer | undefined> {
  const collectUrl = new URL(`${core.basePath}${CONTROL_SEGMENT}collect`, request.url).href;
  const hold = (delayMs?: number) => core.holds.wait(operation, request.signal, delayMs);
  const response = await createFaultResponse({ fault, good, collectUrl, hold });
  return response && { response, isOpaque: getFaultKind(fault.name).isOpaque === true };
}
