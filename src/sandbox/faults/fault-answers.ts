import { createJsonAnswer, createMessageAnswer, createRefusal, createTextAnswer } from '../answers.js';
import { createDrip, createHugeAnswer, createCut, encodeText } from './fault-bodies.js';
import { ConnectionReset } from './holds.js';
import type { Fault, FaultName } from './faults.js';
import type { HoldEnd } from './holds.js';

/** What a fault has to work with. */
export interface FaultCall {
  fault: Fault;
  /** The good body, where the operation was carried out. */
  good: Record<string, unknown>;
  /** Where a redirect leads unless it is told otherwise. */
  collectUrl: string;
  /** Waits `delayMs`, or without it until released. */
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

type FaultAnswerer = (call: FaultCall) => Response | undefined | Promise<Response | undefined>;

const good: FaultAnswerer = (call) => createJsonAnswer(200, call.good);
const status: FaultAnswerer = (call) => createStatus(call, Number.parseInt(call.fault.name, 10));
const decline: FaultAnswerer = ({ fault: { params } }) => createRefusal(params.status ?? 200, params.message ?? DECLINED);
const wrongShape: FaultAnswerer = ({ fault }) => createJsonAnswer(200, fault.params.body ?? { success: true, resultado: 'ok' });
const html: FaultAnswerer = () => createTextAnswer(200, HTML, { 'Content-Type': 'text/html; charset=utf-8' });
const reset: FaultAnswerer = () => {
  throw new ConnectionReset();
};

const ANSWERERS: Readonly<Record<FaultName, FaultAnswerer>> = {
  decline,
  'success-false': decline,
  slow: async (call) => {
    await call.hold(call.fault.params.ms ?? 3000);
    return good(call);
  },
  hang: async (call) => {
    await call.hold();
    return undefined;
  },
  'hang-after-charge': async (call) => {
    await call.hold();
    return good(call);
  },
  reset,
  'reset-after-charge': reset,
  'cut-after-charge': (call) => createCut(JSON.stringify(call.good)),
  '400': status,
  '401': status,
  '402': (call) => createStatus(call, 402, { success: false, message: call.fault.params.message ?? MESSAGES[402] }),
  '403': status,
  '404': status,
  '405': status,
  '408': status,
  '408-after-charge': status,
  '409': status,
  '413': status,
  '415': status,
  '422': status,
  '429': ({ fault: { params } }) =>
    createMessageAnswer(429, params.message ?? MESSAGES[429] ?? '', { 'Retry-After': String(params.retryAfter ?? 2) }),
  '500': status,
  '503-after-charge': status,
  'no-cors-on-error': (call) => createStatus(call, call.fault.params.status ?? 500),
  'no-cors-after-charge': good,
  redirect: ({ fault: { params }, collectUrl }) => createTextAnswer(params.status ?? 307, null, { Location: params.to ?? collectUrl }),
  'wrong-shape': wrongShape,
  'wrong-shape-after-charge': wrongShape,
  html,
  'html-after-charge': html,
  'empty-after-charge': () => createTextAnswer(200, '', JSON_TYPE),
  '4xx-success-true': (call) => createJsonAnswer(call.fault.params.status ?? 422, call.good),
  'no-message-after-charge': (call) => createJsonAnswer(200, { ...call.good, message: undefined }),
  'identifier-number': (call) =>
    createJsonAnswer(200, { ...call.good, ...('identifier' in call.good && { identifier: Number(call.good['identifier']) }) }),
  huge: (call) => createHugeAnswer(call.good, call.fault.params.bytes ?? 50_000_000),
  'deep-json': () =>
    createTextAnswer(200, `{"success":true,"message":"ok","identifier":${'['.repeat(NEST_DEPTH)}${']'.repeat(NEST_DEPTH)}}`, JSON_TYPE),
  drip: (call) => createDrip(JSON.stringify(call.good), () => call.hold(call.fault.params.ms ?? 1000)),
  'wrong-charset': (call) => {
    const charset = call.fault.params.charset ?? 'iso-8859-1';
    const text = JSON.stringify({ ...call.good, message: ACCENTED });
    return createTextAnswer(200, encodeText(text, charset), { 'Content-Type': `application/json; charset=${charset}` });
  },
  'pix-tampered': good,
  'pix-resealed': good,
  'pix-recurrence': good,
  'pix-withdrawal': good,
  'pix-garbage': good,
  'status-word': (call) => createJsonAnswer(200, replaceWord(call.good, call.fault.params.word ?? 'DESCONHECIDO')),
};

/**
 * Answers a request as its fault wants; `undefined` lets it go on as if nothing had been. Rejects with
 * `ConnectionReset` where the connection is to break.
 */
export async function createFaultAnswer(call: FaultCall): Promise<Response | undefined> {
  return ANSWERERS[call.fault.name](call);
}

function createStatus({ fault }: FaultCall, status: number, body?: unknown): Response {
  const message = fault.params.message ?? MESSAGES[status] ?? 'Erro.';
  return createJsonAnswer(status, fault.params.body ?? body ?? { message });
}

/** Puts a word in the place of the status, in whichever field the variant keeps it. */
function replaceWord(good: Record<string, unknown>, word: string | number): Record<string, unknown> {
  const field = ['status', 'situacao', 'state'].find((name) => name in good) ?? 'status';
  return { ...good, [field]: word };
}
