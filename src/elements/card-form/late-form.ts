import type { LitElement, TemplateResult } from 'lit';
import type { CardView } from '../../controllers/card/card-field.js';
import { addPortuguese } from '../../controllers/page/localize-controller.js';
import { SourceController } from '../../controllers/page/source-controller.js';
import { ptBrWhole } from '../../i18n/pt-br-whole.js';
import { adoptLate } from '../shared/styles/late-styles.js';
import { nicknameStyles } from './nickname.js';
import { renderFrameMissing } from './frame-missing.js';
import { numberMarksStyles, renderNumberMarks, type NumberMarks } from './number-marks.js';

/** What the form for a new card loads after its first field is shown. */
export { nameCard } from './name-card.js';
export { isNicknameFine } from '../../controllers/saved-cards/nickname-rule.js';
export { SaveCardController } from '../../controllers/saved-cards/save-card-controller.js';
export { renderNickname } from './nickname.js';

/** Renders the marks in the number's field or, of a frame that did not come, what to do. */
export function renderMarks(marks: NumberMarks & { card: Pick<CardView, 'isMissing'> }): TemplateResult {
  return marks.card.isMissing ? renderFrameMissing(marks.localize) : renderNumberMarks(marks);
}

/** Gives the form what its first field has no need of: styles and words of what comes late, and an end to what is typed once a saved card is chosen instead. */
export function prepareForm(host: LitElement, clear: () => void): void {
  addPortuguese(ptBrWhole);
  adoptLate(host, numberMarksStyles, nicknameStyles);
  new SourceController(host, 'balcao-card-selected', clear);
}
