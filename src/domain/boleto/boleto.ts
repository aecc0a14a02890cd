import { getBoletoInfo } from '@brazilian-utils/brazilian-utils/get-boleto-info';
import { formatLocalDay, getDay, getPayableEnd, toLocalNoon } from './banking-days.js';

/** The data in the digits of a boleto. */
export interface Boleto {
  /** The line that a shopper types or pastes ("linha digitável"): 47 digits. */
  line: string;
  /** The digits of the bar code: 44. */
  barcode: string;
  /** The bank's number: three digits. */
  bank: string;
  /** The amount, cents; 0 if the boleto has none. */
  amountCents: number;
  /** The due date, `YYYY-MM-DD`; absent if the boleto has none. */
  dueDate?: string;
}

/** The reason why a text is no boleto: it is no line and no bar code, it is the bill of a utility or a tax, or a check digit is wrong. */
export type BoletoFault = 'format' | 'utility-bill' | 'check-digit';

/** The result of {@link parseBoleto}. */
export type BoletoAnswer = { ok: true; boleto: Boleto } | { ok: false; reason: BoletoFault };

/** A boleto as a shop hands it out, and what it must agree with. */
export interface BoletoExpectation {
  /** The order's amount, cents. */
  amountCents: number;
  /** The due date that the shop names, `YYYY-MM-DD`. */
  dueDate: string;
  /** The present day in Brasília, `YYYY-MM-DD`. */
  today: string;
}

/** The verdict on a boleto: it may be shown for an order, or the reason why not. */
export type BoletoVerdict = { ok: true; boleto: Boleto } | { ok: false; reason: BoletoFault | BoletoMismatch };

/** The reason why a valid boleto is not the order's: its line is not that of its bar code, or its amount or due date is another one. */
export type BoletoMismatch = 'codes-differ' | 'amount-mismatch' | 'due-date-mismatch' | 'overdue';

/** The first digit of a bill of a utility or a tax, whose line has 48 digits and whose fields are others. */
const UTILITY_BILL = /^8\d{43}(?:\d{4})?$/;

/** The bank's number, the currency (9 is the real) and the rest of a line or of a bar code. */
const BANK_CODE = /^\d{3}9(?:\d{43}|\d{40})$/;

/**
 * Parses the line (47 digits) or the bar code (44 digits) of a boleto. Spaces, points and hyphens between the digits do not matter. Every
 * check digit is verified: modulo 10 of the line's fields 1 to 3, and the general one, modulo 11. For a bar code the fields' digits are
 * computed. Source: Carta Circular BCB 2.926 of 2000-07-24.
 *
 * The due date is a number of days that began anew on 22 February 2025, so each number stands for two days: 1000 is 3 July 2000 and 22
 * February 2025. The day counts that is at most 3000 days before and at most 5500 days after `today` (`YYYY-MM-DD`), as FEBRABAN's
 * communiqué 082/2012 has it.
 *
 * @example
 * ```js
 * import { parseBoleto } from 'balcao/domain';
 *
 * const answer = parseBoleto('00190.50095 40144.816069 06809.350314 3 37370000000100', '2007-12-01');
 * answer.ok && answer.boleto.dueDate; // '2007-12-31'
 * ```
 */
export function parseBoleto(text: string, today: string): BoletoAnswer {
  const digits = text.replaceAll(/[\s.-]/g, '');
  if (UTILITY_BILL.test(digits)) return { ok: false, reason: 'utility-bill' };
  if (!BANK_CODE.test(digits)) return { ok: false, reason: 'format' };
  const barcode = digits.length === 44 ? digits : toBarcode(digits);
  const line = digits.length === 44 ? toLine(digits) : digits;
  const info = getBoletoInfo(line, { referenceDate: toLocalNoon(today) });
  if (!info) return { ok: false, reason: 'check-digit' };
  const { amount: amountCents, expirationDate, bankCode: bank } = info;
  return { ok: true, boleto: { line, barcode, bank, amountCents, ...(expirationDate && { dueDate: formatLocalDay(expirationDate) }) } };
}

/**
 * Verifies that a boleto's line, its bar code or both are those of an order: both are the same boleto, the amount is the order's, and the
 * due date is the one that the shop names, and the boleto can still be paid in time. A boleto without an amount or a due date is refused, since the shopper could then
 * pay another one.
 *
 * @example
 * ```js
 * import { verifyBoleto } from 'balcao/domain';
 *
 * const line = '00190.50095 40144.816069 06809.350314 3 37370000000100';
 * verifyBoleto({ line }, { amountCents: 100, dueDate: '2007-12-31', today: '2007-12-01' }).ok; // true
 * verifyBoleto({ line }, { amountCents: 200, dueDate: '2007-12-31', today: '2007-12-01' }).ok; // false
 * ```
 */
export function verifyBoleto(
  codes: { line?: string | undefined; barcode?: string | undefined },
  expected: BoletoExpectation,
): BoletoVerdict {
  const answers = [codes.line, codes.barcode].flatMap((text) => (text === undefined ? [] : parseBoleto(text, expected.today)));
  const fault = answers.find((answer) => !answer.ok);
  if (fault) return fault;
  const [boleto, other = boleto] = answers.flatMap((answer) => (answer.ok ? answer.boleto : []));
  if (!boleto) return { ok: false, reason: 'format' };
  if (boleto.line !== other?.line) return { ok: false, reason: 'codes-differ' };
  if (boleto.amountCents === 0 || boleto.amountCents !== expected.amountCents) return { ok: false, reason: 'amount-mismatch' };
  if (boleto.dueDate !== expected.dueDate) return { ok: false, reason: 'due-date-mismatch' };
  const lastDay = getDay(getPayableEnd(expected.dueDate) - 1);
  return lastDay < expected.today ? { ok: false, reason: 'overdue' } : { ok: true, boleto };
}

/**
 * Formats a line of 47 digits in the groups of a printed boleto.
 *
 * @example
 * ```js
 * import { formatBoletoLine } from 'balcao/domain';
 *
 * formatBoletoLine('00190500954014481606906809350314337370000000100'); // '00190.50095 40144.816069 06809.350314 3 37370000000100'
 * ```
 */
export function formatBoletoLine(line: string): string {
  return line.replace(/^(.{5})(.{5})(.{5})(.{6})(.{5})(.{6})(.)(.{14})$/, '$1.$2 $3.$4 $5.$6 $7 $8');
}

/** Rearranges a line's digits to those of its bar code, without the check digits of the fields. */
function toBarcode(line: string): string {
  return line.slice(0, 4) + line.slice(32) + line.slice(4, 9) + line.slice(10, 20) + line.slice(21, 31);
}

/** Rearranges the digits of a bar code to those of its line, and adds the check digits of the fields. */
function toLine(barcode: string): string {
  const fields = [barcode.slice(0, 4) + barcode.slice(19, 24), barcode.slice(24, 34), barcode.slice(34)];
  return fields.map((field) => field + computeModulo10(field)).join('') + barcode.slice(4, 19);
}

/** Computes the check digit of a field, modulo 10: from the right, each digit counts twice, once, twice and so on. */
function computeModulo10(digits: string): number {
  const sum = [...digits].reduce((total, digit, index) => {
    const product = Number(digit) * ((digits.length - index) % 2 ? 2 : 1);
    return total + (product > 9 ? product - 9 : product);
  }, 0);
  return (10 - (sum % 10)) % 10;
}
