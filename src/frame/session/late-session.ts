import { CardFieldsController } from '../../controllers/card/card-fields-controller.js';
import { numberMarksStyles, renderNumberMarks } from '../../elements/card-form/number-marks.js';
import { adoptLate } from '../../elements/shared/styles/late-styles.js';
import { lateThemeStyles } from '../../elements/shared/styles/late-theme.styles.js';
import { motionStyles } from '../../elements/shared/styles/motion.styles.js';
import { addPortuguese } from '../../controllers/page/localize-controller.js';
import { ptBrWhole } from '../../i18n/pt-br-whole.js';
import type { CardFields } from '../fields/card-fields.js';

export { Session } from './session.js';

/** Gives the fields what the first one was drawn without. */
export function completeFields(fields: CardFields): void {
  addPortuguese(ptBrWhole);
  adoptLate(fields, lateThemeStyles, motionStyles, numberMarksStyles);
  fields.complete({ CardFieldsController, renderNumberMarks });
}
