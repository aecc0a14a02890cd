import { nothing, type TemplateResult } from 'lit';
import type { DirectiveResult } from 'lit/directive.js';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import type { CardProblem } from '../../controllers/saved-cards/saved-cards-controller.js';
import type { SavedCard } from '../../domain/card/saved-card.js';
import { isolateName } from '../../i18n/bidi.js';
import { brandNames } from '../../i18n/brand-names.js';
import type { TextKey } from '../../i18n/pt-br.js';
import { html } from '../shared/html.js';

/** A card of the list, with everything that its row is rendered from. */
export interface CardOption {
  card: SavedCard;
  /** The index of the card in the list, for the `id` of its controls. */
  index: number;
  problem: CardProblem | undefined;
  /** The names of the brands that the shop accepts, as one text. */
  accepted: string;
  isDisabled: boolean;
  /** True if the card has a radio. */
  isChoice: boolean;
  /** The stage of the card's deletion; `undefined` if the shopper has not asked for it. */
  deletion: 'asking' | 'deleting' | undefined;
  /** True if the row has a button that deletes the card. */
  isDeletable: boolean;
  /** The mark of the card's brand, once it is loaded. */
  mark: DirectiveResult | undefined;
  localize: LocalizeController;
}

/** The values that the description of a card is formatted from. */
type CardDescription = Pick<CardOption, 'card' | 'problem' | 'accepted' | 'isChoice' | 'localize'>;

/** The texts for the reasons why a card cannot be paid with. */
const PROBLEM_TEXTS: Readonly<Record<CardProblem, TextKey>> = {
  expired: 'cardExpired',
  invalid: 'cardInvalid',
  'delete-unconfirmed': 'deleteUnconfirmed',
  'brand-refused': 'brandRefused',
};

/**
 * Formats a card for sentences: the shopper's name for it, isolated so that its direction does not change the sentence, and its last four
 * digits.
 */
export function formatCardLabel({ name, last4 }: SavedCard, localize: LocalizeController): string {
  const isolated = isolateName(name);
  return name.includes(last4) ? isolated : localize.text('cardEnding', { brand: isolated, last4 });
}

/** Renders the name of a card, or its brand if it has no name, with the last four digits of its number. */
function renderName({ name, brand, last4 }: SavedCard, localize: LocalizeController): TemplateResult {
  const brandName = brandNames[brand] || localize.text('card');
  const hasName = !(name.startsWith(brandName) && name.endsWith(last4));
  const digits = hasName && name.includes(last4) ? nothing : html`<span class="last" .textContent=${`•••• ${last4}`}></span>`;
  return html`<span aria-hidden="true" translate="no"><bdi .textContent=${hasName ? isolateName(name) : brandName}></bdi> ${digits}</span>`;
}

/** Renders the row of a card: its radio, mark, name, expiry or problem, and deletion. The list handles the events of the row. */
export function renderCardOption(option: CardOption): TemplateResult {
  const { card, index, problem, isDisabled, isChoice, deletion, isDeletable, mark, localize } = option;
  const label = formatCardLabel(card, localize);
  const face = html`<bdi class="unseen" translate="no" .textContent=${label}></bdi>${renderName(card, localize)}`;
  return html`<div class="option" part="card-option" data-index=${index}>
    ${
      isChoice
        ? html`<input
            type="radio"
            name="cardId"
            id="card-${index}"
            value=${card.cardId}
            ?disabled=${isDisabled || problem !== undefined}
            aria-describedby="about-${index}"
          />`
        : nothing
    }
    <svg part="card-mark" class="mark" aria-hidden="true" ${mark}></svg>
    ${
      isChoice
        ? html`<label part="card-name" class="face" for="card-${index}">${face}</label>`
        : html`<span part="card-name" class="face">${face}</span>`
    }
    <span part="card-about" class="about" id="about-${index}">
      <span class="unseen" translate="no" .textContent=${brandNames[card.brand]}></span>
      <span
        class=${problem ? 'problem' : 'muted'}
        part=${problem ? 'card-problem' : 'card-expiry'}
        .textContent=${formatCardAbout(option)}
      ></span>
    </span>
    ${
      deletion
        ? renderConfirmation(option, label)
        : html`<button
            type="button"
            ?hidden=${!isDeletable}
            class="delete"
            part="delete-button"
            aria-label=${localize.text('cardDelete', { card: label })}
            aria-describedby=${problem ? `about-${index}` : nothing}
            ?disabled=${isDisabled}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 7h16M10 11v6m4-6v6M6 7l1 13h10l1-13M9 7V4h6v3" /></svg>
          </button>`
    }
  </div>`;
}

/** Formats the expiry of a card, or the reason why it cannot be paid with. */
export function formatCardAbout({ card: { brand, expiration }, problem, accepted, isChoice, localize }: CardDescription): string {
  const values = { date: expiration.replace('/20', '/'), brand: brandNames[brand], accepted };
  // If no card can be chosen, the text must not ask for another card.
  const text = problem && (problem === 'expired' && !isChoice ? 'cardPast' : PROBLEM_TEXTS[problem]);
  return localize.text(text ?? 'cardExpires', values);
}

/** Renders the confirmation of a deletion in the card's row. */
function renderConfirmation({ deletion, index, localize }: CardOption, label: string): TemplateResult {
  const isDeleting = deletion === 'deleting';
  return html`<div part="card-question" class="confirm" role="group" aria-labelledby="ask-${index}">
    <span id="ask-${index}" .textContent=${localize.text('cardAsk', { card: label })}></span>
    <button
      type="button"
      translate="no"
      class="button danger"
      part="confirm-delete"
      aria-disabled=${isDeleting}
      .textContent=${localize.text(isDeleting ? 'deleting' : 'delete')}
    ></button>
    <button
      type="button"
      translate="no"
      class="button"
      part="cancel-delete"
      ?hidden=${isDeleting}
      .textContent=${localize.text('cancel')}
    ></button>
  </div>`;
}
