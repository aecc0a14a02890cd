import type { LocalizeController } from '../../../controllers/page/localize-controller.js';
import type { InstallmentPlan } from '../../../domain/installments/plans.js';
import { formatReais } from '../../../domain/money.js';

/**
 * A plan's parts to the cent: "3x de R$ 33,34", or "1x de R$ 33,34 + 2x de R$ 33,33" where they are uneven. Without a
 * total, `fee` stands in for the parts: "3x com taxa calculada pela operadora".
 */
export function formatParts(localize: LocalizeController, { installments, partsCents }: InstallmentPlan, fee: string): string {
  const first = partsCents?.at(0);
  const last = partsCents?.at(-1);
  if (!partsCents || first === undefined || last === undefined) return localize.text('planFee', { count: installments, fee });
  const part = formatReais(last);
  if (installments === 1) return localize.text('planOne', { part });
  if (first === last) return localize.text('planEqual', { count: installments, part });
  const larger = partsCents.lastIndexOf(first) + 1;
  return localize.text('planUneven', { first: larger, firstPart: formatReais(first), rest: installments - larger, part });
}

/** A plan as the list shows it: its parts, and "sem juros" where the shop bears the fee or the total where the shopper does. */
export function formatPlan(localize: LocalizeController, plan: InstallmentPlan, fee: string): string {
  const { installments, whoPaysFee, totalCents } = plan;
  const parts = formatParts(localize, plan, fee);
  if (installments === 1 || totalCents === undefined) return parts;
  if (whoPaysFee === 'merchant') return localize.text('planFree', { plan: parts });
  return localize.text('planTotal', { plan: parts, total: formatReais(totalCents) });
}
