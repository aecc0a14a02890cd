import type { PaymentsClient } from '../client/create-client.js';
import type { PaymentsClientOptions } from '../client/service.js';
import { systemClock } from '../client/system-clock.js';
import { createPartLoader } from '../controllers/page/part-loader.js';
import { CheckoutError, isCheckoutError } from '../domain/errors.js';
import type { ChargeResult } from '../domain/order/charge-result.js';

const loadCode = createPartLoader(() => import('../controllers/payment/page-client.js'));

/**
 * The `createPaymentsClient` of `dist/balcao.js`. Its code is loaded with the first client, so that a page without a client does not wait
 * for the code. If the options cannot be used, the console and each call report that.
 */
export function createLazyClient(options: PaymentsClientOptions): PaymentsClient {
  let created: PaymentsClient | undefined;
  const load = async (): Promise<PaymentsClient> => {
    const { createPageClient } = await loadCode();
    return (created ??= createPageClient(options));
  };
  // If the code does not load, the first call retries, and rejects if that fails too.
  load().catch((error: unknown) => {
    const { code, message } = ensureCheckoutError(error);
    if (code === 'invalid-config') console.error(`Balcão: ${message}`);
  });
  return {
    processPayment: (payment, call) =>
      load().then(
        (client) => client.processPayment(payment, call),
        (error: unknown): ChargeResult => ({ status: 'failed', error: ensureCheckoutError(error), sent: false }),
      ),
    tokenizeCard: async (card, call) => (await load()).tokenizeCard(card, call),
    deleteCard: async (cardId, call) => (await load()).deleteCard(cardId, call),
    generatePixQrCode: async (charge, call) => (await load()).generatePixQrCode(charge, call),
    getPixStatus: async (chargeId, call) => (await load()).getPixStatus(chargeId, call),
    now: () => (created ?? systemClock).now(),
    isTimeKnown: () => created?.isTimeKnown?.() ?? false,
  };
}

/** Returns a `CheckoutError` as it is, and replaces any other error by `invalid-config`. */
function ensureCheckoutError(error: unknown): CheckoutError {
  return isCheckoutError(error) ? error : new CheckoutError('invalid-config', 'The options of the payments client cannot be used.');
}
