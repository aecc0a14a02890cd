/**
 * The facts that Brazilian law lists of an offer in installments beside its figures, in the shop's own words: who finances it, until when it holds and
 * whom it is from (Código de Defesa do Consumidor, articles 52 and 54-B; Decreto 5.903/2006, article 3). It is shown as it is given.
 */
export interface InstallmentOffer {
  /** Who finances the installments, by name: "Banco Exemplo S.A." */
  financedBy?: string;
  /** The last day on which the offer holds, "2026-12-31". The law wants two days at least. */
  validUntil?: string;
  /** Whom the offer is from, with name and address: "Casa Neblina Ltda., Rua das Flores 10, São Paulo, oi@neblina.example". */
  from?: string;
}

/** The shape of an offer, for an error message. */
export const OFFER_SHAPE =
  'must be { financedBy?: "Banco Exemplo S.A.", validUntil?: "2026-12-31", from?: "Loja Exemplo Ltda., São Paulo" }';
