import { StrictFieldReader } from '../fields.js';
import { createUuid } from '../state/identifiers.js';
import { findCardRefusal, readCardFields } from './card-fields.js';
import { findMagicCard } from '../faults/magic.js';
import { refuseBusiness, refuseShape } from './route.js';
import type { Prepared, RouteCall } from './route.js';
import type { TokenizedCardRecord } from '../state/ledger.js';

const UNIT_MS = { seconds: 1000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;

/** `POST card/tokenize`: exchanges a card for a `cardId`. */
export function prepareTokenize(call: RouteCall): Prepared {
  const fields = new StrictFieldReader(call.body);
  const name = fields.text('name');
  const card = readCardFields(fields, call.variant);
  const period = fields.optionalPeriod('tokenizeExpiration');
  const lifeMs = period === undefined ? undefined : Number(period || NaN) * UNIT_MS[call.variant.tokenizeExpirationUnit];
  if (lifeMs !== undefined && !(lifeMs > 0)) fields.refuse('tokenizeExpiration', 'deve ser um período maior que zero');
  fields.finish();
  if (fields.problems.length > 0) return refuseShape(fields.problems);

  const refusal = findCardRefusal(card, call.clock);
  if (refusal !== undefined) return refuseBusiness(refusal);
  const magic = findMagicCard(card.number);
  const { last4, expirationDate } = card;
  return { ok: true, carryOut: () => addCard({ name, last4, expirationDate, ...(magic && { magic }) }, lifeMs, call) };
}

function addCard(
  card: Pick<TokenizedCardRecord, 'name' | 'last4' | 'expirationDate' | 'magic'>,
  lifeMs: number | undefined,
  { ledger, clock }: RouteCall,
): Record<string, unknown> {
  const createdAt = clock.now();
  const cardId = createUuid();
  ledger.cards.push({ cardId, ...card, createdAt, ...(lifeMs !== undefined && { validUntil: createdAt + lifeMs }) });
  return { success: true, message: 'Cartão tokenizado.', cardId };
}

/** A tokenized card that may still be charged, or the message why there is none. */
export function findLiveCard(cardId: string, { ledger, clock }: RouteCall): TokenizedCardRecord | string {
  const card = ledger.cards.find((candidate) => candidate.cardId === cardId);
  if (!card) return 'Cartão tokenizado não encontrado.';
  if (card.deletedAt !== undefined) return 'Cartão tokenizado excluído.';
  if (card.validUntil !== undefined && card.validUntil <= clock.now()) return 'Tokenização do cartão vencida.';
  return card;
}
