import type { PaymentsClient, PaymentsClientOptions } from './client/index.js';
import { systemClock } from './client/system-clock.js';

/**
 * `createPaymentsClient` of the script-tag files: its code is loaded with its first call, so that a page which never makes one does not wait for
 * it. Wrong options are told by the first call.
 */
export function createLazyClient(options: PaymentsClientOptions): PaymentsClient {
  let loaded: PaymentsClient | undefined;
  let loading: Promise<PaymentsClient> | undefined;
  const load = (): Promise<PaymentsClient> =>
    (loading ??= import('./client/index.js').then((client) => (loaded = client.createPaymentsClient(options))));
  return {
    processPayment: async (payment, call) => (await load()).processPayment(payment, call),
    tokenizeCard: async (card, call) => (await load()).tokenizeCard(card, call),
    deleteCard: async (cardId, call) => (await load()).deleteCard(cardId, call),
    generatePixQrCode: async (charge, call) => (await load()).generatePixQrCode(charge, call),
    getPixStatus: async (chargeId, call) => (await load()).getPixStatus(chargeId, call),
    now: () => (loaded ?? systemClock).now(),
  };
}
