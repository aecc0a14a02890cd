import { createButton } from './bench-button.js';
import { formatReais } from 'balcao/domain';
import type { ClockSection } from '../../src/bin/sandbox/panel/panel.js';
import { announce } from '../page/announcer.js';
import { createElement, findElement } from '../page/find-element.js';
import type { ShopAddresses } from '../page/shop-addresses.js';
import type { BankPage, BoletoCode, ShownBoleto } from '../server/demo-bank.js';
import { comeBack, type SandboxControl } from './sandbox-control.js';
import type { ShopDesk } from './shop-desk.js';

/** The interval of polling, ms. */
const EVERY_MS = 2000;

const MINUTES_A_DAY = 1440;

/** The actions of the bank, for the scenarios. */
export interface BoletoPanel {
  /** Pays the order's newest boleto. The money of a bar code arrives two days later. */
  pay(by: BoletoCode): Promise<void>;
  /** Moves the clock of the service, the shop and its bank on. */
  passDays(days: number): Promise<void>;
  /** Moves the clock to just after the end of the time to pay, or to when the newest boleto is called expired. */
  passTo(end: 'payableUntil' | 'expiresAt'): Promise<void>;
}

/** The parts of the page that the panel needs. */
export interface BoletoPanelParts {
  checkout: HTMLElement;
  desk: ShopDesk;
  control: SandboxControl;
  addresses: ShopAddresses;
  clock: ClockSection;
}

/** Mounts the panel in which a person plays the shop's bank: what it knows of the order's boletos, and how time passes. */
export function mountBoletoPanel({ checkout, desk, control, addresses, clock }: BoletoPanelParts): BoletoPanel {
  const drawer = findElement('#boleto', HTMLDetailsElement);
  const kind = findElement('#boleto-kind', HTMLFieldSetElement);
  const read = (): Promise<BankPage> => desk.readBank(checkout.getAttribute('order-id') ?? '');
  let shown = '';
  let timer: ReturnType<typeof setInterval> | undefined;
  let last: Promise<void> = Promise.resolve();

  const refresh = async (): Promise<void> => {
    const page = await read().catch(() => undefined);
    // An unchanged page is not rendered again, so that its buttons keep the focus. The time changes nothing but the words.
    const lines = page?.boletos.map((boleto) => ({ boleto, words: describe(boleto, page.now) }));
    if (!page || JSON.stringify([page.isHybrid, lines]) === shown) return;
    shown = JSON.stringify([page.isHybrid, lines]);
    findElement(`[value=${page.isHybrid ? 'hybrid' : 'plain'}]`, HTMLInputElement, kind).checked = true;
    const none = createElement('li', 'notebook-none', 'Gere um boleto e faça o papel do banco.');
    const items = (lines ?? []).map(({ boleto, words }) => createLine(boleto, words, (by) => void act(() => pay(by, boleto))));
    findElement('#boletos', HTMLElement).replaceChildren(...(items.length > 0 ? items : [none]));
  };
  /** Does one thing after the other: a payment that was ordered before two days pass is made before they pass. */
  const inOrder = (work: () => Promise<void>): Promise<void> => (last = last.catch(() => undefined).then(work));
  const requireNewest = async (): Promise<[ShownBoleto, BankPage]> => {
    const page = await read();
    const [boleto] = page.boletos;
    if (!boleto) throw new Error('The order has no boleto.');
    return [boleto, page];
  };
  const pay = (by: BoletoCode, boleto?: ShownBoleto): Promise<void> =>
    inOrder(async () => {
      const { chargeId } = boleto ?? (await requireNewest())[0];
      await desk.payBoleto(chargeId, by);
      comeBack();
      announce(by === 'pix' ? 'Pago por Pix.' : 'Pago no código de barras: o dinheiro chega em dois dias.');
    });
  const passTo = (end: 'payableUntil' | 'expiresAt'): Promise<void> =>
    inOrder(async () => {
      const [boleto, { now }] = await requireNewest();
      // An hour more, so that no second decides.
      await clock.advance(Math.max(0, Math.ceil((boleto[end] - now) / 60_000)) + 60);
    });
  const passDays = (days: number): Promise<void> => inOrder(() => clock.advance(days * MINUTES_A_DAY));
  const act = async (work: () => Promise<void>): Promise<void> => {
    await work().catch(() => announce('Não deu certo: não há boleto, ou o banco não respondeu.'));
    await refresh();
  };

  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-days]'))
    button.addEventListener('click', () => void act(() => passDays(Number(button.dataset['days']))));
  for (const [id, end] of [
    ['#boleto-overdue', 'payableUntil'],
    ['#boleto-expired', 'expiresAt'],
  ] as const)
    findElement(id, HTMLButtonElement).addEventListener('click', () => void act(() => passTo(end)));
  kind.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement) void act(() => control.setHybrid(target.value === 'hybrid'));
  });
  findElement('#boleto-offer', HTMLFieldSetElement).addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement) addresses.setBoleto(target.value === 'on');
  });
  drawer.addEventListener('toggle', () => {
    clearInterval(timer);
    if (!drawer.open) return;
    timer = setInterval(() => void refresh(), EVERY_MS);
    void refresh();
  });
  new MutationObserver(() => drawer.open && void refresh()).observe(checkout, { attributeFilter: ['order-id'] });
  return { pay, passDays, passTo };
}

/** Describes a boleto as its bank sees it: its payments, or the time that is left. */
function describe({ dueDate, payments, payableUntil, expiresAt }: ShownBoleto, now: number): string {
  if (payments.length > 0) return payments.map(({ by, arrivesAt }) => describePayment(by, arrivesAt, now)).join(' · ');
  if (now < payableUntil) return `vence em ${formatDay(Date.parse(`${dueDate}T12:00Z`))}`;
  return now < expiresAt ? 'venceu; o dinheiro ainda pode chegar' : 'venceu sem pagamento';
}

function describePayment(by: BoletoCode, arrivesAt: number, now: number): string {
  if (by === 'pix') return 'pago por Pix';
  return arrivesAt <= now ? 'pago no código de barras' : `pago no código de barras, dinheiro em ${formatDay(arrivesAt)}`;
}

function formatDay(at: number): string {
  return new Date(at).toLocaleDateString('pt-BR', { day: '2-digit', month: '2-digit', timeZone: 'America/Sao_Paulo' });
}

function createLine(boleto: ShownBoleto, words: string, pay: (by: BoletoCode) => void): HTMLLIElement {
  const line = createElement('li', 'ledger-line');
  const actions = createElement('span', 'notebook-actions');
  if (boleto.isHybrid) actions.append(createButton('Pagar pelo Pix', () => pay('pix')));
  actions.append(createButton('Pagar o código de barras', () => pay('barcode')));
  line.append(
    createElement('span', 'ledger-amount', formatReais(boleto.amountCents)),
    createElement('span', 'ledger-note', words),
    createElement('span', 'notebook-about', `Nosso número ${boleto.chargeId}`),
    actions,
  );
  return line;
}
