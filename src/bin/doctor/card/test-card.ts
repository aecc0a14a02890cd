import { parseExpiration } from '../../../domain/card/expiration.js';
import { verifyCardNumber } from '../../../domain/card/number.js';
import { securityCodeLength } from '../../../domain/card/security-code.js';
import type { CardData } from '../../../domain/payment.js';

/** The number that providers' test accounts know most. */
const TEST_NUMBER = '4111111111111111';

/** How far ahead the expiry is, years. */
const YEARS_AHEAD = 3;

/**
 * The card that is tried: `BALCAO_TEST_CARD` as `NUMBER`, `NUMBER MM/YY` or `NUMBER MM/YY CODE`, else a well-known test card. `undefined`
 * where the text is no such card.
 */
export function readTestCard(text: string | undefined, now: Date): CardData | undefined {
  const words = text?.split(/\s+/).filter((word) => word !== '') ?? [];
  const [typed = TEST_NUMBER, expirationDate = `12/${now.getUTCFullYear() + YEARS_AHEAD}`, code, ...rest] = words;
  const { status, brand, digits: number } = verifyCardNumber(typed);
  const securityCode = code ?? '1234'.slice(0, securityCodeLength(brand) ?? 3);
  const isCard = status === 'valid' && parseExpiration(expirationDate) && /^\d{3,4}$/.test(securityCode) && rest.length === 0;
  return isCard ? { holderName: 'TESTE BALCAO', expirationDate, number, securityCode } : undefined;
}
