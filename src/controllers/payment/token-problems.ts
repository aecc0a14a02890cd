import type { PaymentsClient } from '../../client/payments-client.js';
import { isCheckoutError, type CheckoutError } from '../../domain/errors.js';

/**
 * Returns the client with each failure of its token source reported. The questions about a Pix charge repeat by themselves: of them
 * only the first failure is reported, until one succeeds again.
 */
export function watchTokens(client: PaymentsClient, report: (error: CheckoutError) => void): PaymentsClient {
  let isStatusReported = false;
  // The settings are found good before a client is made, so what a client finds wrong with them is its token's environment.
  const isTokenError = (error: unknown): error is CheckoutError =>
    isCheckoutError(error) && (error.code === 'token-source' || error.code === 'invalid-config');
  const reportAndThrow = (error: unknown): never => {
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
    tokenizeCard: (card, options) => client.tokenizeCard(card, options).catch(reportAndThrow),
    deleteCard: (cardId, options) => client.deleteCard(cardId, options).catch(reportAndThrow),
    generatePixQrCode: (charge, options) => client.generatePixQrCode(charge, options).catch(reportAndThrow),
    getPixStatus: async (chargeId, options) => {
      try {
        const answer = await client.getPixStatus(chargeId, options);
        isStatusReported = false;
        return answer;
      } catch (error) {
        if (isStatusReported) throw error;
        isStatusReported = isTokenError(error);
        return reportAndThrow(error);
      }
    },
  };
}
