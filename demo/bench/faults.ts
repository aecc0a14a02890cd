import type { FaultName, FaultParams } from 'balcao/sandbox';
import type { BankFault } from '../server/demo-bank.js';
import type { TokenFault } from '../server/token-faults.js';

/** The outcome that the shopper reads at the end. */
export type ExpectedOutcome = 'aprovado' | 'recusado' | 'falhou' | 'sem confirmação' | 'fechado';

/** A fault that a person can choose for the next charge. */
export type DemoFault = {
  id: string;
  label: string;
  /** The true course of events, in one sentence. */
  sentence: string;
  outcome: ExpectedOutcome;
  /**
   * The feature of the page that the fault needs. A page that pays through its shop's relay has no token and sends nothing to another
   * origin.
   */
  needs?: 'token' | 'other-origin';
} & (
  | { at: 'nowhere' }
  | { at: 'service'; fault: FaultName; params?: Readonly<FaultParams> }
  | { at: 'shop'; fault: TokenFault }
  | { at: 'bank'; fault: BankFault }
);

/** A group of related faults under one heading. */
export interface FaultGroup {
  title: string;
  faults: readonly DemoFault[];
}

/** The choice of no fault. */
export const noFault: DemoFault = {
  id: 'approve',
  label: 'Aprovar',
  sentence: 'O serviço cobra e confirma, como em um dia comum.',
  outcome: 'aprovado',
  at: 'nowhere',
};

/** The faults of the panel in their groups, from the harmless to the treacherous. */
export const faultGroups: readonly FaultGroup[] = [
  {
    title: 'Termina bem',
    faults: [
      noFault,
      {
        id: 'unauthorized-once',
        label: 'Token vencido (401)',
        sentence: 'A página pede outro token à loja e envia mais uma vez, pois um 401 nunca cobra.',
        outcome: 'aprovado',
        needs: 'token',
        at: 'service',
        fault: '401',
      },
      {
        id: 'slow',
        label: 'Demorar 4 s',
        sentence: 'A resposta boa chega tarde, mas dentro do prazo; clicar de novo não cobra de novo.',
        outcome: 'aprovado',
        at: 'service',
        fault: 'slow',
        params: { ms: 4000 },
      },
    ],
  },
  {
    title: 'Com certeza não cobrou',
    faults: [
      {
        id: 'decline',
        label: 'Recusar',
        sentence: 'O emissor diz não; o comprador lê o motivo e pode tentar outro cartão.',
        outcome: 'recusado',
        at: 'service',
        fault: 'decline',
      },
      {
        id: 'bad-request',
        label: 'Pedido inválido (400)',
        sentence: 'O serviço não aceita o que foi enviado, e o console avisa quem desenvolve.',
        outcome: 'falhou',
        at: 'service',
        fault: '400',
      },
      {
        id: 'forbidden',
        label: 'Proibido (403)',
        sentence: 'A loja não tem permissão para cobrar; tentar de novo não muda nada.',
        outcome: 'falhou',
        at: 'service',
        fault: '403',
      },
      {
        id: 'rate-limited',
        label: 'Pedidos demais (429)',
        sentence: 'O botão espera os 10 segundos que o serviço pediu.',
        outcome: 'falhou',
        at: 'service',
        fault: '429',
        params: { retryAfter: 10 },
      },
    ],
  },
  {
    title: 'Pode ter cobrado',
    faults: [
      {
        id: 'hang-after-charge',
        label: 'Cobrar e não responder',
        sentence: 'O serviço cobra e se cala; depois de 30 segundos o comprador lê que não se sabe. Solte a resposta e veja.',
        outcome: 'sem confirmação',
        at: 'service',
        fault: 'hang-after-charge',
      },
      {
        id: 'reset-after-charge',
        label: 'Cobrar e cair',
        sentence: 'O serviço cobra e a conexão se rompe antes da resposta.',
        outcome: 'sem confirmação',
        at: 'service',
        fault: 'reset-after-charge',
      },
      {
        id: 'reset',
        label: 'Cair sem cobrar',
        sentence: 'Nada é cobrado, mas a página não tem como saber.',
        outcome: 'sem confirmação',
        at: 'service',
        fault: 'reset',
      },
      {
        id: 'unavailable-after-charge',
        label: 'Cobrar e dizer 503',
        sentence: 'O serviço cobra e se declara fora do ar.',
        outcome: 'sem confirmação',
        at: 'service',
        fault: '503-after-charge',
      },
      {
        id: 'wrong-shape-after-charge',
        label: 'Cobrar e responder outra coisa',
        sentence: 'O serviço cobra e devolve um JSON que não é o combinado.',
        outcome: 'sem confirmação',
        at: 'service',
        fault: 'wrong-shape-after-charge',
      },
      {
        id: 'html-after-charge',
        label: 'Cobrar e responder HTML',
        sentence: 'O serviço cobra, e um proxy troca a resposta por uma página de erro.',
        outcome: 'sem confirmação',
        at: 'service',
        fault: 'html-after-charge',
      },
      {
        id: 'no-cors-after-charge',
        label: 'Cobrar sem CORS',
        sentence: 'O serviço cobra, e o navegador esconde a resposta da página.',
        outcome: 'sem confirmação',
        needs: 'other-origin',
        at: 'service',
        fault: 'no-cors-after-charge',
      },
    ],
  },
  {
    title: 'A loja não dá o token',
    faults: [
      {
        id: 'token-refused',
        label: 'Loja recusa (401)',
        sentence: 'Sem token nada é enviado, e o que foi digitado fica onde está.',
        outcome: 'falhou',
        needs: 'token',
        at: 'shop',
        fault: '401',
      },
      {
        id: 'token-garbage',
        label: 'Loja responde bobagem',
        sentence: 'O que a loja responde não é um token, e nada é enviado.',
        outcome: 'falhou',
        needs: 'token',
        at: 'shop',
        fault: 'garbage',
      },
      {
        id: 'token-hang',
        label: 'Loja não responde',
        sentence: 'Em 15 segundos a página desiste, e nada foi enviado.',
        outcome: 'falhou',
        needs: 'token',
        at: 'shop',
        fault: 'hang',
      },
      {
        id: 'token-closed',
        label: 'Loja fecha o pedido',
        sentence: 'A loja diz que o pedido não aceita mais pagamentos, e nada é enviado.',
        outcome: 'fechado',
        needs: 'token',
        at: 'shop',
        fault: 'closed',
      },
    ],
  },
  {
    title: 'O boleto não serve',
    faults: [
      {
        id: 'boleto-digits',
        label: 'Dígitos errados',
        sentence: 'O banco erra um dígito verificador; o servidor da loja confere, recusa o boleto e é avisado.',
        outcome: 'falhou',
        at: 'bank',
        fault: 'digits',
      },
      {
        id: 'boleto-amount',
        label: 'Outro valor',
        sentence: 'O banco faz o boleto de um real a mais, e o servidor da loja não o entrega.',
        outcome: 'falhou',
        at: 'bank',
        fault: 'amount',
      },
      {
        id: 'boleto-swapped',
        label: 'Trocado no caminho',
        sentence: 'A loja manda o boleto certo, alguém troca um dígito, e o Balcão não o mostra.',
        outcome: 'falhou',
        at: 'bank',
        fault: 'swapped',
      },
      {
        id: 'boleto-silent',
        label: 'Banco não responde',
        sentence: 'A loja desiste depois de alguns segundos; nenhum boleto foi feito, e dá para tentar de novo.',
        outcome: 'falhou',
        at: 'bank',
        fault: 'silent',
      },
    ],
  },
];
