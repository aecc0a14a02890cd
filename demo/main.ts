import { mountBench } from './bench/bench.js';
import { mountCustomerSelect } from './storefront/customer-select.js';
import { isRelayed } from './page/demo-config.js';
import { findElement } from './page/find-element.js';
import { loadDemoConfig } from './page/load-demo-config.js';
import { mountDevice } from './storefront/device.js';
import { mountOrder } from './storefront/order.js';
import { mountOrderFold } from './storefront/order-fold.js';

const checkout = findElement('#checkout', HTMLElement);
const config = await loadDemoConfig().catch((error: unknown) => {
  findElement('#bench-mode', HTMLElement).textContent = 'Sem serviço.';
  findElement('#no-service', HTMLElement).hidden = false;
  throw error;
});

checkout.setAttribute('base-url', config.baseUrl);
// The sandbox says with each token that it is one: a page for it pays nowhere else.
if (config.mode === 'sandbox') checkout.setAttribute('environment', 'sandbox');
// A relay adds the token itself, so the page needs none.
if (!isRelayed(config)) checkout.setAttribute('token-url', `${config.shopUrl}token`);
checkout.setAttribute('resolve-url', `${config.shopUrl}resolve`);
checkout.setAttribute('notify-url', `${config.shopUrl}notify`);
checkout.setAttribute('status-url', `${config.shopUrl}status/{charge}`);
checkout.toggleAttribute('pix-webhook', true);
mountOrderFold();
mountDevice();
const shown = mountBench(checkout, config, mountOrder(checkout));
await mountCustomerSelect(findElement('#customer', HTMLSelectElement), checkout, config.shopUrl);

// A shop has these settings in its markup and loads the script at once; here the service's address is known only now.
await import('balcao/define');
await shown;
