import { CheckoutError } from '../errors.js';
import { formatAmount } from '../money.js';
import { parseBrCode, PIX_GUI, type BrCode } from './br-code.js';
import { crc16 } from './crc16.js';
import { encodeTlv } from './tlv.js';

/**
 * The fields of a code to be written. Defaults: `gui` `br.gov.bcb.pix`, `mcc` `0000`, `currency` `986`, `country` `BR`. The amount is
 * `amount` as text or `amountCents`. If both are given, they must be equal. `kind` and `crc` follow from the other fields and are ignored,
 * so a parsed code can be passed unchanged. Without `txid` the code has no field 62, although banks expect `***` there.
 */
export type BrCodeFields = Pick<BrCode, 'merchantName' | 'merchantCity'> & Partial<BrCode>;

/**
 * Writes a Pix code with its CRC. It is the inverse of {@link parseBrCode}, in the field order of the manual's examples. A code with a
 * location is marked for one use (field 01 is `12`). A static code is not marked.
 *
 * Throws `CheckoutError('invalid-input')` for a code that {@link parseBrCode} would refuse. Writing is stricter than reading: it also
 * refuses a name over 25, a city over 15 or a txid over 25 characters (BR Code manual, 59, 60, 62-05).
 *
 * @example
 * ```js
 * import { formatBrCode } from 'balcao/domain';
 *
 * const shop = { key: 'loja@example.com', merchantName: 'Casa Neblina', merchantCity: 'Sao Paulo' };
 * formatBrCode({ ...shop, amountCents: 14241, txid: '***' }).startsWith('00020126'); // true
 * ```
 */
export function formatBrCode(fields: BrCodeFields): string {
  const { gui = PIX_GUI, amountCents, recurrenceUrl, txid } = fields;
  if (fields.merchantName.length > 25 || fields.merchantCity.length > 15 || (txid?.length ?? 0) > 25) {
    throw new CheckoutError('invalid-input', 'BR Code: name up to 25, city up to 15, txid up to 25 characters');
  }
  const text =
    encodeTlv([
      ['00', '01'],
      ['01', fields.url === undefined ? undefined : '12'],
      [
        '26',
        [
          ['00', gui],
          ['01', fields.key],
          ['02', fields.description],
          ['03', fields.fss],
          ['25', fields.url],
        ],
      ],
      ['52', fields.mcc ?? '0000'],
      ['53', fields.currency ?? '986'],
      ['54', fields.amount ?? (amountCents === undefined ? undefined : formatAmount(amountCents))],
      ['58', fields.country ?? 'BR'],
      ['59', fields.merchantName],
      ['60', fields.merchantCity],
      ['61', fields.postalCode],
      ['62', txid === undefined ? undefined : [['05', txid]]],
      [
        '80',
        recurrenceUrl === undefined
          ? undefined
          : [
              ['00', gui],
              ['25', recurrenceUrl],
            ],
      ],
    ]) + '6304';
  const code = text + crc16(text);
  const answer = parseBrCode(code);
  if (!answer.ok) throw new CheckoutError('invalid-input', `BR Code: ${answer.reason}`);
  if (amountCents !== undefined && answer.brCode.amountCents !== amountCents) {
    throw new CheckoutError('invalid-input', 'BR Code: amount and amountCents differ');
  }
  return code;
}
