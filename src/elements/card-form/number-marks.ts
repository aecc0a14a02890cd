import { css, html, nothing, type TemplateResult } from 'lit';
import type { CardView } from '../../controllers/card/card-field.js';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import type { Brand } from '../../domain/card/brands.js';
import { listBrandNames } from '../../i18n/brand-list.js';
import { brandNames } from '../../i18n/brand-names.js';
import { drawMarks } from '../shared/marks/draw-marks.js';

/** The state that the marks in the number's field are rendered from. */
export interface NumberMarks {
  card: Pick<CardView, 'brand' | 'hasNumber'>;
  /** Brands that the shop accepts; all when absent. */
  accepted: readonly Brand[] | undefined;
  localize: LocalizeController;
}

/** The brands that are shown where a shop accepts all: those that are most frequent in Brazil, as many as a phone has room for. */
const USUAL: readonly Brand[] = ['visa', 'mastercard', 'elo', 'american-express'];

/** Renders the brand of what is typed, at the end of the field: a card until the brand is known, and while nothing is typed the brands that are accepted. */
export function renderNumberMarks({ card: { brand, hasNumber }, accepted, localize }: NumberMarks): TemplateResult {
  const marks = hasNumber ? [brand] : (accepted ?? USUAL);
  const said = hasNumber ? brandNames[brand] : accepted && localize.text('brandsAccepted', { accepted: listBrandNames(accepted) });
  return html`<span
    part=${hasNumber ? 'brand' : 'accepted-brands'}
    class="mark"
    role=${said ? 'img' : nothing}
    aria-label=${said || nothing}
    ${drawMarks(marks)}
  ></span>`;
}

/** The marks lie over the input's end, whose room they take from its padding. The number reads from left to right in every language. */
export const numberMarksStyles = css`
  .number {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
  }
  .number > :is(input, .mark) {
    grid-area: 2 / 1;
  }
  input[name='number'] {
    padding-right: 58px;
    direction: ltr;
  }
  .mark {
    display: flex;
    flex-wrap: wrap;
    gap: 22px 4px;
    justify-content: flex-end;
    place-self: center right;
    /* Marks that do not fit wrap out of sight. */
    max-width: calc(100% - 8em);
    height: 22px;
    margin-right: 12px;
    overflow: hidden;
    color: var(--_muted);
    pointer-events: none;
  }
`;
