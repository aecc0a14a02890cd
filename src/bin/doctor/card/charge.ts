import { formatCard } from '../../../client/cards/card-body.js';
import { parseChargeResponse } from '../../../client/cards/charge-response.js';
import { defaultProfile } from '../../../client/profile/default-profile.js';
import { amountFromCents, formatAmount } from '../../../domain/money.js';
import { formatFieldNames, formatReply, type Reply } from '../probe.js';
import { CARD_FORMS, nameForm, type CardForm } from './tokenize.js';
import type { Examination } from '../examination.js';

/** The idempotency key of a charge, as headers and fields that are added to the request. */
interface ChargeKey {
  headers?: Readonly<Record<string, string>>;
  fields?: Readonly<Record<string, string>>;
}

/** The result of one request to charge. `unclear`: the charge may have been made, so nothing more is charged. */
type Charged = { status: 'approved'; identifier: string } | { status: 'declined' | 'refused' | 'unclear'; words: string };

/** The statuses by which a service may refuse the format of a field, even if the body says that the charge was declined. */
const FORM_REFUSALS: readonly number[] = [400, 422];

/** Sends one charge of the test card, and reads the response as the client does. */
async function chargeOnce(examination: Examination, form: CardForm, key: ChargeKey = {}): Promise<Charged> {
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
      card: formatCard(card, form, 'processPayment'),
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

/** The result of `tryCharge`. An approved charge has the form of its card. */
type ChargeTry = { status: 'approved'; identifier: string; form: CardForm } | { status: 'declined' | 'refused' | 'unclear'; words: string };

/**
 * Charges the test card once. Tries each form until one is not refused; `known`, the form that the tokenization accepted,
 * comes first.
 */
export async function tryCharge(examination: Examination, known: CardForm | undefined, key?: ChargeKey): Promise<ChargeTry> {
  const refusals: string[] = [];
  for (const form of new Set([...(known ? [known] : []), ...CARD_FORMS])) {
    const charged = await chargeOnce(examination, form, key);
    if (charged.status === 'approved') return { ...charged, form };
    if (charged.status !== 'refused') return charged;
    refusals.push(`${nameForm(form)}: ${charged.words}`);
  }
  return { status: 'refused', words: refusals.join('; ') };
}

/** Reports the result of a charge. */
export function reportCharge({ report, amountCents }: Examination, charge: ChargeTry): void {
  switch (charge.status) {
    case 'approved': {
      const name = charge.identifier === '' ? '' : `, identifier ${charge.identifier}`;
      report.ok('charge', `The test card was charged R$ ${formatAmount(amountCents)}, its expiry written ${nameForm(charge.form)}${name}.`);
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

/** The header in which most services with idempotency keys read the key; an IETF draft names it. */
const HEADER = 'Idempotency-Key';
/** The field in which a service may read the key instead. */
const FIELD = 'idempotencyKey';

type Place = 'header' | 'field';

/** An approved charge, which is sent again to compare the identifiers. */
type FirstCharge = ChargeTry & { status: 'approved' };

/** The place where the service reads the key. `nowhere`: it reads none, with the two identifiers. `open`: not known, with the reason. */
type PlaceFound = Place | { nowhere: string } | { open: string };

const OUT_TODO = 'Give the test charges back. Leave profile.idempotency out: Balcão then never sends a charge twice.';

/**
 * Sends the same charge again with the same key, then with another key, and compares the identifiers. Charges at most twice on every kind
 * of service: the first charge has the key in both places, and nothing more is sent after an unclear result.
 */
export async function repeatCharge(examination: Examination, known: CardForm | undefined): Promise<ChargeTry> {
  const key = crypto.randomUUID();
  const both = await tryCharge(examination, known, { ...createKey('header', key), ...createKey('field', key) });
  // A service may refuse a field that it does not know.
  const first = both.status === 'refused' ? await tryCharge(examination, known, createKey('header', key)) : both;
  reportCharge(examination, first);
  if (first.status === 'approved') reportPlace(examination, await findPlace(examination, first, key, both === first));
  return first;
}

/** Finds the place where the service reads the key. `isInBoth`: the first charge had the key in the header and in the field. */
async function findPlace(examination: Examination, first: FirstCharge, key: string, isInBoth: boolean): Promise<PlaceFound> {
  const send = (charge: ChargeKey): Promise<string | { open: string }> => resend(examination, first, charge);
  if (first.identifier === '') return { open: 'the first charge came without an identifier' };
  const again = await send({ ...createKey('header', key), ...(isInBoth && createKey('field', key)) });
  if (typeof again === 'object') return again;
  if (again !== first.identifier) return { nowhere: `${first.identifier} and ${again}` };
  if (isInBoth) {
    const inField = await send(createKey('field', key));
    if (typeof inField === 'object') return inField;
    // With the key in the field only, the service made another charge. So it reads the header.
    if (inField !== first.identifier) return 'header';
  }
  const place = isInBoth ? 'field' : 'header';
  const other = await send(createKey(place, crypto.randomUUID()));
  if (typeof other === 'object') return other;
  return other === first.identifier ? { open: 'it takes two equal charges for one, also with another key' } : place;
}

/** Sends the charge again with a key. Returns the identifier in the response, or the reason why there is none. */
async function resend(examination: Examination, { form }: FirstCharge, key: ChargeKey): Promise<string | { open: string }> {
  const charged = await chargeOnce(examination, form, key);
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
