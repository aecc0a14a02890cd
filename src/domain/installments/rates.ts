/** Rates are read as decimals of at most twelve places, so that 0.0499 is 499/10000 and not the double beside it. */
const RATE_UNITS = 10n ** 12n;

/** How a rate becomes a total: `add` is a share of the amount, `gross-up` a share of what the shopper pays in the end. */
export type FeeMode = 'add' | 'gross-up';

/** The shopper's total where a fee of `rate` is added to or built into `amountCents`; in whole cents, halves upwards. */
export function totalWithFee(amountCents: number, rate: number, mode: FeeMode): number {
  const amount = BigInt(amountCents);
  const fee = BigInt(Math.round(rate * Number(RATE_UNITS)));
  if (mode === 'add') return Number((2n * amount * (RATE_UNITS + fee) + RATE_UNITS) / (2n * RATE_UNITS));
  // The smallest gross with gross - round(gross * rate) >= amount. As gross is whole, the left side is the ceiling of
  // gross * (1 - rate) - 1/2, so the rule says gross > (2 * amount - 1) / (2 * (1 - rate)).
  return Number(((2n * amount - 1n) * RATE_UNITS) / (2n * (RATE_UNITS - fee)) + 1n);
}

/**
 * The rate a month at which the parts, the first of them due in a month, are worth the amount today: 0.0199 is 1.99 %. It is solved
 * from the plan itself, so a table that is wrong about its own interest does not matter. 0 where the parts add up to the amount.
 */
export function effectiveMonthlyRate(amountCents: number, partsCents: readonly number[]): number {
  const totalCents = partsCents.reduce((sum, part) => sum + part, 0);
  let low = 0;
  // Were the whole total due in the first month, the rate would be this; it is never higher.
  let high = totalCents / amountCents - 1;
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (presentValue(partsCents, middle) > amountCents) low = middle;
    else high = middle;
  }
  return high;
}

/** The same rate over twelve months, interest on interest: 0.0199 a month is 0.2668 a year. */
export function effectiveYearlyRate(monthlyRate: number): number {
  return (1 + monthlyRate) ** 12 - 1;
}

function presentValue(partsCents: readonly number[], monthlyRate: number): number {
  return partsCents.reduceRight((later, part) => (later + part) / (1 + monthlyRate), 0);
}
