/** The units of a rate: a decimal with at most twelve places. So 0.0499 is 499/10000, and not the nearest double. */
const RATE_UNITS = 10n ** 12n;

/** The conversion from a rate to a total: `add` is a share of the amount, `gross-up` a share of the shopper's total. */
export type FeeMode = 'add' | 'gross-up';

/**
 * Computes the shopper's total after a fee of `rate` is added to `amountCents` or built into it. The result is in whole cents, with halves
 * rounded up.
 */
export function totalWithFee(amountCents: number, rate: number, mode: FeeMode): number {
  const amount = BigInt(amountCents);
  const fee = BigInt(Math.round(rate * Number(RATE_UNITS)));
  if (mode === 'add') return Number((2n * amount * (RATE_UNITS + fee) + RATE_UNITS) / (2n * RATE_UNITS));
  // The smallest gross with gross - round(gross * rate) >= amount. Since gross is whole, the left side is the ceiling of gross * (1 - rate)
  // - 1/2. So the rule is: gross > (2 * amount - 1) / (2 * (1 - rate)).
  return Number(((2n * amount - 1n) * RATE_UNITS) / (2n * (RATE_UNITS - fee)) + 1n);
}

/**
 * Computes the monthly rate at which the parts are worth the amount today: 0.0199 is 1.99 %. The first part is due in one month. The rate
 * is computed from the plan itself, so a wrong interest in the table does not matter. It is 0 if the parts add up to the amount.
 */
export function effectiveMonthlyRate(amountCents: number, partsCents: readonly number[]): number {
  const totalCents = partsCents.reduce((sum, part) => sum + part, 0);
  let low = 0;
  // The rate is never above this value, at which the whole total is due in the first month.
  let high = totalCents / amountCents - 1;
  for (let step = 0; step < 60 && low !== high; step++) {
    const middle = (low + high) / 2;
    if (presentValue(partsCents, middle) > amountCents) low = middle;
    else high = middle;
  }
  return high;
}

/** Converts a monthly rate to a yearly rate with compound interest: 0.0199 a month is 0.2668 a year. */
export function effectiveYearlyRate(monthlyRate: number): number {
  return (1 + monthlyRate) ** 12 - 1;
}

/** Computes the present value of monthly parts, the first of which is due in one month. */
function presentValue(partsCents: readonly number[], monthlyRate: number): number {
  return partsCents.reduceRight((later, part) => (later + part) / (1 + monthlyRate), 0);
}
