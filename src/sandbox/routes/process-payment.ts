import { findMagicAmount, findMagicCard } from '../faults/magic.js';
import { StrictFieldReader } from '../fields.js';
import { IDEMPOTENCY_FIELD, isKeyReadIn } from '../idempotency.js';
import { findCardRefusal, readCardFields } from './card-fields.js';
import { findLiveCard } from './tokenize.js';
import { refuseBusiness, refuseShape } from './route.js';
import type { Charge } from '../state/ledger.js';
import type { FaultName } from '../faults/faults.js';
import type { Prepared, RouteCall } from './route.js';
import type { SentCard } from './card-fields.js';

/** First identifier of a sandbox: nine digits, too few to be mistaken for a card number. */
const FIRST_IDENTIFIER = 700_000_001;

/** The card part of a payment: the card itself, or the identifier of a tokenized one. */
type Source = { card: SentCard; cardId?: never } | { cardId: string; card?: never };

/** `POST card/processPayment`: charges a card. */
export function prepareProcessPayment(call: RouteCall): Prepared {
  const fields = new StrictFieldReader(call.body);
  const amount = fields.amount('amount');
  const installments = fields.count('installments');
  const whoPaysFee = fields.word('whoPaysFee', 'merchant', 'customer');
  const source = readSource(fields, call);
  if (fields.has(IDEMPOTENCY_FIELD) && isKeyReadIn('field', call.variant.idempotency)) fields.text(IDEMPOTENCY_FIELD);
  if (whoPaysFee === 'customer' && installments === 1) fields.refuse('whoPaysFee', 'não pode ser customer com installments 1');
  fields.finish();
  if (fields.problems.length > 0) return refuseShape(fields.problems);

  const paidWith = findPaidWith(source, call);
  if (typeof paidWith === 'string') return refuseBusiness(paidWith);
  const magic = call.variant.magic ? (findMagicAmount('processPayment', amount) ?? paidWith.magic) : undefined;
  const charge = { amount, installments, whoPaysFee, last4: paidWith.last4, ...(source.cardId !== undefined && { cardId: source.cardId }) };
  return { ok: true, magic, carryOut: () => makeCharge(charge, call) };
}

/** Reads exactly one of `card` and `cardId`. */
function readSource(fields: StrictFieldReader, { variant }: RouteCall): Source {
  const cardId = fields.has('cardId') ? fields.text('cardId') : undefined;
  if (cardId !== undefined) {
    if (fields.has('card')) fields.report('card', 'e cardId não podem vir juntos');
    return { cardId };
  }
  const card = fields.object('card');
  const sent = readCardFields(card, variant);
  card.finish();
  return { card: sent };
}

/** The card that is charged, or the message why it cannot be. */
function findPaidWith(source: Source, call: RouteCall): { last4: string; magic: FaultName | undefined } | string {
  if (source.card !== undefined) {
    const { number, last4 } = source.card;
    return findCardRefusal(source.card, call.clock) ?? { last4, magic: findMagicCard(number) };
  }
  const found = findLiveCard(source.cardId, call);
  return typeof found === 'string' ? found : { last4: found.last4, magic: found.magic };
}

function makeCharge(
  charge: Pick<Charge, 'amount' | 'installments' | 'whoPaysFee' | 'last4' | 'cardId'>,
  call: RouteCall,
): Record<string, unknown> {
  const { ledger, peer, resent, clock, key } = call;
  const identifier = String(FIRST_IDENTIFIER + ledger.charges.length);
  ledger.charges.push({ identifier, ...charge, ...(key !== undefined && { idempotencyKey: key }), at: clock.now(), ...peer, resent });
  return { success: true, message: 'Transação aprovada.', identifier };
}
