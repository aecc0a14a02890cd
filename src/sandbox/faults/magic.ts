import type { FaultName } from './faults.js';

/** A card number that triggers a certain behaviour of the sandbox, without a control request. */
export interface MagicCard {
  number: string;
  /** The fault of a charge with this card; `undefined` if the charge is approved, as with any other number that passes the checksum. */
  fault: FaultName | undefined;
  /** The outcome that a shopper should see. */
  outcome: 'approved' | 'declined' | 'failed' | 'unconfirmed';
  /** A description for people. */
  about: string;
}

/**
 * The magic card numbers: test numbers that Stripe and Adyen have published, with a meaning in the sandbox. Any expiry in the future and
 * any security code are valid with them.
 */
export const magicCards: readonly MagicCard[] = [
  { number: '4111111111111111', fault: undefined, outcome: 'approved', about: 'approved' },
  { number: '5555555555554444', fault: undefined, outcome: 'approved', about: 'approved (Mastercard)' },
  { number: '378282246310005', fault: undefined, outcome: 'approved', about: 'approved (American Express, 4-digit code)' },
  { number: '4000000000000002', fault: 'decline', outcome: 'declined', about: 'declined by the issuer' },
  { number: '4000000000009995', fault: '402', outcome: 'declined', about: 'declined, 402' },
  { number: '4100000000000019', fault: '403', outcome: 'failed', about: 'refused by the service, 403: certainly not charged' },
  { number: '4000000000000119', fault: '503-after-charge', outcome: 'unconfirmed', about: 'charged, but the response is 503' },
  { number: '4000000000000341', fault: 'hang-after-charge', outcome: 'unconfirmed', about: 'charged, but no response comes' },
  { number: '4000000000000259', fault: 'slow', outcome: 'approved', about: 'approved after three seconds' },
];

/** An amount that triggers a certain behaviour of the sandbox. */
export interface MagicAmount {
  /** The amount in reais. */
  amount: number;
  operation: 'processPayment' | 'generatePixQrCode';
  fault: FaultName;
  /** A description for people. */
  about: string;
}

/** The magic amounts. An amount for a card resembles the HTTP status of its fault (4002 for 402); amounts from 7000 are for Pix. */
export const magicAmounts: readonly MagicAmount[] = [
  { amount: 4002, operation: 'processPayment', fault: '402', about: 'declined, 402' },
  { amount: 4003, operation: 'processPayment', fault: '403', about: 'failed, 403' },
  { amount: 4029, operation: 'processPayment', fault: '429', about: 'failed, too many requests' },
  { amount: 5000, operation: 'processPayment', fault: '500', about: 'unconfirmed, not charged' },
  { amount: 5003, operation: 'processPayment', fault: '503-after-charge', about: 'unconfirmed, charged' },
  { amount: 7001, operation: 'generatePixQrCode', fault: 'pix-tampered', about: 'code with a wrong CRC' },
  { amount: 7002, operation: 'generatePixQrCode', fault: 'pix-resealed', about: 'code of another receiver, sealed again' },
  { amount: 7003, operation: 'generatePixQrCode', fault: '503-after-charge', about: 'no code, 503' },
];

/** Returns the fault of a magic card number. */
export function findMagicCard(number: string): FaultName | undefined {
  return magicCards.find((card) => card.number === number)?.fault;
}

/** Returns the fault of a magic amount. */
export function findMagicAmount(operation: MagicAmount['operation'], amount: number): FaultName | undefined {
  return magicAmounts.find((magic) => magic.operation === operation && magic.amount === amount)?.fault;
}
