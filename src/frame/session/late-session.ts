import { numberMarksStyles, renderNumberMarks } from '../../elements/card-form/number-marks.js';
import { adoptLate } from '../../elements/shared/styles/late-styles.js';
import { lateThemeStyles } from '../../elements/shared/styles/late-theme.styles.js';
import { motionStyles } from '../../elements/shared/styles/motion.styles.js';
import type { CardFields } from '../fields/card-fields.js';

export { Session } from './session.js';

/** Gives the fields what the first one was drawn without. Rejects with a `CheckoutError` where a part of it cannot be loaded. */
export async function completeFields(fields: CardFields): Promise<void> {
  adoptLate(fields, lateThemeStyles, motionStyles, numberMarksStyles);
  fields.addMarks(renderNumberMarks);
  await fields.load();
}
