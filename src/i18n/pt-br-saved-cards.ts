import { ptBrFirst } from './pt-br-first.js';

/**
 * The texts of the list of saved cards in Brazilian Portuguese, with those of the first load. The list is shown before all other texts are
 * loaded.
 */
export const ptBrSavedCards = {
  ...ptBrFirst,
  card: 'Cartão',
  cardEnding: '{brand} final {last4}',
  cards: 'Seus cartões',
  cardsEmpty: 'Nenhum cartão salvo.',
  cardsFailed: 'Não conseguimos ler os cartões salvos agora.',
  cardsManage: 'Gerenciar',
  cardsAll: 'Ver todos os cartões ({count})',
  cardsPast: 'Ver cartões vencidos ({count})',
  cardsOver: 'Seus cartões salvos venceram.',
  cardChoose: 'Escolha um cartão.',
  cardExpires: 'Validade {date}',
  cardExpired: 'Vencido em {date}. Use outro cartão.',
  cardPast: 'Vencido em {date}',
  cardInvalid: 'Não pode mais ser usado. Exclua e salve de novo.',
  cardOther: 'Usar outro cartão',
  cardAsk: 'Excluir {card}?',
  cardDelete: 'Excluir {card}',
  cardDeleted: '{card} foi excluído.',
  delete: 'Excluir',
  deleting: 'Excluindo…',
  cancel: 'Cancelar',
  deleteFailed: 'Não foi possível excluir. O cartão continua salvo.',
  deleteUnconfirmed: 'Exclusão não confirmada. O cartão não pode ser usado; tente excluir de novo.',
};
