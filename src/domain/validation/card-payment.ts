import { detectBrand } from '../card/brands.js';
import { hasCardDigits, keepDigits } from '../card/digits.js';
import { parseExpiration, verifyExpiration, type YearMonth } from '../card/expiration.js';
import { verifyHolderName } from '../card/holder-name.js';
import { verifyCardNumber } from '../card/number.js';
import { verifySecurityCode } from '../card/security-code.js';
import type { CardData, CardPayment, CardToTokenize, HolderNameRule } from '../payment.js';
import { type Draft, FieldReader, parseAmountField, textThat, type Validation } from './field-reader.js';

/** The options of a validation. */
export interface ValidationOptions {
  /** The present month. Without it, only the format of an expiry is validated. */
  today?: YearMonth;
  /** The rule for the holder's name (`profile.holderName`). With `none`, a name is dropped as other unknown fields are. Default `required`. */
  holderName?: HolderNameRule;
}

/** A card to tokenize, with an optional name. */
export type NamelessCard = Omit<CardToTokenize, 'name'> & { name?: string };

/**
 * Validates the body of `POST /card/processPayment`. The amount, the installments and the payer are required. The payer of a single
 * installment is the merchant. The card is given by either `card` or `cardId`. The returned value has only the known fields, and the card
 * number has only its digits.
 *
 * @example
 * ```js
 * import { validateCardPayment } from 'balcao/domain';
 *
 * const payment = { amount: 149.9, installments: 1, whoPaysFee: 'merchant', cardId: 'b1c2' };
 * validateCardPayment(payment); // { ok: true, value: payment }
 * validateCardPayment({ ...payment, amount: 0 }); // { ok: false, issues: [{ field: 'amount', code: 'range' }] }
 * ```
 */
export function validateCardPayment(input: unknown, options: ValidationOptions = {}): Validation<CardPayment> {
  const reader = new FieldReader(input);
  const amount = parseAmountField(reader);
  const installments = reader.read('installments', parseInteger, (count) => count > 0);
  const whoPaysFee = reader.read('whoPaysFee', (value) => (value === 'merchant' || value === 'customer' ? value : undefined));
  if (installments === 1 && whoPaysFee === 'customer') reader.refuse('whoPaysFee', 'not-allowed');

  const hasCardId = reader.has('cardId');
  const cardId = reader.readOptional('cardId', textThat(Boolean));
  if (hasCardId && reader.has('card')) reader.refuse('cardId', 'both');
  const cardReader = hasCardId ? undefined : reader.open('card');
  const card = cardReader?.finish<CardData>(parseCardData(cardReader, options));
  return reader.finish<CardPayment>({ amount, installments, whoPaysFee, cardId, card: card?.ok ? card.value : undefined });
}

/**
 * Validates the body of `POST /card/tokenize`. The name is optional here, since the shopper may leave it out. A name that contains a card
 * number is refused, since the name will be stored. `tokenizeExpiration` is text or a number, and is passed on as given. Other fields are
 * dropped.
 *
 * @example
 * ```js
 * import { validateCard } from 'balcao/domain';
 *
 * const card = { holderName: 'Maria Silva', number: '4111 1111 1111 1111', expirationDate: '12/30', securityCode: '12' };
 * validateCard(card); // { ok: false, issues: [{ field: 'securityCode', code: 'format' }] }
 * ```
 */
export function validateCard(input: unknown, options: ValidationOptions = {}): Validation<NamelessCard> {
  const reader = new FieldReader(input);
  return reader.finish<NamelessCard>({
    ...parseCardData(reader, options),
    name: reader.readOptional(
      'name',
      textThat((name) => !hasCardDigits(name)),
    ),
    tokenizeExpiration: reader.readOptional('tokenizeExpiration', (value) =>
      typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value)) ? value : undefined,
    ),
  });
}

function parseInteger(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}

/** Reads the holder's name by its rule. */
function parseHolderName(reader: FieldReader, rule: HolderNameRule): string | undefined {
  const parse = textThat((name) => verifyHolderName(name) === 'valid');
  switch (rule) {
    case 'required':
      return reader.read('holderName', parse);
    case 'optional':
      return reader.readOptional('holderName', parse);
    case 'none':
      return undefined;
  }
}

/** Reads the fields of a card. The security code depends on the brand of the number. */
function parseCardData(reader: FieldReader, { today, holderName: rule = 'required' }: ValidationOptions): Draft<CardData> {
  const holderName = parseHolderName(reader, rule);
  const expirationDate = reader.read(
    'expirationDate',
    textThat((text) => parseExpiration(text) !== undefined),
    (text) => !today || verifyExpiration(text, today) === 'valid',
  );
  const number = reader.read('number', (value) => {
    const verdict = typeof value === 'string' ? verifyCardNumber(value) : undefined;
    return verdict?.status === 'valid' ? verdict.digits : undefined;
  });
  const securityCode = reader.read(
    'securityCode',
    textThat((code) => verifySecurityCode(code, detectBrand(number ?? '')) === 'valid'),
  );
  return { holderName, expirationDate, number, securityCode: securityCode && keepDigits(securityCode) };
}
