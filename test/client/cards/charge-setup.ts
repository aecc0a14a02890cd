import type { PaymentsClient } from '../../../src/client/create-client.js';
import { createPaymentsClient } from '../../../src/client/payments-client.js';
import type { PaymentsClientOptions } from '../../../src/client/service.js';
import type { CardPayment } from '../../../src/domain/payment.js';
import { FakeClock } from '../../support/fake-clock.js';

/** A public test card. */
export const payment: CardPayment = {
  amount: 149.9,
  installments: 2,
  whoPaysFee: 'customer',
  card: { holderName: 'MARIA DA SILVA', expirationDate: '1/2031', number: '4111 1111 1111 1111', securityCode: '123' },
};

/** A client of a service on another origin, with a clock moved by hand and a token that lives an hour. */
export function createTestClient(options: Partial<PaymentsClientOptions> = {}): { client: PaymentsClient; clock: FakeClock } {
  const clock = new FakeClock();
  const getToken = (): { token: string; expiresIn: number } => ({ token: 'token-1', expiresIn: 3600 });
  return { clock, client: createPaymentsClient({ baseUrl: 'https://payments.example/v1', getToken, clock, ...options }) };
}
