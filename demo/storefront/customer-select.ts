import { httpCardStore } from 'balcao';
import type { DemoConfig } from '../page/demo-config.js';

/** Lets a person choose who buys: a customer who comes back, a new one, or a visitor for whom nothing is kept. */
export async function mountCustomerSelect(
  select: HTMLSelectElement,
  checkout: HTMLElement,
  { shopUrl, storeUrl }: Pick<DemoConfig, 'shopUrl' | 'storeUrl'>,
): Promise<void> {
  const apply = async (): Promise<void> => {
    const customer = select.value;
    await fetch(`${storeUrl}sessao`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ customer }),
    });
    // A store of its own for each customer: nothing that was asked for one is shown to the other.
    Object.assign(checkout, { cardStore: customer ? httpCardStore(`${shopUrl}cards`) : undefined });
    if (customer) checkout.setAttribute('customer-id', customer);
    else checkout.removeAttribute('customer-id');
  };
  select.addEventListener('change', () => void apply());
  await apply();
}
