/**
 * The facts of an installment offer that Brazilian law requires beside its figures, in the shop's own words: who finances the offer, its
 * validity, and who makes it (Código de Defesa do Consumidor, articles 52 and 54-B; Decreto 5.903/2006, article 3; Decreto 7.962/2013,
 * article 2). The texts are shown unchanged. `seller` and `cnpj` are on receipts, too.
 */
export interface InstallmentOffer {
  /** The name of the institution that finances the installments: "Banco Exemplo S.A." */
  financedBy?: string;
  /** The last day of the offer, "2026-12-31". The law requires a validity of at least two days. */
  validUntil?: string;
  /** The name and address of the shop that makes the offer: "Casa Neblina Ltda., Rua das Flores 10, São Paulo, oi@neblina.example". */
  from?: string;
  /** The name of the shop, for receipts: "Casa Neblina Ltda." */
  seller?: string;
  /** The CNPJ of the shop, with or without punctuation: "12.345.678/0001-95". It may have letters. */
  cnpj?: string;
}

/** The shape of an offer, for an error message. */
export const OFFER_SHAPE =
  'must be { financedBy?: "Banco Exemplo S.A.", validUntil?: "2026-12-31", from?: "Loja Exemplo Ltda., São Paulo", seller?: "Loja Exemplo Ltda.", cnpj?: "12.345.678/0001-95" }, and the check digits of the cnpj must be right';
