import { createButton } from './bench-button.js';
import { formatReais } from 'balcao/domain';
import { announce } from '../page/announcer.js';
import { createElement, findElement } from '../page/find-element.js';
import type { NotebookAttempt, NotebookPage, NotebookPayment, NotebookStand } from '../server/notebook.js';
import type { Finding, FindingAnswer, ShopDesk } from './shop-desk.js';

/** The interval of polling, ms: the maximum delay until the panel shows the actions of another device. */
const EVERY_MS = 2000;

const STANDS: Readonly<Record<NotebookStand, string>> = {
  open: 'em aberto',
  busy: 'em andamento',
  paid: 'pago',
  short: 'pago a menos',
  unclear: 'valor a conferir',
};

const KINDS: Readonly<Record<NotebookPayment['kind'], string>> = {
  paid: 'pagou o pedido',
  extra: 'a mais, para devolver',
  short: 'menos que o pedido',
  unclear: 'valor a conferir',
};

/** The outcomes that a page reports, as words after "a página diz:". */
const TOLD: Readonly<Record<string, string>> = {
  approved: 'aprovado',
  declined: 'recusado',
  failed: 'não foi feito',
  unconfirmed: 'sem resposta',
};

const METHODS: Readonly<Record<NotebookPayment['method'], string>> = {
  card: 'Cartão',
  'saved-card': 'Cartão',
  pix: 'Pix',
  boleto: 'Boleto',
};

const CLOCK = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit' });

/** Mounts the panel that shows the order as the shop's server sees it. In it, a person can resolve attempts whose outcome is unknown. */
export function mountNotebookPanel(checkout: HTMLElement, desk: ShopDesk): void {
  const drawer = findElement('#caderno', HTMLDetailsElement);
  const status = findElement('#notebook-status', HTMLElement);
  let shown = '';
  let timer: ReturnType<typeof setInterval> | undefined;

  const refresh = async (): Promise<void> => {
    const page = await desk.readNotebook(checkout.getAttribute('order-id') ?? '').catch(() => undefined);
    if (!page) status.textContent = 'A loja não respondeu.';
    // An unchanged page is not rendered again, so that its buttons keep the focus.
    if (!page || JSON.stringify(page) === shown) return;
    shown = JSON.stringify(page);
    render(page, (id, finding) => void resolve(id, finding));
  };
  const resolve = async (id: string, finding: Finding): Promise<void> => {
    const answer = await desk.resolve(id, finding).catch(() => undefined);
    status.textContent = answer ? describeAnswer(answer) : 'A loja não respondeu.';
    announce(status.textContent);
    await refresh();
    // The checkout polls its shop again, as it does when a shopper returns to the page.
    dispatchEvent(new PageTransitionEvent('pageshow'));
  };
  drawer.addEventListener('toggle', () => {
    clearInterval(timer);
    if (!drawer.open) return;
    timer = setInterval(() => void refresh(), EVERY_MS);
    void refresh();
  });
  new MutationObserver(() => drawer.open && void refresh()).observe(checkout, { attributeFilter: ['order-id'] });
}

function describeAnswer({ status, countsFrom = 0 }: FindingAnswer): string {
  switch (status) {
    case 'resolved':
      return 'Anotado.';
    case 'early':
      return `Ainda pode ser cobrado: “não foi cobrado” vale só depois das ${CLOCK.format(countsFrom)}.`;
    case 'kept':
      return 'Já se sabia, e fica como está.';
    case 'none':
      return 'A loja não tem esta tentativa.';
  }
}

type Resolve = (id: string, finding: Finding) => void;

function render({ order, attempts, payments }: NotebookPage, resolve: Resolve): void {
  const stand = createElement('span', 'badge', STANDS[order.stand]);
  stand.dataset['stand'] = order.stand;
  findElement('#notebook-order', HTMLElement).replaceChildren(
    createElement('span', 'notebook-number', `nº ${order.orderId}`),
    stand,
    createElement('span', 'notebook-price', formatReais(order.amountCents)),
  );
  findElement('#notebook-payments', HTMLElement).replaceChildren(...order.payments.map((payment) => createPaymentLine(payment)));
  const pending = [
    ...attempts.map((attempt) => createAttemptLine(attempt, resolve)),
    ...payments.map((payment) => createPaymentLine(payment, [createButton('Foi devolvido', () => resolve(payment.paymentId, 'returned'))])),
  ];
  const none = createElement('li', 'notebook-none', 'Nada espera por uma pessoa.');
  findElement('#notebook-pending', HTMLElement).replaceChildren(...(pending.length > 0 ? pending : [none]));
}

function createAttemptLine({ attemptId, orderId, amountCents, state, told }: NotebookAttempt, resolve: Resolve): HTMLLIElement {
  const word = told === undefined ? undefined : TOLD[told];
  const stand = state === 'unconfirmed' ? 'sem confirmação' : 'em andamento';
  return createLine(formatReais(amountCents), `Cartão, ${stand}`, [
    createElement('span', 'notebook-about', `nº ${orderId}${word === undefined ? '' : ` · a página diz: ${word}`}`),
    createActions(
      createButton('Foi cobrado', () => resolve(attemptId, 'charged')),
      createButton('Não foi cobrado', () => resolve(attemptId, 'not-charged')),
    ),
  ]);
}

function createPaymentLine(payment: NotebookPayment, buttons: readonly HTMLButtonElement[] = []): HTMLLIElement {
  const { orderId, method, kind, amountCents, identifier, returnedAt } = payment;
  const about = [buttons.length > 0 ? `nº ${orderId}` : '', identifier ?? ''].filter((text) => text !== '').join(' · ');
  return createLine(
    amountCents === undefined ? 'Valor?' : formatReais(amountCents),
    `${METHODS[method]}, ${returnedAt === undefined ? KINDS[kind] : 'devolvido'}`,
    [createElement('span', 'notebook-about', about), ...(buttons.length > 0 ? [createActions(...buttons)] : [])],
  );
}

function createLine(amount: string, note: string, more: readonly HTMLElement[]): HTMLLIElement {
  const line = createElement('li', 'ledger-line');
  line.append(createElement('span', 'ledger-amount', amount), createElement('span', 'ledger-note', note), ...more);
  return line;
}

function createActions(...buttons: readonly HTMLButtonElement[]): HTMLElement {
  const actions = createElement('span', 'notebook-actions');
  actions.append(...buttons);
  return actions;
}
