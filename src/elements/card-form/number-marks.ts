import { css, html, nothing, type TemplateResult } from 'lit';
import type { LocalizeController } from '../../controllers/page/localize-controller.js';
import type { Brand } from '../../domain/card/brands.js';
import { listBrandNames } from '../../i18n/brand-list.js';
import { brandNames } from '../../i18n/brand-names.js';
import { renderMark } from '../shared/marks/render-mark.js';

/** What the marks in the number's field are rendered from. */
export interface NumberMarks {
  /** The brand that the number seems to be of. */
  brand: Brand;
  /** Brands that the shop accepts; all when absent. */
  accepted: readonly Brand[] | undefined;
  localize: LocalizeController;
}

/** What is shown where a shop accepts all brands: those that Brazilians have most, and only as many as there is room for. */
const USUAL: readonly Brand[] = ['visa', 'mastercard', 'elo', 'american-express', 'hipercard'];

/** Renders the brand of what is typed, at the end of the field: while it is empty the brands that are accepted, then a card until the brand is known. */
export function renderNumberMarks({ brand, accepted, localize }: NumberMarks): TemplateResult {
  if (brand !== 'unknown') {
    return html`<span part="brand" class="mark" role="img" aria-label=${brandNames[brand]}>${renderMark(brand)}</span>`;
  }
  const marks = (accepted ?? USUAL).map((each) => renderMark(each));
  const said = accepted ? localize.text('brandsAccepted', { accepted: listBrandNames(accepted) }) : '';
  return html`<span part="accepted-brands" class="mark accepted" role=${said ? 'img' : nothing} aria-label=${said || nothing}>${marks}</span
    ><span class="mark any">${renderMark('unknown')}</span>`;
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
    height: 22px;
    margin-right: 12px;
    overflow: hidden;
    color: var(--_muted);
    pointer-events: none;
  }
  /* What does not fit wraps out of sight. */
  .accepted {
    max-width: calc(100% - 8em);
  }
  /* The number is required: it is valid with its first digit, and neither while it cannot be changed. */
  input:not(:invalid) ~ .accepted,
  input:invalid ~ .any {
    display: none;
  }
`;
