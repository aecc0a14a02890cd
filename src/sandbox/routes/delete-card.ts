import { StrictFieldReader } from '../fields.js';
import { refuseBusiness, refuseShape } from './route.js';
import type { Prepared, RouteCall } from './route.js';

/** `card/delete`: by `POST` or `DELETE`, with the `cardId` in the body or as the last path segment. */
export function prepareDeleteCard(call: RouteCall): Prepared {
  const fields = new StrictFieldReader(call.id === undefined ? call.body : { cardId: call.id });
  const cardId = fields.text('cardId');
  fields.finish();
  if (fields.problems.length > 0) return refuseShape(fields.problems);

  const card = call.ledger.cards.find((candidate) => candidate.cardId === cardId && candidate.deletedAt === undefined);
  if (!card) return refuseBusiness('Cartão tokenizado não encontrado.', 404);
  return {
    ok: true,
    carryOut: () => {
      card.deletedAt = call.clock.now();
      return { success: true, message: 'Cartão excluído.' };
    },
  };
}
