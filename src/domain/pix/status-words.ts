/**
 * Status words of Brazilian payment systems, read in their public documents, SDKs and OpenAPI files. A line is a
 * system: its name, then its words for pending, paid, expired, cancelled, refunded and failed. A system is known by how
 * its name begins, so a longer name stands before the shorter one that it begins with.
 *
 * `authorized` is money reserved, not paid. `overdue`, `late` and `vencido` may still be paid. A refund that is asked
 * for, partial, or disputed is still paid; a chargeback that was carried out is refunded. `bcb` is the charge (cob,
 * cobv) of the Banco Central's API Pix, `bcb texts` its other spelling, `bcb api pix devolucao` a refund and no charge.
 */
export const STATUS_WORDS = `bcb texts||concluida||removido_pelo_usuario_recebedor removido_pelo_psp
bcb api pix cobr|criada ativa|concluida|expirada|cancelada||rejeitada
bcb api pix devolucao|em_processamento||||devolvido|nao_realizado
bcb|ativa|concluida||removida_pelo_usuario_recebedor removida_pelo_psp
efi|ativa|concluida||removida_pelo_usuario_recebedor removida_pelo_psp
mercado pago orders|created processing action_required waiting_payment waiting_transfer waiting_capture at_terminal|processed accredited partially_refunded|expired|canceled cancelled|refunded charged_back|failed
mercado pago|pending authorized in_process|approved in_mediation||cancelled|refunded charged_back|rejected
asaas|pending awaiting_risk_analysis overdue dunning_requested|received confirmed received_in_cash dunning_received refund_requested refund_in_progress chargeback_requested chargeback_dispute awaiting_chargeback_reversal|||refunded
pagbank|waiting in_analysis authorized|paid||canceled||declined
pagar.me v1|processing authorized waiting_payment analyzing pending_review|paid pending_refund|||refunded chargedback|refused
pagar.me|pending processing underpaid authorized_pending_capture waiting_capture waiting_cancellation|paid overpaid captured partial_capture partial_void partial_canceled partial_refunded error_on_voiding error_on_refunding||canceled voided|refunded chargedback|not_authorized with_error failed
woovi|active|completed|expired
cora|open initiated in_payment draft recurrence_draft late|paid||cancelled
celcoin|processing|confirmed||||error
zoop|new pending pre_authorized|succeeded dispute||canceled|reversed refunded charged_back|failed
cielo pix|0 1 12|2||10|11|3 13
cielo|not_finished authorized pending|payment_confirmed||voided|refunded|denied aborted
bradesco|unpaid|paid|expired|canceled
iugu|pending draft in_analysis partially_paid|paid externally_paid in_protest|expired|canceled|refunded chargeback
abacatepay|pending|paid|expired|cancelled|refunded
transfeera|created processing canceling|paid||canceled|refunded
paghiper|pending reserved processing|paid completed||canceled|refunded
payzu|pending|completed|expired|canceled|refunded
pushin pay|created|paid||canceled
stripe|requires_payment_method requires_confirmation requires_action processing requires_capture|succeeded||canceled
adyen|received pending present_to_shopper|authorised||cancelled||refused error
bloobank|awaiting_approval|success
pagstar||liquidated
intopays||||removed_by_psp
pluggy||payment_completed||||payment_rejected consent_rejected
plain portuguese|pendente aguardando aguardando_pagamento em_processamento em_analise aberto vencido|pago paga aprovado aprovada recebido liquidado liquidada baixado|expirado|cancelado cancelada|estornado devolvido reembolsado|negado recusado rejeitado erro falha`;
