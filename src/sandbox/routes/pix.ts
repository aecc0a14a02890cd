import { StrictFieldReader } from '../fields.js';
import { createMessageAnswer } from '../answers.js';
import { computePixState, createPixText } from '../pix/pix-charge.js';
import { createUuid } from '../tokens.js';
import { findMagicAmount } from '../faults/magic.js';
import { formatPixState } from '../pix/pix-status-words.js';
import { type Prepared, refuseShape, type RouteCall } from './route.js';
import type { PixRecord } from '../memory.js';
import type { ServiceVariant } from '../variant.js';

/** ISO 8601 with an offset or Z: a moment without a zone would be ambiguous. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

/** `POST pix/generateQrCode`: creates a Pix charge. */
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
    magic: variant.magic ? findMagicAmount('generatePixQrCode', amount) : undefined,
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

/** The response in one documented set of names, or both. */
function nameFields({ id, text, number }: PixRecord, names: ServiceVariant['pixResponseNames']): Record<string, unknown> {
  const described = { qrCodeId: id, textQrCode: text, qrCodeNumber: number };
  const sample = { id, text, number };
  if (names === 'both') return { ...described, ...sample };
  return names === 'sample' ? sample : described;
}

/** `GET pix/qrCode/{qrCodeId}`: the status of a Pix charge, in the variant's words. */
export function preparePixStatus({ id, ledger, clock, variant }: RouteCall): Prepared {
  const record = ledger.pix.find((candidate) => candidate.id === id);
  if (!record) return { ok: false, refusal: createMessageAnswer(404, 'Cobrança Pix não encontrada.') };
  return {
    ok: true,
    carryOut: () => {
      const word = formatPixState(computePixState(record, clock), variant.pixStatusSystem);
      const { amount, number } = record;
      return {
        success: true,
        message: 'Consulta realizada.',
        qrCodeId: record.id,
        qrCodeNumber: number,
        amount,
        [variant.pixStatusField]: word,
      };
    },
  };
}
