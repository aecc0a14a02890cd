import { mountBench } from './bench/bench.js';
import { mountCustomerSelect } from './storefront/customer-select.js';
import { findElement } from './page/find-element.js';
import { loadDemoConfig } from './page/load-demo-config.js';
import { mountDevice } from './storefront/device.js';
import { mountOrder } from './storefront/order.js';
import { mountOrderFold } from './storefront/order-fold.js';
import { createOrderStore } from './storefront/order-store.js';
import { mountOtherDevice } from './storefront/other-device.js';
import { mountShopAddresses } from './page/shop-addresses.js';

const checkout = findElement('#checkout', HTMLElement);
const config = await loadDemoConfig().catch((error: unknown) => {
  findElement('#bench-mode', HTMLElement).textContent = 'Sem serviço.';
  findElement('#no-service', HTMLElement).hidden = false;
  throw error;
});

const addresses = mountShopAddresses(checkout, config);
mountOrderFold();
mountDevice();
const order = await mountOrder(checkout, addresses, createOrderStore(config.storeUrl));
mountOtherDevice(checkout, config.deviceUrl);
const shown = mountBench({ checkout, config, order, addresses });
await mountCustomerSelect(findElement('#customer', HTMLSelectElement), checkout, config);

// A shop has these settings in its markup and loads the script immediately. The demo learns the service's address only now.
await import('balcao/define');
await shown;
