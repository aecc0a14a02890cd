'use client';

import { BalcaoCheckout } from 'balcao/react';
import { useState } from 'react';

const fees = [
  { installments: 2, rate: 0.0399 },
  { installments: 3, rate: 0.0499 },
];

async function getToken({ signal, ...request }) {
  const response = await fetch('/shop/token', { method: 'POST', body: JSON.stringify(request), signal });
  if (!response.ok) throw new Error(`The shop gave no token: ${response.status}`);
  return response.json();
}

/** A shop with a source of tokens of its own. Each change of the card renders it again. */
export function Payment({ serviceUrl, profile }) {
  const [brand, setBrand] = useState();
  const [paid, setPaid] = useState([]);
  return (
    <>
      <BalcaoCheckout
        base-url={serviceUrl}
        notify-url="/shop/notify"
        order-id="45"
        amount="149.90"
        max-installments="3"
        fees={fees}
        profile={profile}
        getToken={getToken}
        onbalcao-card-changed={({ detail }) => setBrand(detail.brand)}
        onbalcao-approved={({ detail }) => setPaid([...paid, `${detail.amount} por ${brand}`])}
      />
      {paid.map((line, index) => (
        <p key={index} role="status">
          Pedido pago: {line}
        </p>
      ))}
    </>
  );
}
