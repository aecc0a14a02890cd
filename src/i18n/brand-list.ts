import type { Brand } from '../domain/card/brands.js';
import { brandNames } from './brand-names.js';

/** Formats the names of brands as a list in a sentence. Not in `brand-names.ts`, because the first load needs the names, but no list. */
export function listBrandNames(brands: readonly Brand[] = []): string {
  return brands.map((brand) => brandNames[brand]).join(', ');
}
