import { expect } from '@open-wc/testing';
import { isInformative } from '../../../src/elements/shared/outcome/service-message.js';

describe("isInformative: the service's own sentence", () => {
  for (const [status, message] of [
    ['approved', 'Transação aprovada.'],
    ['approved', 'APPROVED'],
    ['approved', 'Pagamento realizado com sucesso!'],
    ['approved', 'Your payment has been successfully processed.'],
    ['approved', 'Pago aprobado'],
    ['declined', 'Transação não autorizada'],
    ['declined', 'Payment declined.'],
    ['declined', 'Cartão recusado.'],
  ] as const) {
    it(`is an echo where it was ${status}: ${message}`, () => expect(isInformative(message, status)).to.equal(false));
  }

  for (const [status, message] of [
    ['approved', 'Pagamento não aprovado'],
    ['approved', 'Aprovado. Código 00-4471'],
    ['approved', 'Aprovada em análise'],
    ['declined', 'Saldo insuficiente'],
    ['declined', 'Não autorizada pelo banco emissor.'],
    ['declined', 'Recusado: fale com o seu banco.'],
    ['declined', 'נדחה'],
  ] as const) {
    it(`says more where it was ${status}: ${message}`, () => expect(isInformative(message, status)).to.equal(true));
  }
});
