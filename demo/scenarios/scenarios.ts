import type { BalcaoEvents } from 'balcao';
import type { ScenarioTools } from './scenario-tools.js';

/** A button of a scenario: a step that the demo takes for the person, or an action of the bank. */
export interface ScenarioAction {
  label: string;
  run(tools: ScenarioTools): Promise<void>;
}

/** A situation that one click prepares. Each scenario begins with a new order, the right time, the network there and no fault. */
export interface Scenario {
  id: string;
  label: string;
  /** The subject of the scenario, in a few words. */
  about: string;
  /** The colour of the scenario: it shows how the attempt ends for the shopper. */
  tone: 'good' | 'bad' | 'open';
  /**
   * The feature of the page that the scenario needs. A page that pays through its shop's relay has no token, and only uses its own origin.
   */
  needs?: 'token' | 'other-host';
  prepare(tools: ScenarioTools): Promise<void>;
  /** The next step, in one line. */
  next: string;
  actions?: readonly ScenarioAction[];
  /** The end of the scenario. When the checkout dispatches `event`, `run` is executed, and then the strip shows `says`. */
  end: { event: keyof BalcaoEvents; says: string; run?(tools: ScenarioTools): Promise<void> };
}

const fillCard: ScenarioAction = { label: 'Preencher cartão de teste', run: (tools) => tools.fillCard() };

/** The scenarios of the bench. */
export const scenarios: readonly Scenario[] = [
  {
    id: 'aprovado',
    label: 'Aprovado',
    about: 'Cartão novo, dia comum',
    tone: 'good',
    prepare: (tools) => tools.choose('card'),
    next: 'Preencha o cartão e pague.',
    actions: [fillCard],
    end: { event: 'balcao-approved', says: 'O extrato do serviço tem uma cobrança, e só uma.' },
  },
  {
    id: 'demorado',
    label: 'Resposta demorada',
    about: 'O serviço leva 4 segundos',
    tone: 'good',
    async prepare(tools) {
      await tools.arm('slow');
      await tools.choose('card');
    },
    next: 'Preencha o cartão, pague, e clique de novo enquanto espera.',
    actions: [fillCard],
    end: { event: 'balcao-approved', says: 'Uma cobrança só, por mais que se clique.' },
  },
  {
    id: 'cartao-salvo',
    label: 'Cartão salvo',
    about: 'Marina volta à loja',
    tone: 'good',
    async prepare(tools) {
      tools.setCustomer('marina');
      await tools.choose('saved-cards');
    },
    next: 'Escolha um cartão e pague.',
    end: { event: 'balcao-approved', says: 'Pago sem digitar o cartão de novo.' },
  },
  {
    id: 'pix-pago',
    label: 'Pix pago',
    about: 'O código, e o banco',
    tone: 'good',
    prepare: (tools) => tools.makeCode(),
    next: 'O código está na tela. Agora faça o papel do banco.',
    actions: [{ label: 'Pagar o Pix', run: (tools) => tools.playBank(['settle', 'return']) }],
    end: { event: 'balcao-pix-paid', says: 'A página soube sozinha, sem recarregar.' },
  },
  {
    id: 'boleto-pago',
    label: 'Boleto pago',
    about: 'O dinheiro leva dois dias',
    tone: 'good',
    prepare: (tools) => tools.makeBoleto('plain'),
    next: 'O boleto está na tela. Pague no banco: o dinheiro só chega dois dias depois.',
    actions: [
      { label: 'Pagar o boleto', run: (tools) => tools.boleto.pay('barcode') },
      { label: 'Dois dias depois', run: (tools) => tools.boleto.passDays(2) },
    ],
    end: { event: 'balcao-boleto-paid', says: 'O banco confirmou, e a página ficou sabendo.' },
  },
  {
    id: 'boleto-pix',
    label: 'Boleto com Pix',
    about: 'Dois jeitos de pagar um só',
    tone: 'good',
    prepare: (tools) => tools.makeBoleto('hybrid'),
    next: 'O boleto tem um código Pix, que aprova na hora. Faça o papel do banco.',
    actions: [{ label: 'Pagar pelo Pix', run: (tools) => tools.boleto.pay('pix') }],
    end: { event: 'balcao-boleto-paid', says: 'Pago na hora: o código de barras não é mais necessário.' },
  },
  {
    id: 'recusado',
    label: 'Recusado',
    about: 'O emissor diz não',
    tone: 'bad',
    async prepare(tools) {
      await tools.arm('decline');
      await tools.choose('card');
    },
    next: 'Preencha o cartão e pague: o emissor vai recusar.',
    actions: [fillCard],
    end: { event: 'balcao-declined', says: 'Nada foi cobrado, e o pedido continua aberto.' },
  },
  {
    id: 'sem-rede',
    label: 'Sem rede',
    about: 'O aparelho perdeu a conexão',
    tone: 'bad',
    needs: 'other-host',
    async prepare(tools) {
      await tools.choose('card');
      tools.setOnline(false);
    },
    next: 'Preencha o cartão e pague: nada pode ser enviado.',
    actions: [fillCard, { label: 'Voltar à rede', run: async (tools) => tools.setOnline(true) }],
    end: {
      event: 'balcao-failed',
      says: 'Nada foi enviado, e o que foi digitado continua lá. A rede voltou: pague agora.',
      run: async (tools) => tools.setOnline(true),
    },
  },
  {
    id: 'token-recusado',
    label: 'Token recusado (401)',
    about: 'A loja não dá o token',
    tone: 'bad',
    needs: 'token',
    async prepare(tools) {
      await tools.arm('token-refused');
      await tools.choose('card');
    },
    next: 'Preencha o cartão e pague: a loja recusa o token.',
    actions: [fillCard],
    end: { event: 'balcao-failed', says: 'Sem token nada foi enviado, e o que foi digitado continua lá.' },
  },
  {
    id: 'pix-adulterado',
    label: 'Pix adulterado',
    about: 'Alguém trocou o código',
    tone: 'bad',
    async prepare(tools) {
      await tools.spoilCode('pix-tampered');
      await tools.makeCode();
    },
    next: 'O código veio adulterado, e o Balcão não o mostrou.',
    end: { event: 'balcao-failed', says: 'O código veio adulterado, e o Balcão não o mostrou.' },
  },
  {
    id: 'boleto-trocado',
    label: 'Boleto trocado',
    about: 'Alguém mexeu nos dígitos',
    tone: 'bad',
    async prepare(tools) {
      await tools.arm('boleto-swapped');
      await tools.makeBoleto('plain');
    },
    next: 'Um dígito foi trocado no caminho, e o Balcão não mostrou o boleto.',
    end: { event: 'balcao-failed', says: 'Um dígito foi trocado no caminho, e o Balcão não mostrou o boleto.' },
  },
  {
    id: 'sem-resposta',
    label: 'Sem resposta',
    about: 'Cobrou? Não se sabe',
    tone: 'open',
    async prepare(tools) {
      await tools.arm('reset-after-charge');
      await tools.choose('card');
    },
    next: 'Preencha o cartão e pague: a cobrança é feita, e a resposta se perde.',
    actions: [fillCard],
    end: { event: 'balcao-unconfirmed', says: 'Ninguém paga de novo: nem nesta aba, nem em outra, nem depois de recarregar.' },
  },
  {
    id: 'pix-vencido',
    label: 'Pix pago depois de vencer',
    about: 'O banco demorou',
    tone: 'open',
    async prepare(tools) {
      await tools.makeCode();
      await tools.playBank(['expire', 'return']);
    },
    next: 'O código venceu. Pague mesmo assim, como quem demorou no banco.',
    actions: [{ label: 'Pagar atrasado', run: (tools) => tools.playBank(['settle', 'return']) }],
    end: { event: 'balcao-pix-paid', says: 'O dinheiro chegou tarde, e conta do mesmo jeito.' },
  },
  {
    id: 'pago-duas-vezes',
    label: 'Pago duas vezes',
    about: 'No cartão, e depois por Pix',
    tone: 'open',
    async prepare(tools) {
      await tools.makeCode();
      await tools.playBank(['expire', 'return']);
      await tools.choose('card');
    },
    next: 'O Pix venceu. Pague com o cartão: logo depois chega também o Pix.',
    actions: [fillCard],
    end: {
      event: 'balcao-approved',
      says: 'O Pix chegou também: a loja fica sabendo, e devolve um dos dois.',
      run: (tools) => tools.playBank(['settle', 'return']),
    },
  },
  {
    id: 'pago-a-menos',
    label: 'Pago a menos',
    about: 'O pedido cresceu depois do código',
    tone: 'open',
    prepare: (tools) => tools.makeCode(),
    next: 'O código está na tela. Ponha mais um café no pedido e pague o valor antigo.',
    actions: [
      {
        label: 'Pôr mais um e pagar',
        async run(tools) {
          await tools.addItem();
          await tools.playBank(['settle', 'return']);
        },
      },
    ],
    end: { event: 'balcao-pix-paid', says: 'Chegou menos do que o pedido custa agora.' },
  },
  {
    id: 'boleto-atrasado',
    label: 'Boleto pago depois de vencer',
    about: 'E dado por não pago',
    tone: 'open',
    async prepare(tools) {
      await tools.makeBoleto('plain');
      await tools.boleto.passTo('expiresAt');
    },
    next: 'Três dias úteis depois do vencimento, nada chegou. Pague mesmo assim.',
    actions: [
      {
        label: 'Pagar atrasado',
        async run(tools) {
          await tools.boleto.pay('barcode');
          await tools.boleto.passDays(2);
        },
      },
    ],
    end: { event: 'balcao-boleto-paid', says: 'O dinheiro chegou tarde, e conta do mesmo jeito.' },
  },
  {
    id: 'boleto-duas-vezes',
    label: 'Boleto pago duas vezes',
    about: 'Por Pix e no código de barras',
    tone: 'open',
    prepare: (tools) => tools.makeBoleto('hybrid'),
    next: 'Pague no código de barras e, antes de o dinheiro chegar, também pelo Pix.',
    actions: [
      {
        label: 'Pagar dos dois jeitos',
        async run(tools) {
          await tools.boleto.pay('barcode');
          await tools.boleto.pay('pix');
        },
      },
      { label: 'Dois dias depois', run: (tools) => tools.boleto.passDays(2) },
    ],
    end: { event: 'balcao-duplicate', says: 'O mesmo boleto foi pago duas vezes: a loja fica sabendo, e devolve uma.' },
  },
];
