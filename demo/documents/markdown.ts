/** Where a link leads; `undefined` where there is nothing to lead to, and its words stand alone. */
export type ResolveAddress = (address: string) => string | undefined;

const FENCE = /^```/;
const HEADING = /^(#{1,6}) (.*)$/;
const ITEM = /^(?:[-*]|\d+\.) +/;
const ROW = /^\|/;
const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|!\[[^\]]*\]\([^)]*\)|\[((?:`[^`]*`|[^\]])*)\]\(([^)\s]+)\)/g;

/** Renders the Markdown that this repository's documents are written in, and no more of it; HTML in it is left out. */
export function renderMarkdown(text: string, resolve: ResolveAddress): DocumentFragment {
  const fragment = new DocumentFragment();
  const lines = text.split('\n');
  const take = (isMore: (line: string) => boolean): string[] => {
    const taken: string[] = [];
    while (lines[0] !== undefined && isMore(lines[0])) taken.push(lines.shift() ?? '');
    return taken;
  };
  for (let line = lines[0]; line !== undefined; line = lines[0]) {
    const [, marks, title] = HEADING.exec(line) ?? [];
    if (line.trim() === '') lines.shift();
    else if (marks !== undefined && title !== undefined) {
      lines.shift();
      fragment.append(createHeading(marks.length, title, resolve));
    } else if (FENCE.test(line)) {
      lines.shift();
      fragment.append(createCode(take((more) => !FENCE.test(more))));
      lines.shift();
    } else if (ROW.test(line))
      fragment.append(
        createTable(
          take((more) => ROW.test(more)),
          resolve,
        ),
      );
    else if (ITEM.test(line)) {
      const isOrdered = /^\d/.test(line);
      fragment.append(
        createList(
          isOrdered,
          take((more) => ITEM.test(more) || /^(?: {2,}\S|\s*$)/.test(more)),
          resolve,
        ),
      );
    } else if (line.startsWith('<')) take((more) => more.trim() !== '');
    else {
      const words = take((more) => more.trim() !== '' && !FENCE.test(more) && !HEADING.test(more) && !ITEM.test(more)).join(' ');
      fragment.append(create('p', renderInline(words, resolve)));
    }
  }
  return fragment;
}

function createHeading(level: number, title: string, resolve: ResolveAddress): HTMLElement {
  const heading = document.createElement(`h${level}`);
  heading.append(renderInline(title, resolve));
  heading.id = (heading.textContent ?? '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
  return heading;
}

function createCode(lines: readonly string[]): HTMLElement {
  const code = create('pre', lines.join('\n'));
  // A long line is scrolled to, also by keyboard.
  code.tabIndex = 0;
  return code;
}

function createTable([head = '', , ...rows]: readonly string[], resolve: ResolveAddress): HTMLElement {
  const split = (row: string): string[] => row.replace(/^\||\|\s*$/g, '').split(/(?<!\\)\|/);
  const createRow = (row: string, tag: 'th' | 'td'): HTMLElement =>
    create('tr', ...split(row).map((cell) => create(tag, renderInline(cell.trim().replaceAll('\\|', '|'), resolve))));
  const table = create('table', create('thead', createRow(head, 'th')), create('tbody', ...rows.map((row) => createRow(row, 'td'))));
  const frame = create('div', table);
  frame.className = 'table';
  frame.tabIndex = 0;
  return frame;
}

function createList(isOrdered: boolean, lines: readonly string[], resolve: ResolveAddress): HTMLElement {
  const items: string[][] = [];
  for (const line of lines) {
    if (ITEM.test(line)) items.push([line.replace(ITEM, '')]);
    else items.at(-1)?.push(line.replace(/^ {1,3}/, ''));
  }
  return create(isOrdered ? 'ol' : 'ul', ...items.map((item) => create('li', renderMarkdown(item.join('\n'), resolve))));
}

function renderInline(text: string, resolve: ResolveAddress): DocumentFragment {
  const fragment = new DocumentFragment();
  let end = 0;
  for (const { index, 0: all, 1: code, 2: strong, 3: words, 4: address } of text.matchAll(INLINE)) {
    fragment.append(text.slice(end, index));
    end = index + all.length;
    if (code !== undefined) fragment.append(create('code', code));
    if (strong !== undefined) fragment.append(create('strong', renderInline(strong, resolve)));
    if (words !== undefined && address !== undefined) fragment.append(createLink(renderInline(words, resolve), resolve(address)));
  }
  fragment.append(text.slice(end));
  return fragment;
}

function createLink(words: DocumentFragment, address: string | undefined): Node {
  if (address === undefined) return words;
  const link = document.createElement('a');
  link.href = address;
  link.append(words);
  return link;
}

function create(tag: string, ...content: readonly (Node | string)[]): HTMLElement {
  const element = document.createElement(tag);
  element.append(...content);
  return element;
}
