import type { TypedCard } from '../../controllers/card/typed-card.js';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import type { NamedCard } from '../../controllers/saved-cards/card-saver.js';
import type { SaveCardChoice } from '../../controllers/saved-cards/save-card-choice.js';
import { brandNames } from '../../i18n/brand-names.js';

/** Returns a typed card under the shopper's name for it, or "Visa final 1111". */
export function nameCard(typed: TypedCard, saving: SaveCardChoice, localize: LocalizeController): NamedCard {
  const brand = brandNames[typed.brand] || localize.text('card');
  const label = localize.text('cardEnding', { brand, last4: typed.last4 });
  return { ...typed, name: (saving.isWanted && saving.nickname.trim()) || label };
}
