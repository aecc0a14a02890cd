import { css, type LitElement } from 'lit';
import { adoptLate } from '../shared/styles/late-styles.js';
import { HeldHeight } from './held-height.js';

/** An outcome takes the place of rows and form: as a box of its own, so that no box moves up when the rows go. */
const overStyles = css`
  .over {
    align-content: stretch;
  }
  .over > .method,
  .over > .method > .panel,
  .over > .method > .panel > * {
    display: contents;
  }
`;

/** Gives a checkout what it has no need of before its first paint: how an outcome takes the place of its rows, and their height. */
export function prepareRows(checkout: LitElement): void {
  adoptLate(checkout, overStyles);
  new HeldHeight(checkout);
}
