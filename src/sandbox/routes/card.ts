import { presentFields } from '../../domain/present-fields.js';
import { isMonthOver } from '../../domain/card/expiration.js';
import { hasLuhnChecksum } from '../../domain/card/luhn.js';
import { findMagicAmount, findMagicCard } from '../faults/magic.js';
import { StrictFieldReader } from '../fields.js';
import { IDEMPOTENCY_FIELD, readsKeyIn } from '../idempotency.js';
import { createUuid } from '../tokens.js';
import { refuseBusiness, refuseShape, type Prepared, type RouteCall } from './route.js';
import type { Clock } from '../../domain/clock.js';
import type { FaultName } from '../faults/faults.js';
import type { Charge, TokenizedCardRecord } from '../memory.js';
import type { ServiceVariant } from '../variant.js';

/** The card of a payment: the card itself, or the identifier of a tokenized card. */
type Source = { card: SentCard; cardId?: never } | { cardId: string; card?: never };

/** Prepares `POST card/processPayment`, which charges a card. */
export function prepareProcessPayment(call: RouteCall): Prepared {
  const fields = new StrictFieldReader(call.body);
  const amount = fields.amount('amount');
  const installments = fields.count('installments');
  const whoPaysFee = fields.word('whoPaysFee', 'merchant', 'customer');
  const source = parseSource(fields, call);
  if (fields.has(IDEMPOTENCY_FIELD) && readsKeyIn('field', call.variant.idempotency)) fields.text(IDEMPOTENCY_FIELD);
  if (whoPaysFee === 'customer' && installments === 1) fields.refuse('whoPaysFee', 'não pode ser customer com installments 1');
  fields.finish();
  if (fields.problems.length > 0) return refuseShape(fields.problems);

  const paidWith = findPaidWith(source, call);
  if (typeof paidWith === 'string') return refuseBusiness(paidWith);
  const magicFault = call.variant.magic ? (findMagicAmount('processPayment', amount) ?? paidWith.magic) : undefined;
  const charge = { amount, installments, whoPaysFee, last4: paidWith.last4, ...(source.cardId !== undefined && { cardId: source.cardId }) };
  return { ok: true, magicFault, carryOut: () => makeCharge(charge, call) };
}

/** Reads exactly one of `card` and `cardId`. */
function parseSource(fields: StrictFieldReader, { variant }: RouteCall): Source {
  const cardId = fields.has('cardId') ? fields.text('cardId') : undefined;
  if (cardId !== undefined) {
    if (fields.has('card')) fields.report('card', 'e cardId não podem vir juntos');
    return { cardId };
  }
  const card = fields.object('card');
  const sent = parseCardFields(card, variant);
  card.finish();
  return { card: sent };
}

/** Returns the last digits and the magic fault of the card that is charged, or the message why it cannot be charged. */
function findPaidWith(source: Source, call: RouteCall): { last4: string; magic: FaultName | undefined } | string {
  if (source.card !== undefined) {
    const { number, last4 } = source.card;
    return findCardRefusal(source.card, call.clock) ?? { last4, magic: findMagicCard(number) };
  }
  const found = findLiveCard(source.cardId, call);
  return typeof found === 'string' ? found : { last4: found.last4, magic: found.magic };
}

/** Records a charge, and returns the body of the response. */
function makeCharge(
  charge: Pick<Charge, 'amount' | 'installments' | 'whoPaysFee' | 'last4' | 'cardId'>,
  call: RouteCall,
): Record<string, unknown> {
  const { ledger, firstIdentifier, peer, resent, clock, key } = call;
  const identifier = String(firstIdentifier + ledger.charges.length);
  ledger.charges.push({ identifier, ...charge, ...presentFields({ idempotencyKey: key }), at: clock.now(), ...peer, resent });
  return { success: true, message: 'Transação aprovada.', identifier };
}

const UNIT_MS = { seconds: 1000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;

/** Prepares `POST card/tokenize`, which exchanges a card for a `cardId`. */
export function prepareTokenize(call: RouteCall): Prepared {
  const fields = new StrictFieldReader(call.body);
  const name = fields.text('name');
  const card = parseCardFields(fields, call.variant);
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

/** Records a tokenized card, and returns the body of the response. `lifeMs` is its lifetime; `undefined` if it does not expire. */
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

/** Finds a tokenized card that may be charged; returns the message of the refusal if there is none. */
function findLiveCard(cardId: string, { ledger, clock }: RouteCall): TokenizedCardRecord | string {
  const card = ledger.cards.find((candidate) => candidate.cardId === cardId);
  if (!card) return 'Cartão tokenizado não encontrado.';
  if (card.deletedAt !== undefined) return 'Cartão tokenizado excluído.';
  if (card.validUntil !== undefined && card.validUntil <= clock.now()) return 'Tokenização do cartão vencida.';
  return card;
}

/** Prepares `card/delete` by `POST` or `DELETE`, with the `cardId` in the body or as the last path segment. */
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

/** A card as received. It is kept only until the request ends. */
interface SentCard {
  number: string;
  last4: string;
  expirationDate: string;
}

const EXPIRATION_PATTERNS: Readonly<Record<ServiceVariant['cardExpiration'], RegExp>> = {
  any: /^(0[1-9]|1[0-2])\/(\d{2}|\d{4})$/,
  'MM/YY': /^(0[1-9]|1[0-2])\/\d{2}$/,
  'MM/YYYY': /^(0[1-9]|1[0-2])\/\d{4}$/,
};

/** Reads the card fields that a payment and a tokenization share. */
function parseCardFields(fields: StrictFieldReader, variant: ServiceVariant): SentCard {
  const { holderName: rule } = variant;
  // A name that is not read is refused as an unknown field.
  if (rule === 'required' || (rule === 'optional' && fields.has('holderName'))) fields.text('holderName');
  const expirationDate = fields.text('expirationDate', EXPIRATION_PATTERNS[variant.cardExpiration]);
  const number = fields.text('number', /^\d{12,19}$/);
  fields.text('securityCode', /^\d{3,4}$/);
  return { number, last4: number.slice(-4), expirationDate };
}

/** Returns the message by which the issuer would refuse a card; `undefined` if it would not refuse it. */
function findCardRefusal(card: SentCard, clock: Clock): string | undefined {
  if (!hasLuhnChecksum(card.number)) return 'Número de cartão inválido.';
  return hasExpired(card.expirationDate, clock) ? 'Cartão vencido.' : undefined;
}

/** Returns whether the card's month has passed everywhere on earth. */
function hasExpired(expirationDate: string, clock: Clock): boolean {
  const [month = 0, year = 0] = expirationDate.split('/').map(Number);
  return isMonthOver({ year: year < 100 ? 2000 + year : year, month }, clock.now());
}
