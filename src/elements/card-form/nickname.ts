import { html, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import type { SaveCardController } from '../../controllers/saved-cards/save-card-controller.js';

/** What the shopper's own name for a card is rendered from. */
export interface Nickname {
  saving: SaveCardController;
  localize: LocalizeController;
  isLocked: boolean;
  changed: () => void;
}

/** Renders the field for the shopper's own name for a card that is kept. */
export function renderNickname({ saving, localize, isLocked, changed }: Nickname): TemplateResult {
  const handleInput = ({ target }: Event): void => {
    saving.nickname = target instanceof HTMLInputElement ? target.value : '';
    changed();
  };
  return html`<div part="field" class="field cardName">
    <label part="label" for="cardName">${localize.text('cardName')}</label>
    <input
      part="input"
      id="cardName"
      name="cardName"
      type="text"
      autocomplete="off"
      maxlength="40"
      .value=${saving.nickname}
      aria-invalid=${!saving.isNicknameFine}
      aria-describedby="cardName-error"
      ?readonly=${isLocked}
      @input=${handleInput}
    />
    <p part="error" class="error" id="cardName-error" aria-live="polite">${saving.isNicknameFine ? '' : localize.text('cardNameDigits')}</p>
  </div>`;
}
