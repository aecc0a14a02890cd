import * as z from 'zod/mini';
import { getClearingEnd, getDay, getPayableEnd } from '../../domain/boleto/banking-days.js';
import { verifyBoleto } from '../../domain/boleto/boleto.js';
import { CheckoutError, type ErrorCode } from '../../domain/errors.js';
import { formatAmount, parseAmount } from '../../domain/money.js';
import { isPdfUrl, type BoletoCharge } from '../../domain/order/charge.js';
import { toPixErrorCode, verifyPixCharge, type PixChargeExpectation } from '../../domain/pix/verify.js';
import { presentFields } from '../../domain/present-fields.js';
import { createSchema } from '../../domain/schema.js';
import { textSchema } from '../http/response-schemas.js';

/** A boleto as the shop's bank made it. It has a line, a bar code or both. */
export interface ShopBoleto {
  /** The charge's identifier at the bank. */
  chargeId: string;
  /** The line ("linha digitável"): 47 digits, also with the usual points and spaces. */
  line?: string;
  /** The digits of the bar code: 44. */
  barcode?: string;
  /** The due date, `YYYY-MM-DD`. */
  dueDate: string;
  /** The amount: reais as decimal text, `"149.90"`. */
  amount: string;
  /** The Pix code of a hybrid boleto, which pays the same charge. */
  pixCode?: string;
  /** The `https:` address of the boleto as a PDF. */
  pdfUrl?: string;
  /** The name of the receiver. */
  payee?: string;
}

/** The facts of a checked boleto that do not depend on the page. */
export type CheckedBoleto = Pick<
  BoletoCharge,
  'chargeId' | 'amount' | 'line' | 'dueDate' | 'payableUntil' | 'expiresAt' | 'brCode' | 'pdfUrl' | 'payee'
>;

/** The schema of a boleto. An optional field with an invalid value counts as missing. */
const boletoSchema = createSchema(() => {
  const optionalText = z.catch(z.optional(textSchema()), undefined);
  return z.object({
    chargeId: textSchema(),
    line: optionalText,
    barcode: optionalText,
    dueDate: z.iso.date(),
    amount: textSchema(),
    pixCode: optionalText,
    pdfUrl: z.catch(z.optional(z.string().check(z.refine(isPdfUrl))), undefined),
    payee: optionalText,
  });
});

/** The error codes of the reasons why a boleto is not the order's. A boleto for another reason is none at all. */
const MISMATCHES: readonly string[] = ['amount-mismatch', 'due-date-mismatch', 'overdue'];

/**
 * Checks a boleto that the shop handed out. Its codes are those of one boleto, its amount is the order's, its due date is not past, and its
 * Pix code passes the checks of any Pix. Throws a `CheckoutError` otherwise; the boleto must not be shown then.
 */
export function checkBoleto(given: unknown, expectation: PixChargeExpectation, now: number): CheckedBoleto {
  const { data } = boletoSchema().safeParse(given);
  if (!data)
    throw new CheckoutError('bad-response', 'The boleto must be { chargeId, line or barcode, dueDate, amount, ... } (docs/boleto.md).');
  const { chargeId, dueDate, amount, pixCode: brCode, pdfUrl, payee } = data;
  const { amountCents } = expectation;
  const verdict = verifyBoleto(data, { amountCents, dueDate, today: getDay(now) });
  if (!verdict.ok) throw createRefusal(MISMATCHES.includes(verdict.reason) ? 'boleto-mismatch' : 'boleto-code-invalid', verdict.reason);
  if (parseAmount(amount) !== amountCents) throw createRefusal('boleto-mismatch', 'amount-mismatch');
  const pix = brCode === undefined ? undefined : verifyPixCharge(brCode, expectation);
  if (pix && !pix.ok) throw createRefusal(toPixErrorCode(pix.reason), `its Pix code: ${pix.reason}`);
  return {
    chargeId,
    amount: formatAmount(amountCents),
    line: verdict.boleto.line,
    dueDate,
    payableUntil: getPayableEnd(dueDate),
    expiresAt: getClearingEnd(dueDate),
    ...presentFields({ brCode, pdfUrl, payee }),
  };
}

function createRefusal(code: ErrorCode, reason: string): CheckoutError {
  return new CheckoutError(code, `The shop responded with a boleto that cannot be shown: ${reason}.`);
}
