import { css, nothing, type TemplateResult } from 'lit';
import type { CardView } from '../../controllers/card/card-field.js';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import type { Brand } from '../../domain/card/brands.js';
import { listBrandNames } from '../../i18n/brand-list.js';
import { brandNames } from '../../i18n/brand-names.js';
import { drawMarks } from '../shared/marks/draw-marks.js';
import { html } from '../shared/html.js';

/** The state that the marks in the number's field are rendered from. */
export interface NumberMarks {
  card: Pick<CardView, 'brand' | 'hasNumber'>;
  /** The brands that the shop accepts; all brands if absent. */
  accepted: readonly Brand[] | undefined;
  localize: LocalizeController;
}

/** The brands that are shown if a shop accepts all brands: the most frequent ones in Brazil, as many as fit on a phone. */
const USUAL: readonly Brand[] = ['visa', 'mastercard', 'elo', 'american-express'];

/**
 * Renders the marks at the end of the number's field: the brand of the typed number, or a card without a brand until it is known. While the
 * field is empty, they are the accepted brands.
 */
export function renderNumberMarks({ card: { brand, hasNumber }, accepted, localize }: NumberMarks): TemplateResult {
  const marks = hasNumber ? [brand] : (accepted ?? USUAL);
  const label = hasNumber ? brandNames[brand] : accepted && localize.text('brandsAccepted', { accepted: listBrandNames(accepted) });
  return html`<span
    part=${hasNumber ? 'brand' : 'accepted-brands'}
    class="mark"
    role=${label ? 'img' : nothing}
    aria-label=${label || nothing}
    ${drawMarks(marks)}
  ></span>`;
}

/** The styles of the marks, which lie over the end of the input. The number is written from left to right in every language. */
export const numberMarksStyles = css`
  .number {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
  }
  .number > :is(input, .mark) {
    grid-area: 2 / 1;
  }
  input[name='number'] {
    /* A mark of 34px, with 12px on each side. */
    padding-right: 58px;
    direction: ltr;
    font-variant-numeric: tabular-nums;
  }
  .mark {
    display: flex;
    flex-wrap: wrap;
    gap: 22px 4px;
    justify-content: flex-end;
    place-self: center right;
    /* At least 8em of the input stay free. Marks that do not fit wrap below the height of one mark, and are hidden. */
    max-width: calc(100% - 8em);
    height: 22px;
    margin-right: 12px;
    overflow: hidden;
    color: var(--_muted);
    pointer-events: none;
  }
`;
