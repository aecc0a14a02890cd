import { Marked, type Tokens } from 'marked';

/** A function that returns the target of a link; `undefined` if there is none, so that only the link's text is shown. */
export type ResolveAddress = (address: string) => string | undefined;

/** Renders a document of this repository as HTML, with an anchor for each heading. HTML and pictures in the document are left out. */
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
      // The focus lets people scroll long lines with the keyboard too.
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

/** Creates the anchor of a heading by the rules of GitHub. */
function createAnchor(words: string): string {
  return words
    .toLowerCase()
    .replace(/&\w+;|[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
