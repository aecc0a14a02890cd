import { html, nothing, type TemplateResult } from 'lit';
import type { Nickname, renderNickname as renderNicknameField } from './nickname.js';

/** What the offer to keep a card is rendered from. */
export interface SaveCard extends Nickname {
  /** Renders the nickname's field; `undefined` until its code is loaded. */
  renderNickname: typeof renderNicknameField | undefined;
}

/** Renders the tick "save this card" with the shop's consent text and, once it is ticked, the nickname. */
export function renderSaveCard({ renderNickname, ...keeping }: SaveCard): TemplateResult | typeof nothing {
  const { saving, localize, isLocked, changed } = keeping;
  if (!saving.isOffered) return nothing;
  const tick = (event: Event): void => {
    saving.isTicked = event.target instanceof HTMLInputElement && event.target.checked;
    changed();
  };
  return html`<div part="save-card">
    <label class="tick">
      <input type="checkbox" name="saveCard" .checked=${saving.isTicked} ?disabled=${isLocked} aria-describedby="consent" @change=${tick} />
      ${localize.text('saveCard')}
    </label>
    <div part="consent" class="muted" id="consent"><slot name="card-consent"></slot></div>
    ${saving.isTicked && renderNickname ? renderNickname(keeping) : nothing}
  </div>`;
}
