import { formatCard } from '../../../client/cards/card-body.js';
import { parseChargeResponse } from '../../../client/cards/charge-response.js';
import { defaultProfile } from '../../../client/profile/default-profile.js';
import { amountFromCents, formatAmount } from '../../../domain/money.js';
import { formatFieldNames, formatReply, type Reply } from '../probe.js';
import { EXPIRATION_FORMATS } from './tokenize.js';
import type { CardExpirationFormat } from '../../../client/profile/service-profile.js';
import type { Examination } from '../examination.js';

/** The additions to a charge: the key by which the service may recognize it. */
interface ChargeKey {
  headers?: Readonly<Record<string, string>>;
  fields?: Readonly<Record<string, string>>;
}

/** The result of one charge. `unclear`: it may have been made, so nothing more is charged. */
type Charged = { status: 'approved'; identifier: string } | { status: 'declined' | 'refused' | 'unclear'; words: string };

/** With these a service may mean the form of a field, also where it says that it declined. */
const FORM_REFUSALS: readonly number[] = [400, 422];

/** Charges the test card once, and reads the response as the client does. */
async function chargeOnce(examination: Examination, format: CardExpirationFormat, key: ChargeKey = {}): Promise<Charged> {
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
  return interpretReply(reply, examination);
}

function interpretReply(reply: Reply, { card }: Examination): Charged {
  if (reply.kind === 'silence') return { status: 'unclear', words: reply.reason };
  const result = parseChargeResponse({ ...reply, retryAfterMs: undefined, sentAt: undefined }, {}, card);
  const words = formatReply(reply, card);
  switch (result.status) {
    case 'approved':
      return { status: 'approved', identifier: result.identifier ?? '' };
    case 'declined':
    case 'failed':
      return { status: FORM_REFUSALS.includes(reply.status) ? 'refused' : 'declined', words };
    case 'unconfirmed':
      return { status: 'unclear', words: `${words}, ${formatFieldNames(reply.body)}` };
  }
}

/** The result of the attempts to charge once, and the format of the expiry in an approved one. */
type ChargeTry =
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

/** Reports the result of a charge. */
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

/** Where most services that know a repeated request read its key; an IETF draft names the header. */
const HEADER = 'Idempotency-Key';
const FIELD = 'idempotencyKey';

type Place = 'header' | 'field';

/** A charge that was approved, and sent again to see what comes back. */
type FirstCharge = ChargeTry & { status: 'approved' };

/** Where the service reads the key: `nowhere`, or not to be seen, and why. */
type PlaceFound = Place | { nowhere: string } | { open: string };

const OUT_TODO = 'Give the test charges back. Leave profile.idempotency out: Balcão then never sends a charge twice.';

/**
 * Sends one charge again with its key, and one with another key, and compares the identifiers. Charges twice at most, whatever the service
 * knows: the first try has the key in both places, and nothing is sent after anything unclear.
 */
export async function repeatCharge(examination: Examination, known: CardExpirationFormat | undefined): Promise<ChargeTry> {
  const key = crypto.randomUUID();
  const both = await tryCharge(examination, known, { ...createKey('header', key), ...createKey('field', key) });
  // A service that does not know the field may refuse it.
  const first = both.status === 'refused' ? await tryCharge(examination, known, createKey('header', key)) : both;
  reportCharge(examination, first);
  if (first.status === 'approved') reportPlace(examination, await findPlace(examination, first, key, both === first));
  return first;
}

async function findPlace(examination: Examination, first: FirstCharge, key: string, isInBoth: boolean): Promise<PlaceFound> {
  const send = (charge: ChargeKey): Promise<string | { open: string }> => resend(examination, first, charge);
  if (first.identifier === '') return { open: 'the first charge came without an identifier' };
  const again = await send({ ...createKey('header', key), ...(isInBoth && createKey('field', key)) });
  if (typeof again === 'object') return again;
  if (again !== first.identifier) return { nowhere: `${first.identifier} and ${again}` };
  if (isInBoth) {
    const inField = await send(createKey('field', key));
    if (typeof inField === 'object') return inField;
    // By the field alone it is another charge.
    if (inField !== first.identifier) return 'header';
  }
  const place = isInBoth ? 'field' : 'header';
  const other = await send(createKey(place, crypto.randomUUID()));
  if (typeof other === 'object') return other;
  return other === first.identifier ? { open: 'it takes two equal charges for one, also with another key' } : place;
}

/** Sends the charge again with a key. Returns the identifier that comes back, or why there is none. */
async function resend(examination: Examination, { format }: FirstCharge, key: ChargeKey): Promise<string | { open: string }> {
  const charged = await chargeOnce(examination, format, key);
  if (charged.status !== 'approved') return { open: charged.words };
  return charged.identifier === '' ? { open: 'a charge came without an identifier' } : charged.identifier;
}

function reportPlace({ report }: Examination, place: PlaceFound): void {
  if (typeof place === 'object') {
    if ('open' in place) report.unknown('repeat', `Whether the service knows a repeated charge stays open: ${place.open}.`, OUT_TODO);
    else report.ok('repeat', `The service knows no repeated charge: it charged twice, ${place.nowhere}.`, OUT_TODO);
    return;
  }
  report.profile.data.idempotency = place === 'field' ? { field: FIELD } : { header: HEADER };
  report.ok(
    'repeat',
    `The service knows a repeated charge by the ${place} ${place === 'field' ? FIELD : HEADER}.`,
    'Give the test charges back. Ask your provider for how long it knows a key: profile.idempotency is for services that know it however late.',
  );
}

function createKey(place: Place, key: string): ChargeKey {
  return place === 'header' ? { headers: { [HEADER]: key } } : { fields: { [FIELD]: key } };
}
