import type { ErrorCode } from '../errors.js';
import { parseBrCode, type BrCode } from './br-code.js';

/** The values that a Pix code must match before a shopper sees it. */
export interface PixChargeExpectation {
  /** The amount to pay, in cents. */
  amountCents: number;
  /** The hosts that may have the payload of a dynamic code: `host` for any port, or `host:port`. Case does not matter. */
  hosts?: readonly string[];
  /** The keys that a static code may pay. Case does not matter, nor does the punctuation of a CPF or CNPJ. */
  keys?: readonly string[];
}

/** The verdict on a code: it may be shown for an order, or the reason why not. */
export type PixChargeAnswer = { ok: true } | { ok: false; reason: string };

/**
 * Verifies that a code is a valid Pix code of the order. A right CRC proves nothing about the code's author, so these codes are refused:
 *
 * - a code that {@link parseBrCode} refuses, with the same reason;
 * - `recurrence`: the shopper would also agree to later payments; `withdrawal`: the code hands out cash (field `fss`);
 * - `amount-mismatch`: a static code is paid with its own amount, so that must be the order's amount. Without an amount, or with zero, the
 *   shopper could type one. In a dynamic code, field 54 has no meaning: the payload at the location counts;
 * - `receiver-mismatch`: the shop declared its receivers, and the code's receiver is not among them. With only one of `hosts` and `keys`, a
 *   code of the other kind is refused too. An empty list allows no receiver.
 *
 * @example
 * ```js
 * import { formatBrCode, verifyPixCharge } from 'balcao/domain';
 *
 * const code = formatBrCode({ key: 'loja@example.com', merchantName: 'Casa Neblina', merchantCity: 'Sao Paulo', amountCents: 14241 });
 * verifyPixCharge(code, { amountCents: 14241, keys: ['loja@example.com'] }); // { ok: true }
 * verifyPixCharge(code, { amountCents: 14990 }); // { ok: false, reason: 'amount-mismatch' }
 * ```
 */
export function verifyPixCharge(text: string, expectation: PixChargeExpectation): PixChargeAnswer {
  const answer = parseBrCode(text);
  const reason = answer.ok ? findPixMismatch(answer.brCode, expectation) : answer.reason;
  return reason === undefined ? { ok: true } : { ok: false, reason };
}

/**
 * Finds the reason why a parsed code is not the order's: one of the reasons of {@link verifyPixCharge}. Returns `undefined` if the code is
 * the order's.
 */
export function findPixMismatch(
  { amountCents, recurrenceUrl, fss, key, url }: BrCode,
  expectation: PixChargeExpectation,
): string | undefined {
  if (recurrenceUrl) return 'recurrence';
  if (fss) return 'withdrawal';
  if (key && (!amountCents || amountCents !== expectation.amountCents)) return 'amount-mismatch';
  return isExpectedReceiver(expectation, key, url) ? undefined : 'receiver-mismatch';
}

/** Returns the error code for a refusal of {@link verifyPixCharge}. */
export function toPixErrorCode(reason: string): Extract<ErrorCode, `pix-${string}`> {
  return reason === 'amount-mismatch' || reason === 'receiver-mismatch' ? `pix-${reason}` : 'pix-code-invalid';
}

/** True if the receiver of a code is among the declared ones, or if none are declared. */
function isExpectedReceiver({ hosts, keys }: PixChargeExpectation, key: string | undefined, url: string | undefined): boolean {
  if (!hosts && !keys) return true;
  if (key) return keys?.some((declared) => normalizeKey(declared) === normalizeKey(key)) ?? false;
  const [authority = ''] = (url ?? '').toLowerCase().split('/');
  const [host] = authority.split(':');
  return hosts?.some((declared) => [authority, host].includes(declared.toLowerCase())) ?? false;
}

/** A CNPJ, whose first twelve characters may be letters since July 2026 (IN RFB 2.229/2024), or a CPF, without punctuation. */
const TAX_NUMBER = /^(?:[\da-z]{12}|\d{9})\d\d$/;

/** Normalizes a Pix key, so that two ways to write it are equal. */
function normalizeKey(key: string): string {
  const text = key.trim().toLowerCase();
  const plain = text.replace(/[\s./\p{Pd}]/gu, '');
  return TAX_NUMBER.test(plain) ? plain : text;
}
