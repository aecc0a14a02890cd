import type { Brand } from '../domain/card/brands.js';
import { brandNames } from './brand-names.js';

/** Brands in a sentence; apart from their names, which the first field needs. */
export function listBrandNames(brands: readonly Brand[] = []): string {
  return brands.map((brand) => brandNames[brand]).join(', ');
}
