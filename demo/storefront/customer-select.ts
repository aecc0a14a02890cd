import { httpCardStore } from 'balcao';
import type { DemoConfig } from '../page/demo-config.js';

/** Mounts the choice of the customer: a returning one, a new one, or a visitor for whom no cards are saved. */
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
    // Each customer gets a new store, so that the cards of one customer are never shown to another.
    Object.assign(checkout, { cardStore: customer ? httpCardStore(`${shopUrl}cards`) : undefined });
    if (customer) checkout.setAttribute('customer-id', customer);
    else checkout.removeAttribute('customer-id');
  };
  select.addEventListener('change', () => void apply());
  await apply();
}
