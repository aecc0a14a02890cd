import 'balcao/define';
import { formatReais } from 'balcao';
import 'balcao/themes/calm.css';

document.addEventListener('balcao-approved', ({ detail }) => {
  document.querySelector('#paid').textContent = `Pedido pago: ${formatReais(Number(detail.amount) * 100)}`;
});

async function showOrder() {
  const { id, amount, paymentsUrl } = await (await fetch('/shop/order')).json();
  const checkout = document.createElement('balcao-checkout');
  Object.assign(checkout, { baseUrl: paymentsUrl, tokenUrl: '/shop/token', orderId: id, amount, methods: 'card pix' });
  document.body.append(checkout);
}

void showOrder();
