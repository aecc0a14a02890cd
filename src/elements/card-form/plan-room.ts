import type { Settings } from '../../controllers/settings/settings.js';

/** What the list of plans will say once it is there, as class names: until then its room is held by them. None for a shop's offer. */
export function describePlanRoom({ offer, feePayer, amountCents, defaultInstallments, maxInstallments }: Settings): string {
  if (offer) return '';
  const count = Math.min(defaultInstallments, maxInstallments);
  const parts = amountCents % count ? 'split' : '';
  return `${maxInstallments > 1 ? feePayer : 'merchant'} ${parts} ${count > 1 ? 'several' : ''}`;
}
