import type { PixSystem } from './pix-systems.js';

/** The status words of one payment system, grouped by meaning and separated by blanks. */
export interface SystemWords {
  /** True if the words have a meaning only together with the system's name, such as numbers or the words of a refund. */
  readonly needsSystem?: true;
  readonly pending?: string;
  readonly paid?: string;
  readonly expired?: string;
  readonly cancelled?: string;
  readonly refunded?: string;
  readonly failed?: string;
}

/** The words that mean paid if no system is named. */
export const PAID_ANYWHERE: readonly string[] = ['paid', 'pago', 'paga', 'concluida', 'liquidado', 'recebido'];

// prettier-ignore
/**
 * The status words of Brazilian payment systems, from their public documents, SDKs and OpenAPI files.
 *
 * `authorized` is money reserved, not paid. `overdue`, `late` and `vencido` may still be paid. A refund that is only requested or partial,
 * and a dispute, still mean paid. A completed chargeback is refunded. `bcb` is the charge (cob, cobv) of the Banco Central's API Pix. `bcb
 * texts` is its other spelling. `bcb api pix devolucao` is a refund and no charge.
 */
export const STATUS_WORDS: Readonly<Record<PixSystem, SystemWords>> = {
  'bcb texts': { paid: 'concluida', cancelled: 'removido_pelo_usuario_recebedor removido_pelo_psp' },
  'bcb api pix cobr': { pending: 'criada ativa', paid: 'concluida', expired: 'expirada', cancelled: 'cancelada', failed: 'rejeitada' },
  'bcb api pix devolucao': { needsSystem: true, pending: 'em_processamento', refunded: 'devolvido', failed: 'nao_realizado' },
  bcb: { pending: 'ativa', paid: 'concluida', cancelled: 'removida_pelo_usuario_recebedor removida_pelo_psp' },
  efi: { pending: 'ativa', paid: 'concluida', cancelled: 'removida_pelo_usuario_recebedor removida_pelo_psp' },
  'mercado pago orders': { pending: 'created processing action_required waiting_payment waiting_transfer waiting_capture at_terminal', paid: 'processed accredited partially_refunded', expired: 'expired', cancelled: 'canceled cancelled', refunded: 'refunded charged_back', failed: 'failed' },
  'mercado pago': { pending: 'pending authorized in_process', paid: 'approved in_mediation', cancelled: 'cancelled', refunded: 'refunded charged_back', failed: 'rejected' },
  asaas: { pending: 'pending awaiting_risk_analysis overdue dunning_requested', paid: 'received confirmed received_in_cash dunning_received refund_requested refund_in_progress chargeback_requested chargeback_dispute awaiting_chargeback_reversal', refunded: 'refunded' },
  pagbank: { pending: 'waiting in_analysis authorized', paid: 'paid', cancelled: 'canceled', failed: 'declined' },
  'pagar.me v1': { pending: 'processing authorized waiting_payment analyzing pending_review', paid: 'paid pending_refund', refunded: 'refunded chargedback', failed: 'refused' },
  'pagar.me': { pending: 'pending processing underpaid authorized_pending_capture waiting_capture waiting_cancellation', paid: 'paid overpaid captured partial_capture partial_void partial_canceled partial_refunded error_on_voiding error_on_refunding', cancelled: 'canceled voided', refunded: 'refunded chargedback', failed: 'not_authorized with_error failed' },
  woovi: { pending: 'active', paid: 'completed', expired: 'expired' },
  cora: { pending: 'open initiated in_payment draft recurrence_draft late', paid: 'paid', cancelled: 'cancelled' },
  celcoin: { pending: 'processing', paid: 'confirmed', failed: 'error' },
  zoop: { pending: 'new pending pre_authorized', paid: 'succeeded dispute', cancelled: 'canceled', refunded: 'reversed refunded charged_back', failed: 'failed' },
  'cielo pix': { needsSystem: true, pending: '0 1 12', paid: '2', cancelled: '10', refunded: '11', failed: '3 13' },
  cielo: { pending: 'not_finished authorized pending', paid: 'payment_confirmed', cancelled: 'voided', refunded: 'refunded', failed: 'denied aborted' },
  bradesco: { pending: 'unpaid', paid: 'paid', expired: 'expired', cancelled: 'canceled' },
  iugu: { pending: 'pending draft in_analysis partially_paid', paid: 'paid externally_paid in_protest', expired: 'expired', cancelled: 'canceled', refunded: 'refunded chargeback' },
  abacatepay: { pending: 'pending', paid: 'paid', expired: 'expired', cancelled: 'cancelled', refunded: 'refunded' },
  transfeera: { pending: 'created processing canceling', paid: 'paid', cancelled: 'canceled', refunded: 'refunded' },
  paghiper: { pending: 'pending reserved processing', paid: 'paid completed', cancelled: 'canceled', refunded: 'refunded' },
  payzu: { pending: 'pending', paid: 'completed', expired: 'expired', cancelled: 'canceled', refunded: 'refunded' },
  'pushin pay': { pending: 'created', paid: 'paid', cancelled: 'canceled' },
  stripe: { pending: 'requires_payment_method requires_confirmation requires_action processing requires_capture', paid: 'succeeded', cancelled: 'canceled' },
  adyen: { pending: 'received pending present_to_shopper', paid: 'authorised', cancelled: 'cancelled', failed: 'refused error' },
  bloobank: { pending: 'awaiting_approval', paid: 'success' },
  pagstar: { paid: 'liquidated' },
  intopays: { cancelled: 'removed_by_psp' },
  pluggy: { paid: 'payment_completed', failed: 'payment_rejected consent_rejected' },
  'plain portuguese': { pending: 'pendente aguardando aguardando_pagamento em_processamento em_analise aberto vencido', paid: 'pago paga aprovado aprovada recebido liquidado liquidada baixado', expired: 'expirado', cancelled: 'cancelado cancelada', refunded: 'estornado devolvido reembolsado', failed: 'negado recusado rejeitado erro falha' },
};
