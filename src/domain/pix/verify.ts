import type { ErrorCode } from '../errors.js';
import { parseBrCode, type BrCode } from './br-code.js';

/** The values that a Pix code must match before a shopper sees it. */
export interface PixChargeExpectation {
  /** The amount to pay, in cents. */
  amountCents: number;
  /** Hosts that may hold the payload of a dynamic code: `host` for any port, or `host:port`; case does not matter. */
  hosts?: readonly string[];
  /** Keys that a static code may pay, as the code writes them. */
  keys?: readonly string[];
}

/** The verdict on a code: it may be shown for an order, or the reason why not. */
export type PixChargeAnswer = { ok: true } | { ok: false; reason: string };

/**
 * Checks that a code is a valid Pix code of the order. A right CRC proves nothing about who made the code, so:
 *
 * - a code that {@link parseBrCode} refuses is refused with its reason;
 * - `recurrence`: the shopper would agree to later payments too; `withdrawal`: it hands out cash (field `fss`);
 * - `amount-mismatch`: a static code is paid with its own amount, which must be the order's; none or zero lets the
 *   shopper type one. In a dynamic code field 54 has no meaning: the payload behind the location counts;
 * - `receiver-mismatch`: the shop declared its receivers, and this is another one. With only one of `hosts` and `keys` declared, a code of
 *   the other kind is another receiver too; an empty list allows none.
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

/** The reason why a parsed code is not the order's: one of the reasons of {@link verifyPixCharge}; `undefined` where it is. */
export function findPixMismatch(
  { amountCents, recurrenceUrl, fss, key, url }: BrCode,
  expectation: PixChargeExpectation,
): string | undefined {
  if (recurrenceUrl) return 'recurrence';
  if (fss) return 'withdrawal';
  if (key && (!amountCents || amountCents !== expectation.amountCents)) return 'amount-mismatch';
  return isExpectedReceiver(expectation, key, url) ? undefined : 'receiver-mismatch';
}

/** The error code for a refusal of {@link verifyPixCharge}. */
export function toPixErrorCode(reason: string): Extract<ErrorCode, `pix-${string}`> {
  return reason === 'amount-mismatch' || reason === 'receiver-mismatch' ? `pix-${reason}` : 'pix-code-invalid';
}

function isExpectedReceiver({ hosts, keys }: PixChargeExpectation, key: string | undefined, url: string | undefined): boolean {
  if (!hosts && !keys) return true;
  if (key) return keys?.includes(key) ?? false;
  const [authority = ''] = (url ?? '').toLowerCase().split('/');
  const [host] = authority.split(':');
  return hosts?.some((declared) => [authority, host].includes(declared.toLowerCase())) ?? false;
}
