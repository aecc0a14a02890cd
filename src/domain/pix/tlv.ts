import { CheckoutError } from '../errors.js';

/** The fields of one template by their two-digit ID, in the order of the text. */
export type TlvFields = ReadonlyMap<string, string>;

/** The reason why a text is not TLV. */
export type TlvFault = 'tlv-header' | 'tlv-empty' | 'tlv-truncated' | 'tlv-duplicate';

/** Half of a character outside of the Basic Multilingual Plane, such as an emoji. */
const SURROGATE = /[\ud800-\udfff]/;
/** The header of a field: its ID and its length. */
const HEADER = /^\d{4}$/;

/**
 * Decodes the TLV text of a BR Code: an ID of two digits, a length of two digits (`01` to `99`) and a value (EMVCo QRCPS-MPM 4.4.1.1). The
 * length counts characters: an accented letter is one, and so is an emoji. Values that are templates are not decoded. A repeated ID is a
 * fault (EMVCo 4.3.1.2), since readers disagree on which of the two counts.
 */
export function decodeTlv(text: string): TlvFields | TlvFault {
  const symbols = SURROGATE.test(text) ? Array.from(text) : undefined;
  const { length } = symbols ?? text;
  const cut = (start: number, end: number) => symbols?.slice(start, end).join('') ?? text.slice(start, end);
  const fields = new Map<string, string>();
  for (let start = 0; start < length;) {
    const header = cut(start, start + 4);
    if (header.length < 4) return 'tlv-truncated';
    if (!HEADER.test(header)) return 'tlv-header';
    const valueLength = Number(header.slice(2));
    if (valueLength === 0) return 'tlv-empty';
    const end = start + 4 + valueLength;
    if (end > length) return 'tlv-truncated';
    const id = header.slice(0, 2);
    if (fields.has(id)) return 'tlv-duplicate';
    fields.set(id, cut(start + 4, end));
    start = end;
  }
  return fields;
}

/** The fields to be encoded, in order. A template is a list of fields. A field that is `undefined` is left out. */
export type TlvContent = readonly (readonly [id: string, value: string | TlvContent | undefined])[];

/** Encodes fields as TLV text. Throws `CheckoutError('invalid-input')` for an empty value, or for a value of more than 99 characters. */
export function encodeTlv(fields: TlvContent): string {
  let text = '';
  for (const [id, content] of fields) {
    if (content === undefined) continue;
    const value = typeof content === 'string' ? content : encodeTlv(content);
    const { length } = Array.from(value);
    if (length < 1 || length > 99) throw new CheckoutError('invalid-input', `BR Code field ${id}: 1 to 99 characters`);
    text += id + String(length).padStart(2, '0') + value;
  }
  return text;
}
