import type { PaymentsClient } from '../../client/payments-client.js';
import { isCheckoutError, type CheckoutError } from '../../domain/errors.js';

/**
 * A client that also tells `report` where the token source fails. Of the questions about a Pix charge, which repeat by themselves,
 * only the first failure is told until one is answered again.
 */
export function watchTokens(client: PaymentsClient, report: (error: CheckoutError) => void): PaymentsClient {
  let isStatusTold = false;
  const isTokenError = (error: unknown): error is CheckoutError => isCheckoutError(error) && error.code === 'token-source';
  const heed = (error: unknown): never => {
    if (isTokenError(error)) report(error);
    throw error;
  };
  return {
    ...client,
    processPayment: async (payment, options) => {
      const result = await client.processPayment(payment, options);
      if (result.status === 'failed' && isTokenError(result.error)) report(result.error);
      return result;
    },
    tokenizeCard: (card, options) => client.tokenizeCard(card, options).catch(heed),
    deleteCard: (cardId, options) => client.deleteCard(cardId, options).catch(heed),
    generatePixQrCode: (charge, options) => client.generatePixQrCode(charge, options).catch(heed),
    getPixStatus: async (chargeId, options) => {
      try {
        const answer = await client.getPixStatus(chargeId, options);
        isStatusTold = false;
        return answer;
      } catch (error) {
        if (isStatusTold) throw error;
        isStatusTold = isTokenError(error);
        return heed(error);
      }
    },
  };
}
