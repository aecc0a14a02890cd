import type { CardExpirationFormat } from '../../../client/profile/service-profile.js';
import { chargeOnce, reportCharge, tryCharge, type ChargeKey, type ChargeTry } from './charge.js';
import type { Examination } from '../examination.js';

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
