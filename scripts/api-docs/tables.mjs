/** What a cell of a table shows: one line, without a bar that would end it. */
function createCell(text) {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim();
}

/** Text in code type, with backticks of its own left out. */
export function createCode(text) {
  return text ? `\`${text.replaceAll(/\s+/g, ' ').replaceAll('`', '')}\`` : '';
}

/** A sentence as the tables have it: with a capital, and without a stop where it is the only one. */
export function createSentence(text = '') {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const isOne = !/\.\s/.test(line);
  return line.charAt(0).toUpperCase() + (isOne ? line.slice(1).replace(/\.$/, '') : line.slice(1));
}

/** A table, or nothing where there are no rows. */
export function createTable(headings, rows) {
  if (rows.length === 0) return '';
  const lines = [headings, headings.map(() => '---'), ...rows];
  return `${lines.map((cells) => `| ${cells.map(createCell).join(' | ')} |`).join('\n')}\n`;
}
