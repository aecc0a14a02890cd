import type { PanelWords } from '../../src/bin/sandbox/panel/words.js';

/** The descriptions of the sandbox's magic card numbers. */
const CARDS: ReadonlyMap<string, string> = new Map([
  ['4111111111111111', 'Visa · aprova'],
  ['5555555555554444', 'Mastercard · aprova'],
  ['378282246310005', 'Amex · aprova, código de 4 dígitos'],
  ['4000000000000002', 'Visa · o emissor recusa'],
  ['4000000000009995', 'Visa · recusa com 402'],
  ['4100000000000019', 'Visa · o serviço proíbe (403), nada é cobrado'],
  ['4000000000000119', 'Visa · cobra e responde 503'],
  ['4000000000000341', 'Visa · cobra e não responde'],
  ['4000000000000259', 'Visa · aprova depois de 3 s'],
]);

/** The descriptions of the sandbox's magic amounts, by amount in reais. */
const AMOUNTS: ReadonlyMap<number, string> = new Map([
  [4002, 'Cartão · recusa com 402'],
  [4003, 'Cartão · falha com 403'],
  [4029, 'Cartão · falha, pedidos demais'],
  [5000, 'Cartão · sem confirmação, não cobra'],
  [5003, 'Cartão · sem confirmação, cobra'],
  [7001, 'Pix · código com CRC errado'],
  [7002, 'Pix · código de outro recebedor, selado de novo'],
  [7003, 'Pix · nenhum código, 503'],
]);

/** The texts of the sandbox's panel in Portuguese. */
export const portuguese: PanelWords = {
  running: (waiting) => (waiting > 0 ? `No ar, ${waiting} à espera` : 'No ar'),
  lost: 'O sandbox não respondeu.',
  pix: {
    none: 'Gere um código e faça o papel do banco.',
    actions: {
      settle: 'Simular pagamento',
      expire: 'Vencer agora',
      late: 'Vencer e pagar atrasado',
      cancel: 'Cancelar',
      fail: 'Falhar',
      refund: 'Devolver',
    },
    name: (action, amount, time) => `${action}: Pix de ${amount}, ${time}`,
    states: { pending: 'pendente', paid: 'pago', expired: 'vencido', cancelled: 'cancelado', refunded: 'devolvido', failed: 'falhou' },
    pendingUntil: (time) => `pendente até ${time}`,
    paidAt: (time) => `pago às ${time}`,
    next: 'Próximo código',
    codes: {
      '': 'Bom',
      'pix-tampered': 'Adulterado',
      'pix-resealed:receiver': 'Adulterado e selado de novo',
      'pix-withdrawal': 'Com saque',
      'pix-garbage': 'Outro texto',
    },
    planned: 'Vale para o próximo código.',
  },
  charges: {
    none: 'Nenhuma cobrança.',
    count: (count) => (count === 1 ? '1 cobrança' : `${count} cobranças`),
    columns: ['Hora', 'Valor', 'Parcelas', 'Taxa paga por', 'Cartão', 'Identificador'],
  },
  notices: {
    none: 'Nenhum aviso ainda. O serviço avisa a loja de cada Pix pago.',
    columns: ['Hora', 'Endereço', 'Entregue', 'Tentativas'],
    delivered: { yes: 'sim', notYet: 'ainda não', no: 'não' },
  },
  requests: { none: 'Nenhuma requisição ainda.', columns: ['Hora', 'Método', 'Caminho', 'Operação'] },
  faults: {
    operation: 'Operação',
    fault: 'O que acontece',
    carriedOut: 'The operation is carried out.',
    times: 'Quantas vezes',
    plan: 'Armar',
    planned: (operation, fault, times) => `Armado para ${operation}: ${fault}, ${times} vez(es).`,
    clear: 'Desarmar tudo',
    cleared: 'Nada está armado.',
    release: 'Soltar resposta',
    released: (count) => (count === 1 ? '1 resposta solta.' : `${count} respostas soltas.`),
  },
  tokens: {
    life: 'Válido por, em segundos',
    issue: 'Emitir um token',
    revoke: 'Revogar todos',
    revoked: 'Nenhum token vale agora.',
  },
  clock: {
    device: 'Relógio deste aparelho',
    offsets: { '10': '−10 min', '0': 'Certo', '-10': '+10 min' },
    advance: (minutes) => `Avançar ${minutes} min`,
    same: 'O serviço, a loja e este aparelho marcam a mesma hora.',
    apart: (minutes) => `O serviço e a loja estão ${formatSpan(Math.abs(minutes))} ${minutes > 0 ? 'à frente' : 'atrás'} deste aparelho.`,
    hint: 'Quem muda de hora são o serviço e a loja; para a página, é como se o aparelho estivesse errado.',
  },
  cards: {
    hint: 'Validade futura e código quaisquer; Amex pede 4 dígitos no código.',
    describeCard: ({ number, about }) => CARDS.get(number) ?? about,
    describeAmount: ({ amount, about }) => AMOUNTS.get(amount) ?? about,
    copy: 'Copiar',
    copied: 'Copiado.',
    notCopied: 'O navegador não deixou copiar.',
  },
  variant: { use: 'Usar esta variante', used: 'O serviço se comporta assim a partir de agora.' },
};

/** Formats a time in minutes, and from two days on in days. */
function formatSpan(minutes: number): string {
  const days = Math.floor(minutes / 1440);
  return days < 2 ? `${minutes} min` : `${days} dias`;
}
