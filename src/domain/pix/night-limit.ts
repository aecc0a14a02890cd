import { BRASILIA_OFFSET_MS } from '../brasilia-time.js';

/** The amount, cents, above which banks may refuse a Pix at night. */
const LIMIT_CENTS = 100_000;

const NIGHT_BEGINS_HOUR = 20;
const NIGHT_ENDS_HOUR = 6;

/**
 * True if a payer's bank may refuse a Pix of this amount because of the hour: above R$ 1.000 from 20 h to 6 h, in Brasília's time. A bank
 * applies this limit unless the customer had it raised, at least one day before, or chose a night that begins at 22 h. Source: Resolução
 * BCB nº 142 of 2021-09-23, which changed the Regulamento do Pix (Resolução BCB nº 1 of 2020-08-12). `now` is epoch ms.
 */
export function mayExceedNightLimit(amountCents: number, now: number): boolean {
  const hour = new Date(now - BRASILIA_OFFSET_MS).getUTCHours();
  return amountCents > LIMIT_CENTS && (hour >= NIGHT_BEGINS_HOUR || hour < NIGHT_ENDS_HOUR);
}
