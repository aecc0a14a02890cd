import { Component, CUSTOM_ELEMENTS_SCHEMA, inject, signal } from '@angular/core';
import type { FeeRow, GetToken } from 'balcao';
import 'balcao/define';
import { ORDER } from './order';

@Component({
  selector: 'app-root',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <label><input type="checkbox" #gift (change)="isGift.set(gift.checked)" /> Embrulhar para presente</label>
    <button type="button" (click)="isPaying.set(!isPaying())">{{ isPaying() ? 'Voltar ao carrinho' : 'Ir ao pagamento' }}</button>
    <button type="button" (click)="isNext.set(true)">Próximo pedido</button>
    @if (isPaying()) {
      <balcao-checkout
        [attr.base-url]="order.paymentsUrl"
        [attr.order-id]="isNext() ? order.nextId : order.id"
        [attr.amount]="isNext() ? order.nextAmount : isGift() ? order.giftAmount : order.amount"
        methods="card pix"
        fee-payer="customer"
        max-installments="3"
        [fees]="fees"
        [getToken]="getToken"
        (balcao-approved)="paid.set($event.detail.amount + ' em ' + $event.detail.installments + 'x')"
      />
    }
    @if (paid()) {
      <p role="status">Pedido pago: {{ paid() }}</p>
    }
  `,
})
export class App {
  readonly order = inject(ORDER);
  readonly isGift = signal(false);
  readonly isPaying = signal(true);
  readonly isNext = signal(false);
  readonly paid = signal('');

  readonly fees: FeeRow[] = [
    { installments: 2, rate: 0.0399 },
    { installments: 3, rate: 0.0499 },
  ];

  readonly getToken: GetToken = async ({ signal, ...request }) => {
    const response = await fetch('/shop/token', { method: 'POST', body: JSON.stringify(request), signal });
    if (!response.ok) throw new Error(`The shop gave no token: ${response.status}`);
    return response.json();
  };
}
