import { formatAmount, formatReais, parseAmount } from 'balcao/domain';
import { createCart } from './cart.js';
import { findElement } from '../page/find-element.js';
import { computePixPriceCents } from './pix-price.js';
import type { ShopAddresses } from '../page/shop-addresses.js';
import type { OrderStore, StoredOrder } from './order-store.js';

/** The parameter of the order in the page's address. A reload or a second tab then has the same order. */
const ORDER_PARAMETER = 'pedido';

/**
 * The messages of the shop beside the checkout. An event is no proof of payment: a real shop ships only after its server has asked the
 * service.
 */
const ORDER_STATES = {
  open: '',
  approved: 'Pedido confirmado. Obrigado, e bom café!',
  unconfirmed: 'Estamos conferindo o pagamento deste pedido.',
  short: 'Falta uma parte do pagamento deste pedido.',
  twice: 'Este pedido foi pago mais de uma vez: vamos devolver o que passou.',
} as const;

/** The order of this page, with the changes that the bench can make. */
export interface PageOrder {
  /** Begins a new order with the first cart. Resolves when the shop's server knows its price. */
  openNew(): Promise<void>;
  /**
   * Adds one of the first item to the order, even if the page has locked the order, as another tab of the shop could do. Resolves when the
   * shop's server knows the new price.
   */
  addItem(): Promise<void>;
}

/**
 * Synchronizes the order's number and its prices, by card and by Pix, between the summary, the bench, the checkout and the shop's server.
 * If the server knows the order from another visit or another device, the order keeps that price.
 */
export async function mountOrder(checkout: HTMLElement, addresses: ShopAddresses, store: OrderStore): Promise<PageOrder> {
  const amount = findElement('#amount', HTMLInputElement);
  const cart = createCart(findElement('#items', HTMLElement), () => setAmount(formatAmount(cart.totalCents())));

  const pixChoice = findElement('#pix-price-choice', HTMLFieldSetElement);
  const lowerByPix = findElement('[value=lower]', HTMLInputElement, pixChoice);
  let current = '';
  let saved = Promise.resolve();

  const setAmount = (text: string): void => {
    amount.value = text;
    checkout.setAttribute('amount', text);
    const cents = parseAmount(text);
    const pixCents = cents === undefined || !lowerByPix.checked ? undefined : computePixPriceCents(cents);
    if (pixCents === undefined) checkout.removeAttribute('pix-amount');
    else checkout.setAttribute('pix-amount', formatAmount(pixCents));
    renderSums(cart.totalCents(), cents);
    renderPixPrice(cents, pixCents);
    if (cents === undefined) return;
    const price = { amount: formatAmount(cents), ...(pixCents !== undefined && { pixAmount: formatAmount(pixCents) }) };
    const orderId = current;
    // Prices are sent one after the other, since the last one counts. If the server misses a price, it refuses a token for this amount.
    saved = saved.then(() => store.put(orderId, price)).catch(() => undefined);
  };
  const setState = (state: keyof typeof ORDER_STATES): void => {
    const words = findElement('#order-state', HTMLElement);
    words.textContent = ORDER_STATES[state];
    words.dataset['state'] = state;
    cart.setLocked(state !== 'open');
  };
  const open = (orderId: string, known?: StoredOrder): void => {
    current = orderId;
    rememberOrder(orderId);
    findElement('#order-number', HTMLElement).textContent = `nº ${orderId}`;
    addresses.setOrder(orderId);
    cart.reset();
    setState(known?.paidBy === undefined ? 'open' : 'approved');
    if (known && known.pixAmountCents === undefined) findElement('[value=same]', HTMLInputElement, pixChoice).checked = true;
    setAmount(formatAmount(known?.amountCents ?? cart.totalCents()));
  };

  checkout.addEventListener('balcao-approved', ({ detail }) => setState(detail.duplicate ? 'twice' : 'approved'));
  for (const name of ['balcao-pix-paid', 'balcao-boleto-paid'] as const)
    checkout.addEventListener(name, ({ detail: { charge } }) => {
      if (charge.duplicate) setState('twice');
      else setState(charge.missing === undefined ? 'approved' : 'short');
    });
  // The two codes of a boleto may both be paid: the second payment is only told by this event.
  checkout.addEventListener('balcao-duplicate', () => setState('twice'));
  document.addEventListener('balcao-unconfirmed', () => setState('unconfirmed'));
  document.addEventListener('balcao-declined', () => setState('open'));
  document.addEventListener('balcao-failed', () => setState('open'));
  findElement('#amount-form', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    setAmount(amount.value.trim());
  });
  pixChoice.addEventListener('change', () => setAmount(checkout.getAttribute('amount') ?? ''));
  const openNew = (): Promise<void> => {
    open(createOrderId());
    return saved;
  };
  for (const button of document.querySelectorAll('[data-new-order]'))
    button.addEventListener('click', () => {
      void openNew();
      // In the bench, the focus stays, for further actions. Elsewhere the next step is to pay.
      if (!button.closest('#bancada')) findElement('#pagamento', HTMLElement).focus();
    });
  const asked = new URLSearchParams(location.search).get(ORDER_PARAMETER);
  if (asked === null) open(createOrderId());
  else open(asked, await store.read(asked).catch(() => undefined));
  return {
    openNew,
    addItem() {
      cart.addItem();
      return saved;
    },
  };
}

function renderSums(cartCents: number, cents: number | undefined): void {
  const adjustment = findElement('#adjustment', HTMLElement);
  adjustment.hidden = cents === undefined || cents === cartCents;
  if (cents !== undefined) findElement('#adjustment-value', HTMLElement).textContent = formatReais(cents - cartCents);
  findElement('#total', HTMLElement).textContent = cents === undefined ? 'Valor inválido' : formatReais(cents);
}

/** Shows the line with the price by Pix if that price is lower. */
function renderPixPrice(cents: number | undefined, pixCents = cents): void {
  findElement('#pix-price', HTMLElement).hidden = pixCents === cents;
  if (pixCents !== undefined) findElement('#pix-total', HTMLElement).textContent = formatReais(pixCents);
}

/** Creates the number of an order from the time, in a short form. No other tab of this demo has used the number. */
function createOrderId(): string {
  return `CN-${Date.now().toString(36).toUpperCase()}`;
}

function rememberOrder(orderId: string): void {
  const address = new URL(location.href);
  address.searchParams.set(ORDER_PARAMETER, orderId);
  history.replaceState(null, '', address);
}
