import { css, html, type TemplateResult } from 'lit';
import { isNicknameFine } from '../../controllers/saved-cards/nickname-rule.js';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import type { SaveCardChoice } from '../../controllers/saved-cards/save-card-choice.js';

/** What the shopper's own name for a card is rendered from. */
export interface Nickname {
  saving: SaveCardChoice;
  localize: LocalizeController;
  isLocked: boolean;
  changed: () => void;
}

/** Renders the field for the shopper's own name for a card that is kept. */
export function renderNickname({ saving, localize, isLocked, changed }: Nickname): TemplateResult {
  const isFine = isNicknameFine(saving);
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
      aria-invalid=${!isFine}
      aria-describedby="cardName-error"
      ?readonly=${isLocked}
      @input=${handleInput}
    />
    <p part="error" class="error" id="cardName-error" aria-live="polite">${isFine ? '' : localize.text('cardNameDigits')}</p>
  </div>`;
}

/** The field stands below the tick that asks for it. */
export const nicknameStyles = css`
  .cardName {
    margin-top: 8px;
  }
`;
