import { formatCard } from '../../../client/cards/card-body.js';
import { parseChargeResponse } from '../../../client/cards/charge-response.js';
import { defaultProfile } from '../../../client/profile/default-profile.js';
import type { CardExpirationFormat } from '../../../client/profile/service-profile.js';
import { amountFromCents, formatAmount } from '../../../domain/money.js';
import { describeFields, describeReply } from '../judge-reply.js';
import { EXPIRATION_FORMATS } from './tokenize.js';
import type { Examination } from '../examination.js';
import type { Reply } from '../exchange.js';

/** What a charge carries beside its fields: the key by which the service may know it again. */
export interface ChargeKey {
  headers?: Readonly<Record<string, string>>;
  fields?: Readonly<Record<string, string>>;
}

/** What became of one charge. `unclear`: it may have been made, so nothing more is charged. */
export type Charged = { status: 'approved'; identifier: string } | { status: 'declined' | 'refused' | 'unclear'; words: string };

/** With these a service may mean the form of a field, also where it says that it declined. */
const FORM_REFUSALS: readonly number[] = [400, 422];

/** Charges the test card once, and reads the response as the client does. */
export async function chargeOnce(examination: Examination, format: CardExpirationFormat, key: ChargeKey = {}): Promise<Charged> {
  const { service, card, amountCents } = examination;
  const reply = await service.send({
    method: 'POST',
    path: defaultProfile.paths.processPayment,
    limitMs: defaultProfile.timeLimits.cardMs,
    headers: key.headers ?? {},
    body: {
      amount: amountFromCents(amountCents),
      installments: 1,
      whoPaysFee: 'merchant',
      card: formatCard(card, { ...defaultProfile, cardExpiration: format }, 'processPayment'),
      ...key.fields,
    },
  });
  return readReply(reply, examination);
}

function readReply(reply: Reply, { card }: Examination): Charged {
  if (reply.kind === 'silence') return { status: 'unclear', words: reply.reason };
  const result = parseChargeResponse({ ...reply, retryAfterMs: undefined, sentAt: undefined }, {}, card);
  const words = describeReply(reply, card);
  switch (result.status) {
    case 'approved':
      return { status: 'approved', identifier: result.identifier ?? '' };
    case 'declined':
    case 'failed':
      return { status: FORM_REFUSALS.includes(reply.status) ? 'refused' : 'declined', words };
    case 'unconfirmed':
      return { status: 'unclear', words: `${words}, ${describeFields(reply.body)}` };
  }
}

/** What became of the tries to charge once, and the form of the expiry in an approved one. */
export type ChargeTry =
  { status: 'approved'; identifier: string; format: CardExpirationFormat } | { status: 'declined' | 'refused' | 'unclear'; words: string };

/** Charges the test card once, with the expiry in each form until one is not refused; the form that the tokenization took first. */
export async function tryCharge(examination: Examination, known: CardExpirationFormat | undefined, key?: ChargeKey): Promise<ChargeTry> {
  const refusals: string[] = [];
  for (const format of new Set([...(known ? [known] : []), ...EXPIRATION_FORMATS])) {
    const charged = await chargeOnce(examination, format, key);
    if (charged.status === 'approved') return { ...charged, format };
    if (charged.status !== 'refused') return charged;
    refusals.push(`${format}: ${charged.words}`);
  }
  return { status: 'refused', words: refusals.join('; ') };
}

/** Says what became of a charge. */
export function reportCharge({ report, amountCents }: Examination, charge: ChargeTry): void {
  switch (charge.status) {
    case 'approved': {
      const name = charge.identifier === '' ? '' : `, identifier ${charge.identifier}`;
      report.ok('charge', `The test card was charged R$ ${formatAmount(amountCents)}, its expiry written ${charge.format}${name}.`);
      break;
    }
    case 'unclear':
      report.bad('charge', `What became of the charge is not clear: ${charge.words}. Nothing more was charged.`, UNCLEAR_TODO);
      break;
    case 'declined':
    case 'refused':
      report.bad(
        'charge',
        `The test card was not charged (${charge.words}).`,
        'Give a card that your test account approves in BALCAO_TEST_CARD.',
      );
  }
}

const UNCLEAR_TODO =
  'Look into your account at the provider whether the charge is there. If its approved charges have another shape than { success, message, identifier }, write profile.readCharge.';
