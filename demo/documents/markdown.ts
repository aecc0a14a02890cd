import { Marked, type Tokens } from 'marked';

/** Returns where a link leads; `undefined` where there is nothing to lead to, and its words stand alone. */
export type ResolveAddress = (address: string) => string | undefined;

/** Renders a document of this repository as HTML, with an anchor for each heading. HTML and pictures in it are left out. */
export function renderMarkdown(text: string, resolve: ResolveAddress): string {
  const marked = new Marked({
    renderer: {
      html: () => '',
      image: () => '',
      checkbox: ({ checked }) => (checked ? '[x] ' : '[ ] '),
      heading({ tokens, depth }) {
        const words = this.parser.parseInline(tokens);
        return `<h${depth} id="${createAnchor(this.parser.parseInline(tokens, this.parser.textRenderer))}">${words}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const address = resolve(href);
        return address === undefined ? words : `<a href="${escapeHtml(address)}">${words}</a>`;
      },
      // A long line is scrolled to, also by keyboard.
      code: ({ text: code }) => `<pre tabindex="0">${escapeHtml(code)}</pre>\n`,
      table({ header, rows }) {
        const renderRow = (cells: readonly Tokens.TableCell[]): string =>
          `<tr>${cells.map(({ header: isHead, tokens }) => renderCell(isHead ? 'th' : 'td', this.parser.parseInline(tokens))).join('')}</tr>`;
        const body = rows.map(renderRow).join('');
        return `<div class="table" tabindex="0"><table><thead>${renderRow(header)}</thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  return marked.parse(text, { async: false });
}

function renderCell(tag: 'th' | 'td', words: string): string {
  return `<${tag}>${words}</${tag}>`;
}

/** Creates the anchor of a heading, as GitHub does. */
function createAnchor(words: string): string {
  return words
    .toLowerCase()
    .replace(/&\w+;|[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
