/**
 * Whether a service's refusal, in its own words, is about the `cardId` and not about the payment: the tokenization or the card is expired, deleted
 * or not known. The interface names no code for it; what this misses stays payable and is refused again.
 */
export function isTokenRefusal(message: string | undefined): boolean {
  const plain = (message ?? '').normalize('NFD').replace(/\p{M}/gu, '');
  return /(token|card ?id|cartao|card)\b.*(vencid|expirad|excluid|removid|nao encontrad|expired|deleted|not found)/i.test(plain);
}
