import { createJsonAnswer, createMessageAnswer, createRefusal, createTextAnswer } from '../answers.js';
import { createDrip, createHugeAnswer, createCut, encodeText } from './fault-bodies.js';
import { ConnectionReset } from './holds.js';
import type { Fault, FaultName } from './faults.js';
import type { HoldEnd } from './holds.js';

/** What the response of a fault is made from. */
export interface FaultCall {
  fault: Fault;
  /** The body of the good response, where the operation was carried out. */
  good: Record<string, unknown>;
  /** Where a redirect leads by default. */
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

type FaultResponder = (call: FaultCall) => Response | undefined | Promise<Response | undefined>;

const respondGood: FaultResponder = (call) => createJsonAnswer(200, call.good);
const respondStatus: FaultResponder = (call) => createStatus(call, Number.parseInt(call.fault.name, 10));
const respondDecline: FaultResponder = ({ fault: { params } }) => createRefusal(params.status ?? 200, params.message ?? DECLINED);
const respondWrongShape: FaultResponder = ({ fault }) => createJsonAnswer(200, fault.params.body ?? { success: true, resultado: 'ok' });
const respondHtml: FaultResponder = () => createTextAnswer(200, HTML, { 'Content-Type': 'text/html; charset=utf-8' });
const breakConnection: FaultResponder = () => {
  throw new ConnectionReset();
};

const RESPONDERS: Readonly<Record<FaultName, FaultResponder>> = {
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
  '400': respondStatus,
  '401': respondStatus,
  '402': (call) => createStatus(call, 402, { success: false, message: call.fault.params.message ?? MESSAGES[402] }),
  '403': respondStatus,
  '404': respondStatus,
  '405': respondStatus,
  '408': respondStatus,
  '408-after-charge': respondStatus,
  '409': respondStatus,
  '413': respondStatus,
  '415': respondStatus,
  '422': respondStatus,
  '429': ({ fault: { params } }) =>
    createMessageAnswer(429, params.message ?? MESSAGES[429] ?? '', { 'Retry-After': String(params.retryAfter ?? 2) }),
  '500': respondStatus,
  '503-after-charge': respondStatus,
  'no-cors-on-error': (call) => createStatus(call, call.fault.params.status ?? 500),
  'no-cors-after-charge': respondGood,
  redirect: ({ fault: { params }, collectUrl }) => createTextAnswer(params.status ?? 307, null, { Location: params.to ?? collectUrl }),
  'wrong-shape': respondWrongShape,
  'wrong-shape-after-charge': respondWrongShape,
  html: respondHtml,
  'html-after-charge': respondHtml,
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
  'pix-tampered': respondGood,
  'pix-resealed': respondGood,
  'pix-recurrence': respondGood,
  'pix-withdrawal': respondGood,
  'pix-garbage': respondGood,
  'status-word': (call) => createJsonAnswer(200, replaceWord(call.good, call.fault.params.word ?? 'DESCONHECIDO')),
};

/**
 * Creates the response that a fault demands; `undefined` continues as if there were no fault. Rejects with `ConnectionReset` where the
 * connection is to break.
 */
export async function createFaultAnswer(call: FaultCall): Promise<Response | undefined> {
  return RESPONDERS[call.fault.name](call);
}

function createStatus({ fault }: FaultCall, status: number, body?: unknown): Response {
  const message = fault.params.message ?? MESSAGES[status] ?? 'Erro.';
  return createJsonAnswer(status, fault.params.body ?? body ?? { message });
}

/** Replaces the status word, in whichever field the variant has it. */
function replaceWord(good: Record<string, unknown>, word: string | number): Record<string, unknown> {
  const field = ['status', 'situacao', 'state'].find((name) => name in good) ?? 'status';
  return { ...good, [field]: word };
}
