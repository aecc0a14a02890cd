import { html, nothing, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import type { SaveCardController } from '../../controllers/saved-cards/save-card-controller.js';
import { describedBy, renderField } from '../shared/form/field.js';

/** What the offer to keep a card is rendered from. */
export interface SaveCard {
  saving: SaveCardController;
  localize: LocalizeController;
  isLocked: boolean;
  changed: () => void;
}

/** Renders the tick "save this card" with the shop's consent text and, once it is ticked, the nickname. */
export function renderSaveCard({ saving, localize, isLocked, changed }: SaveCard): TemplateResult | typeof nothing {
  if (!saving.isOffered) return nothing;
  const tick = (event: Event): void => {
    saving.isTicked = event.target instanceof HTMLInputElement && event.target.checked;
    changed();
  };
  const name = (event: Event): void => {
    saving.nickname = event.target instanceof HTMLInputElement ? event.target.value : '';
    changed();
  };
  const nickname = html`<input
    part="input"
    id="cardName"
    name="cardName"
    type="text"
    autocomplete="off"
    maxlength="40"
    .value=${saving.nickname}
    aria-invalid=${!saving.isNicknameFine}
    aria-describedby=${describedBy('cardName')}
    ?readonly=${isLocked}
    @input=${name}
  />`;
  return html`<div part="save-card">
    <label class="tick">
      <input type="checkbox" name="saveCard" .checked=${saving.isTicked} ?disabled=${isLocked} aria-describedby="consent" @change=${tick} />
      ${localize.text('saveCard')}
    </label>
    <div part="consent" class="muted" id="consent"><slot name="card-consent"></slot></div>
    ${
      saving.isTicked
        ? renderField({
            id: 'cardName',
            label: localize.text('cardName'),
            control: nickname,
            error: saving.isNicknameFine ? undefined : localize.text('cardNameDigits'),
          })
        : nothing
    }
  </div>`;
}
