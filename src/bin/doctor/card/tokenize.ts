import { formatCard } from '../../../client/cards/card-body.js';
import { defaultProfile } from '../../../client/profile/default-profile.js';
import { parseExpiration } from '../../../domain/card/expiration.js';
import { verifyCardNumber } from '../../../domain/card/number.js';
import { securityCodeLength } from '../../../domain/card/security-code.js';
import { formatFieldNames, formatReply, isSegment, judgeReply, getField } from '../probe.js';
import type { CardExpirationFormat, ServiceProfile } from '../../../client/profile/service-profile.js';
import type { CardData } from '../../../domain/payment.js';
import type { Examination } from '../examination.js';

/** The form in which a card is sent: the parts of a profile that decide it. */
export interface CardForm extends Pick<ServiceProfile, 'holderName'> {
  cardExpiration: CardExpirationFormat;
}

/** The forms of a card in the order in which they are tried; the default comes first. A service may refuse a name that it does not take. */
export const CARD_FORMS: readonly CardForm[] = [
  { cardExpiration: 'MM/YY', holderName: 'required' },
  { cardExpiration: 'MM/YYYY', holderName: 'required' },
  { cardExpiration: 'MM/YY', holderName: 'none' },
  { cardExpiration: 'MM/YYYY', holderName: 'none' },
];

/** Names a form, after the words "its expiry written" or for itself. */
export function nameForm({ cardExpiration, holderName }: CardForm): string {
  return holderName === 'none' ? `${cardExpiration} and without a name` : cardExpiration;
}

/** The `cardId` of the test card, and the form that the service accepted. */
interface TokenizedTestCard {
  cardId: string;
  form: CardForm;
}

/**
 * Exchanges the test card for a `cardId`, and reports how that went. Tries each form until one is accepted. Returns
 * `undefined` if it gets no `cardId`.
 */
export async function tokenizeTestCard({ service, report, card }: Examination): Promise<TokenizedTestCard | undefined> {
  const path = defaultProfile.paths.tokenizeCard;
  const refusals: string[] = [];
  for (const form of CARD_FORMS) {
    const fields = formatCard(card, form, 'tokenizeCard');
    const reply = await service.send({ method: 'POST', path, body: { name: 'Balcão doctor', ...fields } });
    const verdict = judgeReply(reply);
    if (verdict === 'accepted') {
      const body = reply.kind === 'response' ? reply.body : undefined;
      const cardId = getField(body, 'cardId');
      if (getField(body, 'success') === true && typeof cardId === 'string' && isSegment(cardId)) {
        report.ok('tokenize', `A test card was tokenized, its expiry written ${nameForm(form)}.`, LIFE_TODO);
        return { cardId, form };
      }
      report.bad('tokenize', `The response has no "success": true with a text "cardId": ${formatFieldNames(body)}.`, SHAPE_TODO);
      return undefined;
    }
    refusals.push(`${nameForm(form)}: ${formatReply(reply, card)}`);
    // Another form changes nothing about a service that did not respond or failed.
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
