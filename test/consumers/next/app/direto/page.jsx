import { BalcaoInstallments } from 'balcao/react';

const fees = [
  { installments: 2, rate: 0.0399 },
  { installments: 3, rate: 0.0499 },
];

/** A server component that has an element itself: what it gives can be written down. */
export default function Page() {
  return <BalcaoInstallments amount="149.90" max-installments="3" fee-payer="customer" fees={fees} />;
}
