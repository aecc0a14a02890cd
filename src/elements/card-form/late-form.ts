/** What the form for a new card loads after its first field is shown. */
export { adoptLate } from '../shared/styles/late-styles.js';
export { renderNickname } from './nickname.js';
export { numberMarksStyles, renderNumberMarks } from './number-marks.js';
