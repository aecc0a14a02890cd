import { StrictFieldReader } from '../fields.js';
import { createMessageResponse } from '../responses.js';
import { computePixState, createPixText } from '../pix/pix-charge.js';
import { createUuid } from '../tokens.js';
import { findMagicAmount } from '../faults/magic.js';
import { formatPixState } from '../pix/pix-status-words.js';
import { type Prepared, refuseShape, type RouteCall } from './route.js';
import type { PixRecord } from '../memory.js';
import type { ServiceVariant } from '../variant.js';

/** The format of an instant: ISO 8601 with an offset or Z. An instant without a zone would be ambiguous. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

/** Prepares `POST pix/generateQrCode`, which creates a Pix charge. */
export function prepareGeneratePixQrCode(call: RouteCall): Prepared {
  const { variant, ledger, clock } = call;
  const fields = new StrictFieldReader(call.body);
  const amount = fields.amount('amount');
  const expirationDate = fields.text('expirationDate', INSTANT);
  const described = variant.pixRequestNames === 'sample' ? undefined : fields.optionalFlag('paymentWebhook');
  const sample = variant.pixRequestNames === 'described' ? undefined : fields.optionalFlag('webhook');
  const expiresAt = Date.parse(expirationDate);
  if (expiresAt <= clock.now()) fields.refuse('expirationDate', 'deve estar no futuro');
  fields.finish();
  if (fields.problems.length > 0) return refuseShape(fields.problems);

  return {
    ok: true,
    magicFault: variant.magic ? findMagicAmount('generatePixQrCode', amount) : undefined,
    carryOut: (fault, what) => {
      const id = createUuid();
      const number = ledger.pix.length + 1001;
      const text = createPixText({ id, number, amount, kind: variant.pixCode }, fault, what);
      const record: PixRecord = {
        id,
        number,
        text,
        amount,
        createdAt: clock.now(),
        expiresAt,
        webhook: (described ?? sample) === true,
        state: 'pending',
      };
      ledger.pix.push(record);
      return { success: true, message: 'QR Code Pix gerado.', ...nameFields(record, variant.pixResponseNames) };
    },
  };
}

/** Returns the charge's fields of the response with one of the two documented sets of names, or with both. */
function nameFields({ id, text, number }: PixRecord, names: ServiceVariant['pixResponseNames']): Record<string, unknown> {
  const described = { qrCodeId: id, textQrCode: text, qrCodeNumber: number };
  const sample = { id, text, number };
  if (names === 'both') return { ...described, ...sample };
  return names === 'sample' ? sample : described;
}

/** Prepares `GET pix/qrCode/{qrCodeId}`, which returns the status of a Pix charge, in the variant's words. */
export function preparePixStatus({ id, ledger, clock, variant }: RouteCall): Prepared {
  const record = ledger.pix.find((candidate) => candidate.id === id);
  if (!record) return { ok: false, refusal: createMessageResponse(404, 'Cobrança Pix não encontrada.') };
  return {
    ok: true,
    carryOut: () => {
      const word = formatPixState(computePixState(record, clock), variant.pixStatusSystem);
      return {
        success: true,
        message: 'Consulta realizada.',
        qrCodeId: record.id,
        qrCodeNumber: record.number,
        amount: record.amount,
        [variant.pixStatusField]: word,
      };
    },
  };
}
