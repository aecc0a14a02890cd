import 'balcao/define';
import type { Checkout, FeeRow, GetToken } from 'balcao';
import { loadOrder } from './order';

const fees: FeeRow[] = [
  { installments: 2, rate: 0.0399 },
  { installments: 3, rate: 0.0499 },
];

const getToken: GetToken = async ({ signal, ...request }) => {
  const response = await fetch('/shop/token', { method: 'POST', body: JSON.stringify(request), signal });
  if (!response.ok) throw new Error(`The shop gave no token: ${response.status}`);
  return response.json();
};

function find<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, id: string): HTMLElementTagNameMap[Tag] {
  const found = document.querySelector<HTMLElementTagNameMap[Tag]>(`${tag}#${id}`);
  if (!found) throw new Error(`The page has no ${tag} named ${id}.`);
  return found;
}

const order = await loadOrder();
const gift = find('input', 'gift');
const toggle = find('button', 'toggle');
const place = find('div', 'place');
const paid = find('p', 'paid');
let isNext = false;

function showOrder(checkout: Checkout): void {
  checkout.setAttribute('order-id', isNext ? order.nextId : order.id);
  checkout.amount = isNext ? order.nextAmount : gift.checked ? order.giftAmount : order.amount;
}

function createCheckout(): Checkout {
  const checkout = document.createElement('balcao-checkout');
  checkout.baseUrl = order.paymentsUrl;
  checkout.methods = 'card pix';
  checkout.feePayer = 'customer';
  checkout.maxInstallments = 3;
  checkout.fees = fees;
  checkout.getToken = getToken;
  showOrder(checkout);
  return checkout;
}

function update(): void {
  const checkout = place.querySelector('balcao-checkout');
  if (checkout) showOrder(checkout);
}

gift.addEventListener('change', update);
find('button', 'next').addEventListener('click', () => {
  isNext = true;
  update();
});
toggle.addEventListener('click', () => {
  const checkout = place.querySelector('balcao-checkout');
  if (checkout) checkout.remove();
  else place.append(createCheckout());
  toggle.textContent = checkout ? 'Ir ao pagamento' : 'Voltar ao carrinho';
});

// Events bubble: one listener on the document is enough.
document.addEventListener('balcao-approved', ({ detail }) => {
  paid.textContent = `Pedido pago: ${detail.amount} em ${detail.installments}x`;
  paid.hidden = false;
});

place.append(createCheckout());
