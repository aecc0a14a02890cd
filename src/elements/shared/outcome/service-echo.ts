/** Words of which a sentence that only repeats an approval is made: Portuguese, English, Spanish, without accents. */
const APPROVAL = words(`
  aprovado aprovada autorizado autorizada confirmado confirmada realizado realizada efetuado efetuada concluido concluida processado processada
  pago paga sucesso exito ok
  approved authorized authorised confirmed completed complete processed accepted captured paid success successful successfully
  exitoso exitosa aprobado aprobada efectuado efectuada procesado procesada
`);

/** Words of which a sentence that only repeats a refusal is made. */
const REFUSAL = words(`
  recusado recusada negado negada rejeitado rejeitada nao aprovado aprovada autorizado autorizada
  declined refused denied rejected not approved authorized authorised unauthorized
  rechazado rechazada denegado denegada no aprobado aprobada autorizado autorizada
`);

/** Words that either may have around it. */
const AROUND = words(`
  o a e de da do com por foi pela pelo seu sua transacao pagamento compra cobranca operacao cartao
  the was has been is with your by payment transaction purchase charge card
  el la los con por fue su transaccion pago compra cargo operacion tarjeta
`);

/** Whether a sentence of the service says more than that the payment was approved, or that it was not. */
export function saysMore(message: string, status: 'approved' | 'declined'): boolean {
  const known = status === 'approved' ? APPROVAL : REFUSAL;
  return [...words(message)].some((word) => !known.has(word) && !AROUND.has(word));
}

/** The words of a text, in small letters without accents. */
function words(text: string): Set<string> {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return new Set(plain.match(/[\p{L}\p{N}]+/gu));
}
