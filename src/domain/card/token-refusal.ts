/**
 * Whether the message of a service's refusal is about the `cardId` rather than the payment: the tokenization or the card is expired,
 * deleted or unknown. The service's interface has no code for it; a card that this misses stays usable, and is refused again.
 */
export function isTokenRefusal(message: string | undefined): boolean {
  const plain = (message ?? '').normalize('NFD').replace(/\p{M}/gu, '');
  return /(token|card ?id|cartao|card)\b.*(vencid|expirad|excluid|removid|nao encontrad|expired|deleted|not found)/i.test(plain);
}
