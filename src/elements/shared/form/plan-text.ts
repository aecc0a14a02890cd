import type { LocalizeController } from '../../../controllers/page/localize-controller.js';
import type { InstallmentPlan } from '../../../domain/installments/plans.js';
import { formatReais } from '../../../domain/money.js';

/** The terms of a plan without its total. */
type Terms = Pick<InstallmentPlan, 'installments' | 'whoPaysFee' | 'partsCents' | 'feeCents'>;

/**
 * Formats a plan's parts as shops write them: "3x de R$ 33,34". If the parts differ by a cent, the larger one is shown, so that no part
 * costs more than the shopper has read. If the parts are unknown, `fee` replaces them: "3x com taxa calculada pela operadora".
 */
export function formatParts(localize: LocalizeController, { installments, partsCents }: Terms, fee: string): string {
  if (!partsCents?.length) return localize.text('planFee', { count: installments, fee });
  return localize.text('planParts', { count: installments, part: formatReais(Math.max(...partsCents)) });
}

/** Formats the parts to the cent if they differ: "2 de R$ 49,97 e 1 de R$ 49,96". Returns `undefined` if all parts are the same. */
export function formatSplit(localize: LocalizeController, partsCents: readonly number[] = []): string | undefined {
  const [first = 0] = partsCents;
  const last = partsCents.at(-1) ?? first;
  if (first === last) return undefined;
  const count = partsCents.lastIndexOf(first) + 1;
  const values = { first: count, firstPart: formatReais(first), rest: partsCents.length - count, part: formatReais(last) };
  return localize.text('planSplit', values);
}

/**
 * Finds the text for a plan's parts: "sem juros" if the shop pays the fee, "com juros" if the shopper pays it. A single payment has
 * neither.
 */
export function findTermsKey({ installments, whoPaysFee, partsCents, feeCents }: Terms): 'planFree' | 'planCost' | undefined {
  if (installments === 1 || !partsCents) return undefined;
  if (whoPaysFee === 'merchant') return 'planFree';
  // A small fee may be rounded to zero.
  return feeCents === 0 ? undefined : 'planCost';
}

/** Formats the parts with their terms: "3x de R$ 49,97 sem juros". */
export function formatTerms(localize: LocalizeController, terms: Terms, fee: string): string {
  const plan = formatParts(localize, terms, fee);
  const key = findTermsKey(terms);
  return key ? localize.text(key, { plan }) : plan;
}

/** Formats a plan for the list: "3x de R$ 49,97 sem juros", "6x de R$ 27,40 com juros · total R$ 164,40". */
export function formatPlan(localize: LocalizeController, plan: InstallmentPlan, fee: string): string {
  const terms = formatTerms(localize, plan, fee);
  const { whoPaysFee, totalCents } = plan;
  return whoPaysFee === 'merchant' || totalCents === undefined
    ? terms
    : localize.text('planTotal', { plan: terms, total: formatReais(totalCents) });
}
