/** Why a card was declined: too little money or limit, a wrong security code, an expired card, or a card that its bank has blocked. */
export type DeclineReason = 'funds' | 'code' | 'expired' | 'blocked';

/** The words of each reason in Portuguese, English and Spanish, without accents. The first reason that matches counts. */
const SIGNS: readonly (readonly [DeclineReason, RegExp])[] = [
  ['code', /\b(?:cv[vcn]2?|codigo de segur(?:anca|idad)|security code)\b/],
  ['blocked', /\b(?:bloque\w+|blocked|perdid\w|extravi\w+|lost|roub\w+|robad\w|stolen|fraud\w*|suspeit\w|restri\w+)\b/],
  ['funds', /\b(?:saldo|limite(?! de tentativas)|funds|fondos|credit limit)\b/],
  ['expired', /\b(?:vencid\w|expirad\w|expired|caducad\w|validade)\b/],
];

/**
 * Finds the reason of a decline in the message of the service, which has no code for it. Returns `undefined` if the message names none of
 * the known reasons.
 */
export function findDeclineReason(message: string | undefined): DeclineReason | undefined {
  const plain = (message ?? '').normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return SIGNS.find(([, sign]) => sign.test(plain))?.[0];
}
