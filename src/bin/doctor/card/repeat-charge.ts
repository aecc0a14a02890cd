import type { CardExpirationFormat } from '../../../client/profile/service-profile.js';
import { chargeOnce, reportCharge, tryCharge, type ChargeKey, type ChargeTry } from './charge.js';
import type { Examination } from '../examination.js';

/** Where most services that know a repeated request read its key; an IETF draft names the header. */
const HEADER = 'Idempotency-Key';
const FIELD = 'idempotencyKey';

const TODO = 'Give the test charges back. Leave profile.idempotency out: Balcão then never sends a charge twice.';

/**
 * Sends one charge twice with one key and compares the identifiers: a service that knows no keys charges twice. The first try has the key
 * in both places, so that no service is charged more than twice.
 */
export async function repeatCharge(examination: Examination, known: CardExpirationFormat | undefined): Promise<ChargeTry> {
  const key = crypto.randomUUID();
  const inHeader: ChargeKey = { headers: { [HEADER]: key } };
  const inField: ChargeKey = { fields: { [FIELD]: key } };
  const inBoth: ChargeKey = { ...inHeader, ...inField };
  const both = await tryCharge(examination, known, inBoth);
  // A service that does not know the field may refuse it.
  const first = both.status === 'refused' ? await tryCharge(examination, known, inHeader) : both;
  reportCharge(examination, first);
  if (first.status === 'approved') await compareSecond(examination, first, both === first ? { inBoth, inField } : { inHeader });
  return first;
}

type Places = { inBoth: ChargeKey; inField: ChargeKey } | { inHeader: ChargeKey };

async function compareSecond(examination: Examination, first: ChargeTry & { status: 'approved' }, places: Places): Promise<void> {
  const { report } = examination;
  const isBoth = 'inBoth' in places;
  const second = await chargeOnce(examination, first.format, isBoth ? places.inBoth : places.inHeader);
  if (second.status !== 'approved' || first.identifier === '' || second.identifier === '') {
    const words = second.status === 'approved' ? 'a charge came without an identifier' : second.words;
    report.unknown('repeat', `Whether the service knows a repeated charge stays open: ${words}.`, TODO);
    return;
  }
  if (second.identifier !== first.identifier) {
    report.ok('repeat', `The service knows no repeated charge: it charged twice, ${first.identifier} and ${second.identifier}.`, TODO);
    return;
  }
  const isField = isBoth && (await isSame(examination, first, places.inField));
  report.profile.data.idempotency = isField ? { field: FIELD } : { header: HEADER };
  report.ok(
    'repeat',
    `The service knows a repeated charge by the ${isField ? `field ${FIELD}` : `header ${HEADER}`}: the second one was the first, ${first.identifier}.`,
    'Ask your provider for how long it knows a key: profile.idempotency is for services that know it however late.',
  );
}

async function isSame(
  examination: Examination,
  { format, identifier }: ChargeTry & { status: 'approved' },
  key: ChargeKey,
): Promise<boolean> {
  const charged = await chargeOnce(examination, format, key);
  return charged.status === 'approved' && charged.identifier === identifier;
}
