import { nothing, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../../controllers/page/localize-controller.js';
import { html } from '../html.js';
import { renderIsolated } from '../isolated.js';

/** Renders the message of the service, if there is one. */
export function renderServiceMessage(localize: LocalizeController, message: string | undefined): TemplateResult | typeof nothing {
  return message
    ? html`<p part="outcome-message" id="outcome-message" class="muted">
        ${renderIsolated(localize, 'serviceSays', ['message', message])}
      </p>`
    : nothing;
}

/** The words of sentences that only repeat an approval, in Portuguese, English and Spanish, without accents. */
const APPROVAL = words(`
  aprovado aprovada autorizado autorizada confirmado confirmada realizado realizada efetuado efetuada concluido concluida processado processada
  pago paga sucesso exito ok
  approved authorized authorised confirmed completed complete processed accepted captured paid success successful successfully
  exitoso exitosa aprobado aprobada efectuado efectuada procesado procesada
`);

/** The words of sentences that only repeat a refusal. */
const REFUSAL = words(`
  recusado recusada negado negada rejeitado rejeitada nao aprovado aprovada autorizado autorizada
  declined refused denied rejected not approved authorized authorised unauthorized
  rechazado rechazada denegado denegada no aprobado aprobada autorizado autorizada
`);

/** The other words of such sentences, for approvals and refusals. */
const AROUND = words(`
  o a e de da do com por foi pela pelo seu sua transacao pagamento compra cobranca operacao cartao
  the was has been is with your by payment transaction purchase charge card
  el la los con por fue su transaccion pago compra cargo operacion tarjeta
`);

/** Returns true if a message of the service adds something to the approval or the refusal. */
export function isInformative(message: string, status: 'approved' | 'declined'): boolean {
  const known = status === 'approved' ? APPROVAL : REFUSAL;
  return [...words(message)].some((word) => !known.has(word) && !AROUND.has(word));
}

/** Returns the words of a text, in lower case and without accents. */
export function words(text: string): Set<string> {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return new Set(plain.match(/[\p{L}\p{N}]+/gu));
}
