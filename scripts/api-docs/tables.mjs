/** Formats the text of a cell: one line, in which a bar is escaped because it would end the cell. */
function createCell(text) {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim();
}

/** Formats a text as code. Backticks in the text are removed. */
export function createCode(text) {
  return text ? `\`${text.replaceAll(/\s+/g, ' ').replaceAll('`', '')}\`` : '';
}

/** Formats a text for a table: it begins with a capital, and it has no full stop if it is a single sentence. */
export function createSentence(text = '') {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const isOne = !/\.\s/.test(line);
  return line.charAt(0).toUpperCase() + (isOne ? line.slice(1).replace(/\.$/, '') : line.slice(1));
}

/** Formats a table; returns an empty text if there are no rows. */
export function createTable(headings, rows) {
  if (rows.length === 0) return '';
  const lines = [headings, headings.map(() => '---'), ...rows];
  return `${lines.map((cells) => `| ${cells.map(createCell).join(' | ')} |`).join('\n')}\n`;
}
