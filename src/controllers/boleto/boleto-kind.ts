import { createBoletoSource, fetchBoleto } from '../../client/shop/shop-boleto.js';
import { type CheckedBoleto } from '../../client/shop/check-boleto.js';
import { getDay } from '../../domain/boleto/banking-days.js';
import { verifyBoleto, type Boleto } from '../../domain/boleto/boleto.js';
import { CheckoutError, isCheckoutError } from '../../domain/errors.js';
import { formatAmount } from '../../domain/money.js';
import { isBoleto, stripBoletoKey, type BoletoCharge, type Charge } from '../../domain/order/charge.js';
import type { BrCode } from '../../domain/pix/br-code.js';
import type { WatchedCharge } from '../../flow/charges/watched-charges.js';
import type { ChargeKind, CreationContext } from '../charges/charge-kind.js';
import { createPixExpectation, findBrCode } from '../pix/pix-kind.js';

/** A boleto whose digits were verified and may therefore be shown. */
export interface VerifiedBoleto extends WatchedCharge {
  charge: BoletoCharge;
  boleto: Boleto;
  /** The Pix code of a hybrid boleto. */
  brCode: BrCode | undefined;
}

/** The charges by boleto. */
export const BOLETO: ChargeKind<VerifiedBoleto> = {
  method: 'boleto',
  getPriceCents: ({ amountCents }) => amountCents,
  create: (context) =>
    createBoleto(context).catch((error: unknown) => {
      if (isCheckoutError(error) && error.code !== 'aborted') console.error(`Balcão: ${error.message} Check boleto-url or getBoleto.`);
      throw error;
    }),
  verify: ({ charge, phase }, settings) => {
    if (!isBoleto(charge)) return undefined;
    const { line, dueDate, createdAt } = charge;
    const verdict = verifyBoleto({ line }, { amountCents: settings.amountCents, dueDate, today: getDay(createdAt) });
    if (!verdict.ok) return undefined;
    const brCode =
      charge.brCode === undefined ? undefined : findBrCode(charge.brCode, createPixExpectation(settings, settings.amountCents));
    return charge.brCode !== undefined && !brCode ? undefined : { charge, phase, boleto: verdict.boleto, brCode };
  },
};

async function createBoleto({ settings, signal, others, source, begin }: CreationContext): Promise<BoletoCharge> {
  const { getBoleto, boletoUrl = '', orderId = '', amountCents } = settings;
  const made = await fetchBoleto(
    getBoleto ?? createBoletoSource(boletoUrl, (sentAt) => source.learnTime(sentAt)),
    { orderId, amount: formatAmount(amountCents), signal },
    createPixExpectation(settings, amountCents),
    () => source.trueNow(),
  );
  if (!others.some((other) => isCodeShared(made, other))) return { ...made, ...begin() };
  throw new CheckoutError('boleto-code-invalid', 'The shop responded with a boleto that has a code of another charge.');
}

/** True if a code of a new boleto belongs to another charge. The shop may hand out the same boleto again. */
function isCodeShared({ chargeId, line, brCode }: CheckedBoleto, other: Charge): boolean {
  if (isBoleto(other) && stripBoletoKey(other.chargeId) === stripBoletoKey(chargeId)) return false;
  return (brCode !== undefined && other.brCode === brCode) || (isBoleto(other) && other.line === line);
}
