import { html, type TemplateResult } from 'lit';

/** What an icon stands for. */
export type OutcomeIcon = 'done' | 'refused' | 'unknown' | 'waiting' | 'over' | 'closed';

/** Strokes on a grid of 24. */
const STROKES: Readonly<Record<OutcomeIcon, string>> = {
  done: 'm6 12.5 4 4 8-9',
  refused: 'm8 8 8 8m0-8-8 8',
  unknown: 'M9 9.2a3 3 0 1 1 4.3 2.7c-.9.5-1.3 1-1.3 2.1m0 3.2v.1',
  waiting: 'M7 12h.01M12 12h.01M17 12h.01',
  over: 'M12 6.5V12l3.5 2.5',
  closed: 'M8.5 11V8.5a3.5 3.5 0 0 1 7 0V11M7 11h10v6.5H7z',
};

/** Draws an icon in the colour of the text around it. It says nothing that the words beside it do not. */
export function renderOutcomeIcon(icon: OutcomeIcon): TemplateResult {
  return html`<svg part="outcome-icon" class="icon ${icon}" viewBox="0 0 24 24" aria-hidden="true">
    <path pathLength="1" d=${STROKES[icon]} />
  </svg>`;
}
