import { formatCard } from '../../../client/cards/card-body.js';
import { defaultProfile } from '../../../client/profile/default-profile.js';
import { parseExpiration } from '../../../domain/card/expiration.js';
import { verifyCardNumber } from '../../../domain/card/number.js';
import { securityCodeLength } from '../../../domain/card/security-code.js';
import { formatFieldNames, formatReply, isSegment, judgeReply, getField } from '../probe.js';
import type { CardExpirationFormat } from '../../../client/profile/service-profile.js';
import type { CardData } from '../../../domain/payment.js';
import type { Examination } from '../examination.js';

/** The formats of a card's expiry in the order in which they are tried; the default comes first. */
export const EXPIRATION_FORMATS = ['MM/YY', 'MM/YYYY'] as const satisfies readonly CardExpirationFormat[];

/** The `cardId` of the test card, and the format of the expiry that the service accepted. */
interface TokenizedTestCard {
  cardId: string;
  format: CardExpirationFormat;
}

/**
 * Exchanges the test card for a `cardId`, and reports how that went. Tries each format of the expiry until one is accepted. Returns
 * `undefined` if it gets no `cardId`.
 */
export async function tokenizeTestCard({ service, report, card }: Examination): Promise<TokenizedTestCard | undefined> {
  const path = defaultProfile.paths.tokenizeCard;
  const refusals: string[] = [];
  for (const format of EXPIRATION_FORMATS) {
    const fields = formatCard(card, { ...defaultProfile, cardExpiration: format }, 'tokenizeCard');
    const reply = await service.send({ method: 'POST', path, body: { name: 'Balcão doctor', ...fields } });
    const verdict = judgeReply(reply);
    if (verdict === 'accepted') {
      const body = reply.kind === 'response' ? reply.body : undefined;
      const cardId = getField(body, 'cardId');
      if (getField(body, 'success') === true && typeof cardId === 'string' && isSegment(cardId)) {
        report.ok('tokenize', `A test card was tokenized, its expiry written ${format}.`, LIFE_TODO);
        return { cardId, format };
      }
      report.bad('tokenize', `The response has no "success": true with a text "cardId": ${formatFieldNames(body)}.`, SHAPE_TODO);
      return undefined;
    }
    refusals.push(`${format}: ${formatReply(reply, card)}`);
    // Another format changes nothing about a service that did not respond or failed.
    if (verdict !== 'refused') break;
  }
  report.bad(
    'tokenize',
    `The test card was not tokenized (${refusals.join('; ')}).`,
    'Give a card that the service accepts in BALCAO_TEST_CARD, or ask your provider.',
  );
  return undefined;
}

const LIFE_TODO =
  'If you send tokenizeExpiration: ask your provider for its unit, which no response shows, and set profile.validUntil by it.';

const SHAPE_TODO = 'Balcão cannot read such a response: let a server of yours turn it into { success, message, cardId }.';

/** The number that most providers' test accounts accept. */
const TEST_NUMBER = '4111111111111111';

/** The year of the test card's expiry, counted from this year. The month is December. */
const YEARS_AHEAD = 3;

/**
 * Parses `BALCAO_TEST_CARD`: `NUMBER`, `NUMBER MM/YY` or `NUMBER MM/YY CODE`. Without a text, returns a well-known test card. Returns
 * `undefined` if the text is not a valid card.
 */
export function parseTestCard(text: string | undefined, now: Date): CardData | undefined {
  const words = text?.split(/\s+/).filter((word) => word !== '') ?? [];
  const [typed = TEST_NUMBER, expirationDate = `12/${now.getUTCFullYear() + YEARS_AHEAD}`, code, ...rest] = words;
  const { status, brand, digits: number } = verifyCardNumber(typed);
  const securityCode = code ?? '1234'.slice(0, securityCodeLength(brand) ?? 3);
  const isCard = status === 'valid' && parseExpiration(expirationDate) && /^\d{3,4}$/.test(securityCode) && rest.length === 0;
  return isCard ? { holderName: 'TESTE BALCAO', expirationDate, number, securityCode } : undefined;
}
