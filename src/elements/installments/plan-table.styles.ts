import { css } from 'lit';

/** The styles of the summary below the total: the note about the plans, and the table of all plans. */
export const planTableStyles = css`
  .summary .cost p {
    margin-top: 4px;
    font-size: 0.929em;
  }
  .summary .moved:empty,
  .summary .more:empty {
    margin: 0;
    border: 0;
  }
  .summary .moved:not(:empty) {
    margin-top: 8px;
    font-weight: 500;
  }
  /*
   * The last line of the summary is as high while it announces that plans are loading as when it opens their table: 44px and a border of
   * 1px.
   */
  .summary.long {
    padding-bottom: 0;
  }
  .summary .more {
    margin-top: 8px;
    border-top: 1px solid var(--_line);
  }
  p.more,
  .more summary {
    display: flex;
    gap: 12px;
    align-items: center;
    justify-content: space-between;
    min-height: 44px;
    padding: 2px 0;
  }
  p.more {
    min-height: 45px;
  }
  .more summary {
    border-radius: 6px;
    list-style: none;
    cursor: pointer;
  }
  summary::-webkit-details-marker {
    display: none;
  }
  summary::after {
    content: '';
    flex: none;
    width: 8px;
    height: 8px;
    margin: 0 3px 4px;
    border: solid;
    border-width: 0 2px 2px 0;
    rotate: 45deg;
  }
  [open] > summary::after {
    margin-bottom: -4px;
    rotate: 225deg;
  }
  .plans {
    padding-bottom: 12px;
    container-type: inline-size;
  }
  table {
    width: 100%;
    border-collapse: collapse;
    font-size: 0.929em;
  }
  th,
  td {
    padding: 8px 0;
    border-bottom: 1px solid var(--_line);
    vertical-align: baseline;
    font-weight: normal;
    text-align: end;
  }
  thead th {
    padding-top: 0;
    vertical-align: bottom;
  }
  th + *,
  td + td {
    padding-inline-start: 12px;
  }
  tr > :first-child {
    text-align: start;
  }
  thead,
  td,
  .plans > :is(p, dl) {
    color: var(--_muted);
  }
  tbody th,
  th + td {
    color: inherit;
    font-weight: 500;
  }
  tbody th {
    white-space: nowrap;
  }
  .summary .plans > * + * {
    margin-top: 12px;
  }
  /* Without room for columns, each plan has a line with its total and a line for each other figure. The header is visually hidden. */
  @container (max-width: 32em) {
    thead {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    tbody,
    table {
      display: block;
    }
    tbody tr {
      display: flex;
      flex-wrap: wrap;
      justify-content: space-between;
      gap: 2px 12px;
      padding: 8px 0;
      border-bottom: 1px solid var(--_line);
    }
    tbody :is(th, td) {
      padding: 0;
      border: 0;
      white-space: normal;
    }
    td[colspan] {
      margin-inline-end: auto;
      text-align: start;
    }
    /* A figure is at the end of the line, also if it has a line of its own below its label. */
    td[data-label] {
      display: flex;
      flex-wrap: wrap;
      flex: 1 0 100%;
      order: 2;
      justify-content: flex-end;
      gap: 0 12px;
    }
    th + td[data-label] {
      flex: none;
      order: 1;
      gap: 0 6px;
      margin-inline-start: auto;
    }
    td[data-label]::before {
      content: attr(data-label) / '';
      margin-inline-end: auto;
      text-align: start;
    }
    td:empty {
      display: none;
    }
  }
`;
