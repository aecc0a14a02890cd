import { expect } from '@open-wc/testing';
import { findDeclineReason, type DeclineReason } from '../../../src/domain/order/decline-reason.js';

const MESSAGES: Readonly<Record<DeclineReason, readonly string[]>> = {
  funds: ['Saldo insuficiente.', 'SALDO/LIMITE INSUFICIENTE', 'Limite excedido', 'Insufficient funds', 'Fondos insuficientes'],
  code: ['CVV inválido', 'Código de segurança incorreto', 'codigo de seguranca invalido', 'Security code mismatch', 'CVV2 não confere'],
  expired: ['Cartão vencido', 'Cartão expirado.', 'Expired card', 'Data de validade inválida', 'Tarjeta vencida'],
  blocked: ['Cartão bloqueado', 'Cartão perdido ou roubado', 'Stolen card', 'Suspeita de fraude', 'Cartão com restrição'],
};

const OTHERS = [
  undefined,
  '',
  'Transação recusada pelo emissor do cartão.',
  'Não autorizado',
  'Contate a central do seu cartão',
  'Limite de tentativas excedido',
  'Do not honor',
];

describe('findDeclineReason', () => {
  for (const [reason, messages] of Object.entries(MESSAGES)) {
    for (const message of messages) it(`reads "${message}" as ${reason}`, () => expect(findDeclineReason(message)).to.equal(reason));
  }
  for (const message of OTHERS) it(`reads no reason in "${message}"`, () => expect(findDeclineReason(message)).to.equal(undefined));
});
