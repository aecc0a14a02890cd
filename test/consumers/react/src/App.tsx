import type { FeeRow, GetToken } from 'balcao';
import { useState } from 'react';
import { Checkout } from './checkout';
import type { Order } from './order';

const fees: FeeRow[] = [
  { installments: 2, rate: 0.0399 },
  { installments: 3, rate: 0.0499 },
];

const getToken: GetToken = async ({ signal, ...request }) => {
  const response = await fetch('/shop/token', { method: 'POST', body: JSON.stringify(request), signal });
  if (!response.ok) throw new Error(`The shop gave no token: ${response.status}`);
  return response.json();
};

export function App({ order }: { order: Order }) {
  const [isGift, setIsGift] = useState(false);
  const [isPaying, setIsPaying] = useState(true);
  const [isNext, setIsNext] = useState(false);
  const [paid, setPaid] = useState<string>();

  return (
    <>
      <label>
        <input type="checkbox" checked={isGift} onChange={() => setIsGift(!isGift)} /> Embrulhar para presente
      </label>
      <button type="button" onClick={() => setIsPaying(!isPaying)}>
        {isPaying ? 'Voltar ao carrinho' : 'Ir ao pagamento'}
      </button>
      <button type="button" onClick={() => setIsNext(true)}>
        Próximo pedido
      </button>
      {isPaying && (
        <Checkout
          base-url={order.paymentsUrl}
          order-id={isNext ? order.nextId : order.id}
          amount={isNext ? order.nextAmount : isGift ? order.giftAmount : order.amount}
          methods="card pix"
          fee-payer="customer"
          max-installments="3"
          fees={fees}
          getToken={getToken}
          onbalcao-approved={({ detail }) => setPaid(`${detail.amount} em ${detail.installments}x`)}
        />
      )}
      {paid && <p role="status">Pedido pago: {paid}</p>}
    </>
  );
}
