import { crc16 } from './crc16.js';
import { decodeTlv, type TlvFields } from './tlv.js';

/**
 * The kind of a code. `static`: a key, paid with the amount in the code. `dynamic`: a location, from which the bank fetches the charge.
 * `recurrence`: Pix Automático alone. `composite`: a location and a recurrence. Field 01 does not decide the kind. A key with a recurrence
 * stays `static` and has a `recurrenceUrl`.
 */
export type BrCodeKind = 'static' | 'dynamic' | 'recurrence' | 'composite';

/**
 * The content of a Pix code ("copia e cola"). Names and texts come from the code and are untrusted: show them as text, isolated in
 * direction. Nothing in the code proves who is paid.
 */
export interface BrCode {
  kind: BrCodeKind;
  /** Field 01 of the Pix template: the key that a static code pays. */
  key?: string;
  /** Field 25 of the Pix template: `host/path` of a dynamic code's payload, without a scheme. */
  url?: string;
  /** Field 25 of a Pix template from 80 to 99. The manual's first edition wrote it in field 01. */
  recurrenceUrl?: string;
  /** Field 02 of the Pix template. */
  description?: string;
  /** Field 03 of the Pix template: the ISPB of the institution that hands out cash. The code is then a withdrawal (Pix Saque). */
  fss?: string;
  /** `br.gov.bcb.pix` in the code's own case. */
  gui: string;
  /** Field 52, four digits; `0000` for no category. */
  mcc: string;
  /** Field 53: `986`. */
  currency: string;
  /** Field 54 as written. It has no meaning in a dynamic code. */
  amount?: string;
  /** Field 54 in cents. */
  amountCents?: number;
  /** Field 58: `BR`. */
  country: string;
  /** Field 59, untrusted. */
  merchantName: string;
  /** Field 60, untrusted. */
  merchantCity: string;
  /** Field 61. */
  postalCode?: string;
  /** Field 62-05; `***` for no txid. */
  txid?: string;
  /** Field 63: four upper-case hex digits. */
  crc: string;
}

/** A parsed code, or the reason why it must be neither shown nor copied. */
export type BrCodeAnswer = { ok: true; brCode: BrCode } | { ok: false; reason: string; reasonClass: 'structure' | 'checksum' | 'content' };

/** The name of the Pix arrangement: field 00 of a Pix template (BR Code manual). Case does not matter. */
export const PIX_GUI = 'br.gov.bcb.pix';

/** The longest Pix code, characters: EMVCo QRCPS-MPM, and `pixCopiaECola` of the BCB API since 2.6.1. */
const MAX_LENGTH = 512;

/** Forbidden characters: control characters, lone surrogates (they have no UTF-8, so no CRC) and the line separators of Unicode. */
const FORBIDDEN = /[\p{Cc}\p{Cs}\u2028\u2029]/u;

/**
 * Parses and validates a Pix code. Never throws. The work is bounded: a text over 512 characters is refused unread. Structure, checksum and
 * content are checked in this order, and the first fault is returned:
 *
 * - structure: `empty`, `too-long`, `blank-around`, `control-char`, `tlv-header`, `tlv-empty`, `tlv-truncated`, `tlv-duplicate`,
 *   `payload-format` (00 is not first or not `01`), `crc-missing`, `crc-not-last`, `crc-format`
 * - checksum: `crc-mismatch`
 * - content: `point-of-initiation`, `mcc`, `currency`, `country`, `merchant-name`, `merchant-city`, `amount-format`, `gui-missing`,
 *   `not-pix`, `pix-duplicate`, `key-and-url`, `receiver-missing`, `url-has-scheme`, `url-format`
 *
 * The sources disagree about some codes:
 *
 * - Accepted, because real codes have them: accents, no field 62, a txid of other characters or over 25, a name over 25 or a city over 15,
 *   an amount of `98.` (EMVCo allows it) or of zero, a port in a location, any form of key.
 * - Refused: blanks around the code, since exactly the checked text must be drawn and copied; a lower-case CRC (EMVCo writes upper case,
 *   and some banks compare text, so any change of one character is refused); an amount of `.50` (no source allows it); a location without a
 *   path (a bank has nothing to fetch).
 *
 * @example
 * ```js
 * import { formatBrCode, parseBrCode } from 'balcao/domain';
 *
 * const code = formatBrCode({ key: 'loja@example.com', merchantName: 'Casa Neblina', merchantCity: 'Sao Paulo', amountCents: 14241 });
 * parseBrCode(code).brCode.amountCents; // 14241
 * parseBrCode(code.replace('142.41', '942.41')).reason; // 'crc-mismatch'
 * ```
 */
export function parseBrCode(text: string): BrCodeAnswer {
  const structure = parseStructure(text);
  if (typeof structure === 'string') return { ok: false, reason: structure, reasonClass: 'structure' };
  if (crc16(text.slice(0, -4)) !== text.slice(-4)) return { ok: false, reason: 'crc-mismatch', reasonClass: 'checksum' };
  const brCode = parseContent(structure.fields, structure.templates);
  return typeof brCode === 'string' ? { ok: false, reason: brCode, reasonClass: 'content' } : { ok: true, brCode };
}

/** Parses the code's fields and templates, by ID. Returns the fault as text if there is one. */
function parseStructure(text: string): { fields: TlvFields; templates: Map<string, TlvFields> } | string {
  if (typeof text !== 'string' || !text) return 'empty';
  if (text.length > MAX_LENGTH) return 'too-long';
  const trimmed = text.trim();
  if (trimmed !== text) return trimmed ? 'blank-around' : 'empty';
  if (FORBIDDEN.test(text)) return 'control-char';
  const fields = decodeTlv(text);
  if (typeof fields === 'string') return fields;
  if (!text.startsWith('000201')) return 'payload-format';
  const crc = fields.get('63');
  if (crc === undefined) return 'crc-missing';
  if (!/^[\dA-F]{4}$/.test(crc)) return 'crc-format';
  const templates = new Map<string, TlvFields>();
  let lastId = '';
  for (const [id, value] of fields) {
    lastId = id;
    if (!isTemplate(id)) continue;
    const template = decodeTlv(value);
    if (typeof template === 'string') return template;
    templates.set(id, template);
  }
  return lastId === '63' ? { fields, templates } : 'crc-not-last';
}

/** True for the IDs of account templates, of additional data, and of the templates of Pix Automático. Pix does not use 64. */
function isTemplate(id: string): boolean {
  return (id > '25' && id < '52') || id === '62' || id > '79';
}

/** The fields with one valid form: the ID, the form, and the reason for any other value. */
const FORMS: readonly (readonly [id: string, form: RegExp, reason: string])[] = [
  ['52', /^\d{4}$/, 'mcc'],
  ['53', /^986$/, 'currency'],
  ['58', /^BR$/, 'country'],
  ['59', /./, 'merchant-name'],
  ['60', /./, 'merchant-city'],
];

/** The optional fields of the Pix template, by name. */
const PIX_FIELDS = [
  ['key', '01'],
  ['url', '25'],
  ['description', '02'],
  ['fss', '03'],
] as const;

/** Parses the Pix content of a well-formed code with a right CRC. Returns the reason as text if the content is not valid. */
function parseContent(fields: TlvFields, templates: ReadonlyMap<string, TlvFields>): BrCode | string {
  for (const [id, form, reason] of FORMS) if (!form.test(fields.get(id) ?? '')) return reason;
  if (!/^1[12]$/.test(fields.get('01') ?? '11')) return 'point-of-initiation';
  const receiver = findReceiver(templates);
  if (typeof receiver === 'string') return receiver;
  const brCode: BrCode = {
    kind: receiver.kind,
    gui: receiver.charge.get('00') ?? '',
    mcc: fields.get('52') ?? '',
    currency: fields.get('53') ?? '',
    country: fields.get('58') ?? '',
    merchantName: fields.get('59') ?? '',
    merchantCity: fields.get('60') ?? '',
    crc: fields.get('63') ?? '',
  };
  for (const [name, id] of PIX_FIELDS) setPresent(brCode, name, receiver.charge.get(id));
  setPresent(brCode, 'recurrenceUrl', receiver.recurrenceUrl);
  setPresent(brCode, 'postalCode', fields.get('61'));
  setPresent(brCode, 'txid', templates.get('62')?.get('05'));
  const amount = fields.get('54');
  if (amount !== undefined) {
    const amountCents = parseCodeAmount(amount);
    if (amountCents === undefined) return 'amount-format';
    brCode.amount = amount;
    brCode.amountCents = amountCents;
  }
  return brCode;
}

/** The names of a code's optional text fields. */
type OptionalText = 'key' | 'url' | 'recurrenceUrl' | 'description' | 'fss' | 'postalCode' | 'txid';

/** Sets an optional field if the code has it. An assignment is used, since spreading would take most of the time of a parse. */
function setPresent(brCode: BrCode, name: OptionalText, value: string | undefined): void {
  if (value !== undefined) brCode[name] = value;
}

/** Parses field 54 to cents: digits, at most one point and up to two decimals, 13 characters in all. */
function parseCodeAmount(amount: string): number | undefined {
  if (amount.length > 13 || !/^\d+(\.\d{0,2})?$/.test(amount)) return undefined;
  // Rounding is exact up to 9,999,999,999.99, the largest amount with decimals in 13 characters.
  return Math.round(Number(amount) * 100);
}

/**
 * A location: a host, an optional port and a path, without scheme, user, query or fragment. The limit of 77 characters for a location and a
 * key needs no check: a template of 99 characters has no room for more beside its name.
 */
const LOCATION = /^[a-z\d]([a-z\d.-]*[a-z\d])?(:\d{1,5})?\/[\w.~%+=/-]+$/i;

/** The receiver of the payment, by the templates of a code. */
interface PixReceiver {
  kind: BrCodeKind;
  /** The Pix template from 26 to 51. */
  charge: TlvFields;
  /** The location of the recurrence, from a Pix template from 80 to 99. */
  recurrenceUrl: string | undefined;
}

/**
 * Finds the receiver of the payment. Pix may be in any template from 26 to 51, and its recurrence in any from 80 to 99, but only once each:
 * with two, different readers could pay different receivers. Returns the reason as text if there is not exactly one receiver.
 */
function findReceiver(templates: ReadonlyMap<string, TlvFields>): PixReceiver | string {
  const charges: TlvFields[] = [];
  const recurrences: TlvFields[] = [];
  for (const [id, template] of templates) {
    if (id === '62') continue;
    const gui = template.get('00');
    if (gui === undefined) return 'gui-missing';
    if (gui.toLowerCase() === PIX_GUI) (id < '62' ? charges : recurrences).push(template);
  }
  const [charge, ...others] = charges;
  const [recurrence] = recurrences;
  if (!charge) return 'not-pix';
  if (others.length > 0 || recurrences.length > 1) return 'pix-duplicate';
  const key = charge.get('01');
  const url = charge.get('25');
  const recurrenceUrl = recurrence?.get('25') ?? recurrence?.get('01');
  const fault = findReceiverFault(key, url, recurrenceUrl);
  if (fault) return fault;
  if (recurrence ? !recurrenceUrl : !key && !url) return 'receiver-missing';
  return { kind: key ? 'static' : !url ? 'recurrence' : recurrenceUrl ? 'composite' : 'dynamic', charge, recurrenceUrl };
}

/** Finds the fault of a receiver's key and locations, except a missing one. */
function findReceiverFault(key: string | undefined, url: string | undefined, recurrenceUrl: string | undefined): string | undefined {
  if (key && url) return 'key-and-url';
  for (const location of [url, recurrenceUrl]) {
    if (!location) continue;
    if (location.includes('://')) return 'url-has-scheme';
    if (!LOCATION.test(location)) return 'url-format';
  }
  return undefined;
}
