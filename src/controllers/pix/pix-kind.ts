import { CheckoutError } from '../../domain/errors.js';
import { amountFromCents } from '../../domain/money.js';
import { isBoleto, type PixCharge } from '../../domain/order/charge.js';
import { parseBrCode, type BrCode } from '../../domain/pix/br-code.js';
import { findPixMismatch, toPixErrorCode, verifyPixCharge, type PixChargeExpectation } from '../../domain/pix/verify.js';
import { presentFields } from '../../domain/present-fields.js';
import type { WatchedCharge } from '../../flow/charges/watched-charges.js';
import type { ChargeKind } from '../charges/charge-kind.js';
import type { Settings } from '../settings/settings.js';
import { getPixPriceCents } from './pix-price.js';

/** A Pix charge whose code was verified and may therefore be shown. */
export interface VerifiedCharge extends WatchedCharge {
  charge: PixCharge;
  brCode: BrCode;
}

/** The charges by Pix. */
export const PIX: ChargeKind<VerifiedCharge> = {
  method: 'pix',
  getPriceCents: getPixPriceCents,
  create: async ({ settings, signal, source, begin }) => {
    const { orderId, pixExpiresInMs: expiresInMs, pixWebhook } = settings;
    const priceCents = getPixPriceCents(settings);
    const client = await source.loadClient();
    const created = await client.generatePixQrCode(
      { amount: amountFromCents(priceCents), expiresInMs, ...presentFields({ paymentWebhook: pixWebhook }) },
      presentFields({ signal, orderId }),
    );
    const verified = verifyPixCharge(created.brCode, createPixExpectation(settings, priceCents));
    if (verified.ok) return { ...created, ...begin() };
    throw new CheckoutError(
      toPixErrorCode(verified.reason),
      `The service responded with a Pix code that cannot be shown: ${verified.reason}.`,
    );
  },
  verify: ({ charge, phase }, settings) => {
    if (isBoleto(charge)) return undefined;
    const brCode = findBrCode(charge.brCode, createPixExpectation(settings, getPixPriceCents(settings)));
    return brCode && { charge, phase, brCode };
  },
};

/** Parses a code, if it is the expected one. */
export function findBrCode(text: string, expectation: PixChargeExpectation): BrCode | undefined {
  const parsed = parseBrCode(text);
  return parsed.ok && findPixMismatch(parsed.brCode, expectation) === undefined ? parsed.brCode : undefined;
}

/** Returns the values that a code must match according to the settings. */
export function createPixExpectation({ profile }: Settings, amountCents: number): PixChargeExpectation {
  const { pixHosts: hosts, pixKeys: keys } = profile ?? {};
  return presentFields({ amountCents, hosts, keys });
}
