import type { Settings } from '../../controllers/settings/settings.js';

/** What the list of plans will say once it is there, as class names: until then its room is held by them. None for a shop's offer. */
export function describePlanRoom({ offer, feePayer, amountCents, defaultInstallments, maxInstallments }: Settings): string {
  if (offer) return '';
  if (maxInstallments === 1) return 'merchant';
  const parts = amountCents % defaultInstallments ? 'split' : '';
  return `${feePayer} ${parts} ${defaultInstallments > 1 ? 'several' : ''}`;
}
