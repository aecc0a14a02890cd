import { mountBench } from './bench.js';
import { mountCustomerSelect } from './customer-select.js';
import { loadDemoConfig } from './demo-config.js';
import { findElement } from './find-element.js';
import { mountOrder } from './order.js';

const checkout = findElement('#checkout', HTMLElement);
const config = await loadDemoConfig();

checkout.setAttribute('base-url', config.baseUrl);
// A relay adds the token itself, so the page needs none.
if (!config.live) checkout.setAttribute('token-url', '/shop/token');
checkout.setAttribute('resolve-url', '/shop/resolve');
checkout.setAttribute('notify-url', '/shop/notify');
checkout.setAttribute('status-url', '/shop/status/{charge}');
checkout.toggleAttribute('pix-webhook', true);
mountOrder(checkout);
mountBench(checkout, config);
await mountCustomerSelect(findElement('#customer', HTMLSelectElement), checkout);

// A shop has these settings in its markup and loads the script at once; here the service's address is known only now.
await import('balcao/define');
