import { createClient, type PaymentsClient } from './create-client.js';
import * as pixCalls from './pix/pix-calls.js';
import type { PaymentsClientOptions } from './service.js';

/**
 * Creates a client. Throws a `CheckoutError` `invalid-config` for a base URL, a profile or an environment that cannot be used.
 *
 * @example
 * ```js
 * import { createPaymentsClient, createTokenUrlSource } from 'balcao/client';
 *
 * const client = createPaymentsClient({
 *   baseUrl: 'https://payments.example/',
 *   getToken: createTokenUrlSource('https://shop.example/token'),
 * });
 * const card = { holderName: 'Maria Silva', number: '4111111111111111', expirationDate: '12/30', securityCode: '123' };
 * const result = await client.processPayment({ amount: 149.9, installments: 1, whoPaysFee: 'merchant', card });
 * result.status; // 'approved'
 * ```
 */
export function createPaymentsClient(options: PaymentsClientOptions): PaymentsClient {
  return createClient(options, () => pixCalls);
}
