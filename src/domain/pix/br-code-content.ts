import { readPixReceiver, type BrCodeKind } from './pix-receiver.js';
import type { TlvFields } from './tlv.js';

/**
 * The content of a Pix code ("copia e cola"). Names and texts come from the code and are untrusted: show them as text, isolated in
 * direction. Nothing here proves who is paid.
 */
export interface BrCode {
  kind: BrCodeKind;
  /** Field 01 of the Pix template: the key that a static code pays. */
  key?: string;
  /** Field 25 of the Pix template: `host/path` of a dynamic code's payload, without a scheme. */
  url?: string;
  /** Field 25 of a Pix template among 80 to 99; the manual's first edition wrote it in field 01. */
  recurrenceUrl?: string;
  /** Field 02 of the Pix template. */
  description?: string;
  /** Field 03 of the Pix template: ISPB of the institution that hands out cash, so a withdrawal (Pix Saque). */
  fss?: string;
  /** `br.gov.bcb.pix` in the code's own case. */
  gui: string;
  /** Field 52, four digits; `0000` where none. */
  mcc: string;
  /** Field 53: `986`. */
  currency: string;
  /** Field 54 as written. Has no meaning in a dynamic code. */
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
  /** Field 62-05; `***` where none. */
  txid?: string;
  /** Field 63: four upper-case hex digits. */
  crc: string;
}

/** Fields with one valid form: ID, form, and the reason where they differ. */
const FORMS: readonly (readonly [id: string, form: RegExp, reason: string])[] = [
  ['52', /^\d{4}$/, 'mcc'],
  ['53', /^986$/, 'currency'],
  ['58', /^BR$/, 'country'],
  ['59', /./, 'merchant-name'],
  ['60', /./, 'merchant-city'],
];

/** Optional fields of the Pix template by their names. */
const PIX_FIELDS = [
  ['key', '01'],
  ['url', '25'],
  ['description', '02'],
  ['fss', '03'],
] as const;

/** Reads the Pix content of a well-formed code whose CRC is right. Returns the reason where it has none. */
export function readBrCodeContent(fields: TlvFields, templates: ReadonlyMap<string, TlvFields>): BrCode | string {
  for (const [id, form, reason] of FORMS) if (!form.test(fields.get(id) ?? '')) return reason;
  if (!/^1[12]$/.test(fields.get('01') ?? '11')) return 'point-of-initiation';
  const receiver = readPixReceiver(templates);
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

type OptionalText = 'key' | 'url' | 'recurrenceUrl' | 'description' | 'fss' | 'postalCode' | 'txid';

/** Sets a field that the code has; an absent one stays absent. An assignment, since spreading would take most of the time of a parse. */
function setPresent(brCode: BrCode, name: OptionalText, value: string | undefined): void {
  if (value !== undefined) brCode[name] = value;
}

/** Cents from field 54: digits, at most one point and up to two decimals, 13 characters in all. */
function parseCodeAmount(amount: string): number | undefined {
  if (amount.length > 13 || !/^\d+(\.\d{0,2})?$/.test(amount)) return undefined;
  // Rounding is exact up to 9,999,999,999.99, the largest amount with decimals in 13 characters.
  return Math.round(Number(amount) * 100);
}
